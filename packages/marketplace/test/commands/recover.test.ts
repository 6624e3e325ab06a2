// docs/operate/run.md#after-a-failover-or-a-restore: a database that was restored or promoted is noticed.
import { randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { openPostgres } from '../../src/database/postgres/engine.ts';
import { LISTENER_APPLICATION } from '../../src/database/postgres/notifications.ts';
import type { Failover } from '../../src/market/limits.ts';
import { createSealing } from '../../src/database/sealing.ts';
import { createStore, type Store } from '../../src/server/context.ts';
import { createLog } from '../../src/server/log.ts';
import { openPostgresStorage } from '../../src/server/postgres-storage.ts';
import { openSqliteStorage } from '../../src/server/sqlite-storage.ts';
import { pollUntil } from '../../../../test-bed/poll-until.ts';
import { placed, settled } from '../database/samples.ts';
import { newFolder } from '../market.ts';
import { newDatabase, runStatements } from '../postgres/databases.ts';
import { createStillClock } from '../still-clock.ts';
import { runInProcess } from './run-in-process.ts';

const storeOn = ({ engine }: { engine: Engine }) =>
  createStore({ engine, sealing: createSealing([randomBytes(32)]) });

/** Opens it as a process that serves does, and closes it. */
async function serveOnce(url: string, failover: Failover = 'stop'): Promise<void> {
  const storage = await openPostgresStorage(
    { url, connections: 4, failover },
    { server: { log: createLog('silent') } },
  );
  try {
    // On each kind of connection.
    const store = storeOn(storage);
    await store.orders.find('0190');
    await store.accounts.saveAddress('http://127.0.0.1:1');
    await store.listings.underReview(1);
  } finally {
    await storage.close();
  }
}

const COPIED = /was restored from a copy, or moved to another server, .*mkt-marketplace recover$/;

async function refused(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^✖ .*\n$/);
  return stderr;
}

async function recover(...args: string[]): Promise<string> {
  const { code, stderr } = await runInProcess(['recover', ...args]);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^Settled /)]);
  return stderr;
}

/** What a command leaves in a data folder that is killed while it writes. */
async function leaveLog(folder: string): Promise<void> {
  const [file, killed] = [join(folder, 'market.db'), newFolder()];
  const storage = await openSqliteStorage({ folder, clock: createStillClock(), migrates: false });
  await storeOn(storage).accounts.saveAddress('http://127.0.0.1:1');
  for (const ending of ['', '-wal']) copyFileSync(file + ending, join(killed, `copy${ending}`));
  await storage.close();
  for (const ending of ['', '-wal']) copyFileSync(join(killed, `copy${ending}`), file + ending);
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

async function connected(url: string): Promise<Client> {
  const client = new Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A copy of the database on the same server. */
async function copyOf(url: string): Promise<string> {
  const copy = new URL(await newDatabase());
  const name = `${nameOf(url)}_copy`;
  await runStatements(copy.href, [`CREATE DATABASE ${name} TEMPLATE ${nameOf(url)}`]);
  onTestFinished(() => runStatements(copy.href, [`DROP DATABASE ${name} WITH (FORCE)`]));
  const other = new URL(url);
  other.pathname = name;
  return other.href;
}

/** What pg_restore does: each row is written again. */
const RESTORE_DUMP = [
  'CREATE TEMP TABLE dump AS SELECT * FROM installation',
  'DELETE FROM installation',
  'INSERT INTO installation SELECT * FROM dump',
];

describe('a Postgres database', () => {
  it('is served again and again, by processes that start at the same time too', async () => {
    const url = await newDatabase();
    await Promise.all([serveOnce(url), serveOnce(url), serveOnce(url, 'continue')]);
    await runStatements(url, ['VACUUM (FULL, FREEZE) installation', 'CHECKPOINT']);
    await Promise.all([serveOnce(url), serveOnce(url)]);
    expect(await refused('recover', '--database', url)).toContain('Nothing to recover');
  });

  it('is not served once it is a copy, until its orders are settled', async () => {
    const url = await newDatabase();
    await serveOnce(url);
    const copy = await copyOf(url);
    await expect(serveOnce(copy)).rejects.toThrow(COPIED);
    await expect(serveOnce(copy, 'continue')).rejects.toThrow(COPIED);
    const args = ['keys', 'create', '--email', 'ann@example.com', '--database', copy];
    expect((await runInProcess(args)).code).toBe(0);
    const report = await recover('--database', copy);
    expect(report).toContain('ann@example.com');
    await serveOnce(copy);
    await serveOnce(url);
  });

  it('is not served once it was restored from a dump, into the same database too', async () => {
    const url = await newDatabase();
    await serveOnce(url);
    await runStatements(url, RESTORE_DUMP);
    await expect(serveOnce(url)).rejects.toThrow(COPIED);
    await recover('--database', url);
    await serveOnce(url);
  });

  it('is recovered however long that takes', async () => {
    const url = await newDatabase();
    await serveOnce(url);
    await runStatements(url, RESTORE_DUMP);
    const [holder, observer] = [await connected(url), await connected(url)];
    await holder.query('BEGIN; LOCK TABLE session');
    const recovering = recover('--database', url);
    // A server waits 5 s for a lock.
    const waits = `SELECT count(*)::integer AS count FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND query_start < clock_timestamp() - interval '5.5 s'
        AND datname = current_database()`;
    await pollUntil('it has waited longer than a server does', async () => {
      const { rows } = await observer.query<{ count: number }>(waits);
      return rows[0]?.count === 1 || undefined;
    });
    await holder.query('COMMIT');
    expect(await recovering).toContain('can be served again');
    await serveOnce(url);
  });

  it('keeps what tells it apart when its secrets are encrypted again', async () => {
    const url = await newDatabase();
    await serveOnce(url);
    const postgres = openPostgres({ url, connections: 2 });
    onTestFinished(() => postgres.close());
    await storeOn(postgres).secrets.reseal();
    await serveOnce(url);
    expect(await postgres.lineage()).toEqual({ kind: 'same' });
  });

  it('is served by a user who may not read the identifier of the server only if the operator says so', async () => {
    const url = await newDatabase();
    const role = `limited_${nameOf(url)}`;
    await runStatements(url, [
      `CREATE ROLE ${role} LOGIN`,
      'REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC',
      `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`,
    ]);
    onTestFinished(() =>
      runStatements(url, [
        'GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC',
        `DROP OWNED BY ${role}`,
        `DROP ROLE ${role}`,
      ]),
    );
    const limited = new URL(url);
    limited.username = role;
    await expect(serveOnce(limited.href)).rejects.toThrow(
      /does not say whether it was restored or promoted \(42501\)\. Let this user call pg_control_system/,
    );
    await serveOnce(limited.href, 'continue');
    await serveOnce(limited.href, 'continue');
    // A dump is noticed without those functions.
    await runStatements(url, RESTORE_DUMP);
    await expect(serveOnce(limited.href, 'continue')).rejects.toThrow(COPIED);
    await recover('--database', limited.href);
    await serveOnce(limited.href, 'continue');
    expect(await refused('recover', '--database', limited.href)).toContain(
      'does not say whether it was restored or promoted (42501).',
    );
  });
});

async function withOpenOrders(store: Store) {
  const open = [await placed(store), await placed(store, { leaseOwner: null })];
  const ended = await settled(store);
  const [deviceHash, userHash, hash] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const asks = { program: 'mkt', hostName: null, address: '192.0.2.1', scopes: ['*'] as const };
  await store.deviceLogins.insert({ ...asks, deviceHash, userHash });
  await store.users.insertLink({ hash, kind: 'invite', email: 'ann@example.com' }, 60_000);
  return async (after = store) => {
    for (const { id } of open) {
      expect(await after.orders.find(id)).toMatchObject({
        state: 'failed',
        errorMessage: 'Interrupted: the outcome is unknown',
        failure: { kind: 'interrupted' },
      });
    }
    expect(await after.orders.find(ended.id)).toEqual(ended);
    expect(await after.users.hasLink(hash, 'invite')).toBe(false);
    expect(await after.deviceLogins.find(userHash)).toBeUndefined();
  };
}

describe('recover', () => {
  it('settles the open orders of a Postgres database and ends its sign-ins, if it was restored', async () => {
    const url = await newDatabase();
    await serveOnce(url);
    const postgres = openPostgres({ url, connections: 2 });
    onTestFinished(() => postgres.close());
    const expectRecovered = await withOpenOrders(storeOn(postgres));
    expect(await refused('recover', '--database', url)).toMatch(
      /^✖ Nothing to recover: the database \S+ on \S+ is the one that was served last\. .* add --force\.\n$/,
    );
    await runStatements(url, RESTORE_DUMP);
    const report = await recover('--database', url);
    expect(report).toMatch(
      /^Settled 2 open orders as interrupted\. The database \S+ on \S+ can be served again\.\nEnded 0 sessions, 1 link and 1 device login: .*\nWhat was revoked, suspended or closed since the copy was made is valid again\.\n/,
    );
    await expectRecovered();
  });

  it('settles those of a database that does not look restored only if it is told to', async () => {
    const url = await newDatabase();
    const postgres = openPostgres({ url, connections: 2 });
    onTestFinished(() => postgres.close());
    const expectRecovered = await withOpenOrders(storeOn(postgres));
    expect(await refused('recover', '--database', url)).toContain('Nothing to recover');
    await recover('--force', '--database', url);
    await expectRecovered();
    await serveOnce(url);
  });

  it('is not hindered by processes that are refused, which connect again and again', async () => {
    const url = await newDatabase();
    const postgres = openPostgres({ url, connections: 2 });
    onTestFinished(() => postgres.close());
    async function connectListener() {
      const client = new Client({ connectionString: url, application_name: LISTENER_APPLICATION });
      await client.connect();
      return client;
    }
    const rejected = await connectListener();
    const served = postgres.isServed();
    setTimeout(() => void rejected.end(), 300);
    expect(await served).toBe(false);
    const serving = await connectListener();
    onTestFinished(() => serving.end());
    expect(await refused('recover', '--force', '--database', url)).toContain(
      'A server is running on the database',
    );
  });

  it('settles those of a backup that was copied into a data folder, which is not served before', async () => {
    const [folder, backup] = [newFolder(), join(newFolder(), 'backup.db')];
    const clock = createStillClock();
    const serving = { folder, clock, exclusive: true };
    const storage = await openSqliteStorage(serving);
    const expectRecovered = await withOpenOrders(storeOn(storage));
    const data = ['--data', folder];
    expect((await runInProcess(['backup', backup, ...data])).code).toBe(0);
    await storage.close();
    await (await openSqliteStorage(serving)).close();
    copyFileSync(backup, join(folder, 'market.db'));
    const args = ['keys', 'create', '--email', 'ann@example.com', ...data];
    expect((await runInProcess(args)).code).toBe(0);
    await leaveLog(folder);
    for (const _ of [1, 2]) {
      await expect(openSqliteStorage(serving)).rejects.toThrow(
        `The database in ${folder} is a backup that was copied there, not restored.`,
      );
    }
    expect(await recover(...data)).toContain('ann@example.com');
    const again = await openSqliteStorage(serving);
    onTestFinished(() => again.close());
    await expectRecovered(storeOn(again));
    expect(await refused('recover', ...data)).toContain('add --force');
  });

  it('refuses a backup that was copied beside the log of a killed server, until it is restored', async () => {
    const [folder, backup] = [newFolder(), join(newFolder(), 'backup.db')];
    const [file, log] = [join(folder, 'market.db'), join(newFolder(), 'log')];
    const serving = { folder, clock: createStillClock(), exclusive: true };
    const storage = await openSqliteStorage(serving);
    const data = ['--data', folder];
    expect((await runInProcess(['backup', backup, ...data])).code).toBe(0);
    await withOpenOrders(storeOn(storage));
    copyFileSync(`${file}-wal`, log);
    await storage.close();
    copyFileSync(backup, file);
    copyFileSync(log, `${file}-wal`);
    const says = 'is a backup that was copied beside the log of another database';
    await expect(openSqliteStorage(serving)).rejects.toThrow(says);
    for (const command of [
      ['recover', '--force'],
      ['keys', 'list'],
      ['backup', `${backup}-2`],
      ['migrate'],
      ['migrate', '--plan'],
    ]) {
      expect(await refused(...command, ...data)).toContain(says);
    }
    expect((await runInProcess(['restore', backup, '--force', ...data])).code).toBe(0);
    // Both are kept as they were.
    const aside = readdirSync(folder).find((name) => /^market\.db\.replaced-.*Z$/.test(name)) ?? '';
    expect(readFileSync(join(folder, aside)).equals(readFileSync(backup))).toBe(true);
    expect(readFileSync(join(folder, `${aside}-wal`)).equals(readFileSync(log))).toBe(true);
    await (await openSqliteStorage(serving)).close();
  });

  it('settles those of a data folder that was copied, if it is told to and no server runs', async () => {
    const folder = newFolder();
    const clock = createStillClock();
    const storage = await openSqliteStorage({ folder, clock, exclusive: true });
    onTestFinished(() => storage.close());
    const expectRecovered = await withOpenOrders(storeOn(storage));
    const data = ['--data', folder];
    expect(await refused('recover', ...data)).toContain('add --force');
    expect(await refused('recover', '--force', ...data)).toContain('Another running marketplace');
    await storage.close();
    const report = await recover('--force', ...data);
    expect(report).toContain(`There is no ${join(folder, 'revocations')}`);
    const again = await openSqliteStorage({ folder, clock });
    onTestFinished(() => again.close());
    await expectRecovered(storeOn(again));
    expect(await refused('recover', '--force', '--data', `${folder}x`)).toContain(
      'No marketplace found',
    );
  });
});
