// docs/operate/run.md#migrations, where only Postgres has to do something: locks, and indexes beside orders.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS, type Migration, type Step } from '../../../src/database/migrations/list.ts';
import { openPostgres } from '../../../src/database/postgres/engine.ts';
import { openPostgresStorage } from '../../../src/server/postgres-storage.ts';
import { collect, spawnMarketplace } from '../../../../../test-bed/marketplace-process.ts';
import { newFolder } from '../../market.ts';
import { newBareDatabase } from '../../postgres/databases.ts';

const addColumn: Step = {
  kind: 'change',
  title: 'adds a column',
  tables: ['listing'],
  statements: () => [{ sql: 'ALTER TABLE listing ADD COLUMN later text', parameters: [] }],
};

const buildIndex: Step = {
  kind: 'index',
  title: 'index later_index',
  name: 'later_index',
  table: 'orders',
  columns: sql`(listing_id, state)`,
};

const later = (step: Step): readonly Migration[] => [
  ...MIGRATIONS,
  { name: 'later', oldestCode: 1, steps: [step] },
];

async function connectTo(url: string) {
  const client = new Client({ connectionString: url });
  // Some are ended by the server.
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return {
    client,
    query: async (text: string) => (await client.query<Record<string, unknown>>(text)).rows,
  };
}

/** A migrated database of the test's own. */
async function openMigrated() {
  const url = await newBareDatabase();
  const database = openPostgres({ url, connections: 1 });
  onTestFinished(() => database.close());
  await database.migrate();
  const { query } = await connectTo(url);
  return { url, migrate: database.migrate, query };
}

const SESSIONS = `SELECT pid FROM pg_stat_activity
  WHERE application_name = 'mkt-marketplace migrate' AND datname = current_database()`;
const isInvalid = (index: string) =>
  `SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('${index}') AND NOT indisvalid`;

/** Opens a transaction that is older than an index that is built now. */
async function openTransaction(url: string) {
  const { query } = await connectTo(url);
  await query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await query('SELECT count(*) FROM listing');
  return { end: () => query('COMMIT') };
}

describe('a change of a table that someone else reads', () => {
  it('gives way to other statements until it can be done, and the log says who is in the way', async () => {
    const { url, migrate, query } = await openMigrated();
    const older = await openTransaction(url);
    const lines: [string, object][] = [];
    const line = (fields: object, message: string) => void lines.push([message, fields]);
    const migrated = migrate({
      migrations: later(addColumn),
      log: { info: line, warn: line, error: line },
    });
    const isWaiting = `SELECT 1 FROM pg_locks WHERE NOT granted
      AND relation = to_regclass('listing') AND mode = 'AccessExclusiveLock'`;
    await expect.poll(() => query(isWaiting), { interval: 20 }).toHaveLength(1);
    // Would fail if it had to wait for the transaction behind the change.
    await query("SET lock_timeout = '2s'");
    await query('LOCK TABLE listing IN ROW EXCLUSIVE MODE; UPDATE listing SET version = version');
    await expect
      .poll(() => lines, { timeout: 30_000 })
      .toContainEqual([
        'migration waits for a lock',
        { tables: ['listing'], holders: [expect.stringMatching(/^\d+$/)] },
      ]);
    await older.end();
    expect(await migrated).toEqual({ kind: 'ready', applied: ['later'] });
  }, 60_000);
});

/** Starts `migrate` of a version that has one more migration. */
const startMigrate = (url: string, command = ['migrate']) =>
  spawnMarketplace([...command, '--database', url], {
    program: [
      process.execPath,
      '--conditions=mkt-source',
      fileURLToPath(new URL('../../../torture/upgrade/newer-version.ts', import.meta.url)),
    ],
  });

describe('an index that is built beside orders', () => {
  it('is built again if the connection was lost before it was finished', async () => {
    const { url, migrate, query } = await openMigrated();
    const migrations = later(buildIndex);
    const older = await openTransaction(url);
    const failure = migrate({ migrations }).catch((error: unknown) => error);
    await expect.poll(() => query(isInvalid('later_index')), { timeout: 20_000 }).toHaveLength(1);
    await query(`SELECT pg_terminate_backend(pid) FROM (${SESSIONS}) AS sessions`);
    expect(await failure).toBeInstanceOf(Error);
    expect(await query(isInvalid('later_index'))).toHaveLength(1);
    await older.end();
    expect(await migrate({ migrations })).toEqual({ kind: 'ready', applied: ['later'] });
    expect(await query(isInvalid('later_index'))).toEqual([]);
    expect(await query("SELECT to_regclass('later_index')::text AS name")).toEqual([
      { name: 'later_index' },
    ]);
  }, 60_000);

  it('is not built by a process that was killed, and the next one does not wait for it', async () => {
    const { url, query } = await openMigrated();
    const older = await openTransaction(url);
    const killed = startMigrate(url);
    await expect.poll(() => query(isInvalid('orders_day')), { timeout: 60_000 }).toHaveLength(1);
    killed.kill('SIGKILL');
    // The transaction for which the statement waits is still open.
    await expect.poll(() => query(SESSIONS), { timeout: 20_000 }).toEqual([]);
    await older.end();
    const next = startMigrate(url);
    const stderr = collect(next.stderr);
    const [code] = (await once(next, 'close')) as [number | null];
    expect([code, stderr()]).toEqual([
      0,
      expect.stringMatching(/step begins .*orders_day[^]*Applied migrations: 9999-order-day/),
    ]);
    expect(await query(isInvalid('orders_day'))).toEqual([]);
  }, 180_000);

  it('is cancelled at SIGTERM, and built again by the next run', async () => {
    const { url, query } = await openMigrated();
    const older = await openTransaction(url);
    const stopped = startMigrate(url);
    const stderr = collect(stopped.stderr);
    await expect.poll(() => query(isInvalid('orders_day')), { timeout: 60_000 }).toHaveLength(1);
    // The transaction for which the statement waits is still open.
    stopped.kill('SIGTERM');
    const [code] = (await once(stopped, 'close')) as [number | null];
    expect([code, stderr()]).toEqual([
      1,
      expect.stringMatching(
        /step stops[^]*\n✖ The migration was stopped\. What was done before is kept; continue: mkt-marketplace migrate\n$/,
      ),
    ]);
    expect(await query(SESSIONS)).toEqual([]);
    await older.end();
    const [next] = (await once(startMigrate(url), 'close')) as [number | null];
    expect(next).toBe(0);
    expect(await query(isInvalid('orders_day'))).toEqual([]);
  }, 180_000);

  it('is cancelled at SIGTERM by a server that starts, too', async () => {
    const { url, query } = await openMigrated();
    const older = await openTransaction(url);
    const serve = ['serve', '--dev', '--port', '0', '--data', newFolder()];
    const server = startMigrate(url, serve);
    await expect.poll(() => query(isInvalid('orders_day')), { timeout: 60_000 }).toHaveLength(1);
    server.kill('SIGTERM');
    expect(await once(server, 'close')).toEqual([0, null]);
    expect(await query(SESSIONS)).toEqual([]);
    await older.end();
  }, 180_000);
});

/** Hides the server's process ids, as a pooler does. */
async function startPooler(url: string): Promise<string> {
  const server = new URL(url);
  const pooler = createServer((client) => {
    const upstream = connect(Number(server.port), server.hostname);
    client.pipe(upstream).on('error', () => undefined);
    client.on('error', () => undefined);
    upstream.on('data', (bytes: Buffer) => {
      // BackendKeyData: its type, its length, the process id.
      const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (at !== -1) bytes.writeInt32BE(1, at + 5);
      client.write(bytes);
    });
    upstream.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  onTestFinished(() => void pooler.close());
  const address = new URL(url);
  address.port = String((pooler.address() as AddressInfo).port);
  return address.href;
}

describe('a database behind a pooler', () => {
  it('is served if there is nothing to migrate, and otherwise refused with what to do', async () => {
    const url = await newBareDatabase();
    const pooled = { url: await startPooler(url), connections: 1 };
    await expect(openPostgresStorage(pooled)).rejects.toThrow(
      /must be migrated, but not through a pooler\. Name Postgres itself: mkt-marketplace migrate --database/,
    );
    await (await openPostgresStorage({ url, connections: 1 })).close();
    await (await openPostgresStorage(pooled)).close();
  });
});
