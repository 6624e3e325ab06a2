// docs/operate/run.md#after-a-failover-or-a-restore: a standby that missed orders is promoted.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../../src/server/log.ts';
import { openPostgresStorage } from '../../../src/server/postgres-storage.ts';
import { createGate } from '../../../../../test-bed/gate.ts';
import { pollUntil } from '../../../../../test-bed/poll-until.ts';
import { published } from '../../../../../test-bed/reviewed.ts';
import { json } from '../../../../../test-bed/seller.ts';
import { openSeller } from '../../../../../test-bed/within-test.ts';
import { newFolder, openMarket, providerOf, publish } from '../../market.ts';
import { runMarketplace, serveArgs, startMarketplace } from '../../marketplace-process.ts';
import { startCluster } from '../../postgres/cluster.ts';
import { newDatabase, runStatements } from '../../postgres/databases.ts';

const ENV = {
  MKT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  MKT_CALLS_PER_SELLER: '1',
};
/** The sweep, which finds waiting orders, runs every 10 s. */
const SWEEP_MS = 12_000;

async function newCluster() {
  const cluster = await startCluster();
  onTestFinished(() => cluster.remove());
  await runStatements(cluster.url('postgres'), ['CREATE DATABASE market']);
  return { ...cluster, database: cluster.url('market') };
}

const run = (...args: string[]) => runMarketplace(args, ENV);

/** The one sentence with which a process refuses to start. */
async function refusal(database: string, ...more: string[]): Promise<string> {
  const args = serveArgs('--data', newFolder(), '--database', database, ...more);
  const { code, stderr } = await run(...args);
  expect([code, stderr]).toEqual([1, expect.stringContaining('✖ ')]);
  const sentences = stderr.split('\n').filter((line) => line.startsWith('✖'));
  expect(sentences).toHaveLength(1);
  return sentences[0] ?? '';
}

it('no order is called a second time after a failover that lost its call: nothing is served until recover has settled it', async () => {
  const cluster = await newCluster();
  const { database } = cluster;
  const server = await startMarketplace(['--data', newFolder(), '--database', database], ENV);
  const { api, baseUrl } = server;
  const readyz = async () => (await (await fetch(`${baseUrl}/readyz`)).json()) as unknown;
  const isReady = async () => (await fetch(`${baseUrl}/readyz`)).status === 200;
  const becomesReady = () =>
    pollUntil('it is ready', async () => ((await isReady()) ? true : undefined), 60_000);
  const seller = await openSeller();
  const { body: listing } = await api.post('/v1/providers', providerOf(seller));
  await published(api, listing.id);
  const gate = createGate();
  seller.on('POST /run', gate.before(json({ sold: true })));
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.push((await api.activate(listing.id, { n })).body.id);
  await gate.reached;
  const calls = () => seller.requestsTo('POST /run').length;
  expect(calls()).toBe(1);

  // There one order runs and three wait, while the primary makes all their calls.
  const standby = await cluster.makeStandby();
  await becomesReady();
  gate.open();
  for (const id of ids) {
    await pollUntil(
      'the order is completed',
      async () =>
        (await api.get(`/v1/orders/${id}`)).body.orderState === 'completed' ? true : undefined,
      60_000,
    );
  }
  expect(calls()).toBe(4);

  await standby.takePlace();
  expect((await api.activate(listing.id, {})).status).toBe(503);
  await expect.poll(readyz).toEqual({ status: 'not ready', reason: 'read_only' });
  expect(await refusal(database)).toMatch(/ accepts no writes, like a standby\. Name the primary/);

  await cluster.promote();
  const refusals = await Promise.all([
    refusal(database, '--role', 'api'),
    refusal(database, '--role', 'worker'),
  ]);
  for (const message of refusals) {
    expect(message).toMatch(
      /was promoted, or restored to an earlier time, since it was served last \(timeline 1, now 2\)\. .*: mkt-marketplace recover$/,
    );
  }
  await new Promise((resolve) => setTimeout(resolve, SWEEP_MS));
  expect((await api.activate(listing.id, {})).body.type).toBe('storage_unavailable');
  await expect.poll(readyz).toEqual({ status: 'not ready', reason: 'not_recovered' });
  expect(calls()).toBe(4);

  const recovered = await run('recover', '--database', database);
  expect([recovered.code, recovered.stderr]).toEqual([
    0,
    expect.stringMatching(/^Settled 4 open orders as interrupted\. .* can be served again\.\n/),
  ]);
  // The process that was running serves again, without a restart, and others start.
  await becomesReady();
  for (const id of ids) {
    expect((await api.get(`/v1/orders/${id}`)).body).toMatchObject({
      orderState: 'failed',
      failure: { kind: 'interrupted' },
    });
  }
  expect(calls()).toBe(4);
  const { body: next } = await api.activate(listing.id, {}, 20);
  expect(next.orderState).toBe('completed');
  expect(calls()).toBe(5);
  const other = await startMarketplace(['--data', newFolder(), '--database', database], ENV);
  expect(await other.end('SIGTERM')).toBe(0);
  const again = await run('recover', '--database', database);
  expect(again.stderr).toMatch(/^✖ Nothing to recover: /);
  const forced = await run('recover', '--force', '--database', database);
  expect(forced.stderr).toMatch(/^✖ A server is running on the database .* Stop it first\.\n$/);
  expect(await server.end('SIGTERM')).toBe(0);
}, 300_000);

it('after a failover that loses nothing, processes continue at once if the operator has said so', async () => {
  const cluster = await newCluster();
  const address = { url: cluster.database, connections: 4 };
  const open = (failover: 'stop' | 'continue') =>
    openPostgresStorage({ ...address, failover }, { server: { log: createLog('silent') } });
  const running = await open('continue');
  onTestFinished(() => running.close());
  expect(running.promoted).toBeUndefined();
  const standby = await cluster.makeStandby();
  await standby.takePlace();
  await cluster.promote();
  const ping = () =>
    running.engine.write(function* ping() {
      yield { sql: "INSERT INTO installation VALUES ('a', 'b')", parameters: [] };
    }, undefined);
  await ping();
  await expect(open('stop')).rejects.toThrow(/\(timeline 1, now 2\)/);
  const promoted = await open('continue');
  expect(promoted.promoted).toEqual({ from: 1, to: 2 });
  await promoted.close();
  await (await open('stop')).close();
}, 120_000);

/** Records the statements of connections that are opened from now on, by the name of the connection. */
function watchNewConnections(): Map<string, unknown[]> {
  const { connect, query } = Client.prototype;
  const names = new WeakMap<Client, string>();
  const statements = new Map<string, unknown[]>();
  Client.prototype.connect = function watched(this: Client) {
    const { application_name: name } = (
      this as unknown as { connectionParameters: { application_name: string } }
    ).connectionParameters;
    names.set(this, name);
    return Reflect.apply(connect, this, []) as Promise<Client>;
  };
  Client.prototype.query = function watched(this: Client, ...args: unknown[]) {
    const name = names.get(this);
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text: string }).text;
    if (name !== undefined) statements.set(name, [...(statements.get(name) ?? []), text]);
    return Reflect.apply(query, this, args) as unknown;
  } as typeof query;
  onTestFinished(() => {
    Object.assign(Client.prototype, { connect, query });
  });
  return statements;
}

it('no connection of a running process runs anything in a database that was restored meanwhile', async () => {
  const database = await newDatabase();
  const market = await openMarket({
    folder: newFolder(),
    database,
    environment: { MKT_RATE_LIMIT_STORE: 'postgres' },
  });
  const { id } = await publish(market, await openSeller());
  await runStatements(database, [
    // What a restored dump is recognized by: another transaction has written the row.
    'UPDATE installation SET value = value',
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  ]);
  const statements = watchNewConnections();
  const names = ['mkt-marketplace', 'mkt-marketplace jobs', 'mkt-marketplace listener'];
  await pollUntil('connections of every kind are opened', async () => {
    await Promise.all([market.api.activate(id, {}), market.api.get('/v1/orders')]);
    return names.every((name) => statements.has(name)) || undefined;
  });
  expect((await market.api.activate(id, {})).status).toBe(503);
  expect((await market.api.get('/v1/orders')).status).toBe(503);
  for (const [name, texts] of statements) {
    const others = texts.filter(
      (text) => !/^(SET jit|SELECT pg_is_in_recovery)/.test(String(text)),
    );
    expect({ name, others }).toEqual({ name, others: [] });
  }
});
