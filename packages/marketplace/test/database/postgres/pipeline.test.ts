// Prepared statements are sent without waiting for earlier results; each still gets its own.
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StorageUnavailable } from '../../../src/market/refusal.ts';
import { SingleStatement } from '../../../src/database/operation.ts';
import { openPostgres } from '../../../src/database/postgres/engine.ts';
import { startCluster } from '../../postgres/cluster.ts';
import { newDatabase } from '../../postgres/databases.ts';

/** Eight connections: three in the pool, one for pipelined reads, four for pipelined writes. */
function openOn(url: string) {
  const opened = openPostgres({ url, connections: 8 });
  onTestFinished(() => opened.close());
  return opened;
}

const hot = (sql: string, name: string) => (_: unknown, parameters: readonly unknown[]) =>
  new SingleStatement({ sql, parameters, name }, ({ rows }) => rows);

const ECHO = hot('SELECT $1::int AS n, pg_backend_pid() AS pid', 'echo');
const DIVIDE = hot('SELECT 10 / $1::int AS n', 'divide');
const KEEP = hot("INSERT INTO installation VALUES ($1, 'x') RETURNING name", 'keep');
const NAMES = hot('SELECT name FROM installation ORDER BY name', 'names');

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('pipelined statements', () => {
  it('each get their own result, on one connection for reads', async () => {
    const { engine } = openOn(await newDatabase());
    const rows = await Promise.all(numbers(500).map((n) => engine.read(ECHO, [n])));
    expect(rows.map(([row]) => (row as { n: number }).n)).toEqual(numbers(500));
    expect(new Set(rows.map(([row]) => (row as { pid: number }).pid)).size).toBe(1);
  });

  it('are not affected by one that fails', async () => {
    const { engine } = openOn(await newDatabase());
    const outcomes = await Promise.allSettled(
      numbers(20).map((n) => engine.read(DIVIDE, [n - 10])),
    );
    const failed = outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
    expect(failed).toEqual([10]);
    expect(outcomes[10]).not.toMatchObject({ reason: expect.any(StorageUnavailable) });
  });

  it('statements that write are each a transaction of their own', async () => {
    const { engine } = openOn(await newDatabase());
    const names = ['a', 'b', 'a', 'c', 'b', 'd'];
    const outcomes = await Promise.allSettled(names.map((name) => engine.writeOnce(KEEP, [name])));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    const kept = await engine.read(NAMES, []);
    expect(kept).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }]);
  });

  it('see earlier writes, whatever connection they use', async () => {
    const { engine } = openOn(await newDatabase());
    for (const n of numbers(20)) {
      await engine.writeOnce(KEEP, [`name-${n}`]);
      expect(await engine.read(NAMES, [])).toHaveLength(n + 1);
    }
  });

  it('fail when Postgres goes down while they are in flight, and work again once it is back', async () => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.remove());
    const { engine, migrate } = openOn(cluster.url('postgres'));
    await migrate();
    const slow = hot('SELECT pg_sleep(60), $1::int', 'slow');
    const reads = numbers(5).map((n) => engine.read(slow, [n]).catch((error: unknown) => error));
    await engine.writeOnce(KEEP, ['before']);
    await cluster.stop('crash');
    for (const read of await Promise.all(reads)) expect(read).toBeInstanceOf(StorageUnavailable);
    await expect(engine.writeOnce(KEEP, ['meanwhile'])).rejects.toThrow(StorageUnavailable);
    await cluster.start();
    await engine.writeOnce(KEEP, ['after']);
    expect(await engine.read(NAMES, [])).toEqual([{ name: 'after' }, { name: 'before' }]);
  });

  it('are repeated when the statement that they share was cancelled while it was being prepared', async () => {
    const url = await newDatabase();
    const { engine } = openOn(url);
    const blocker = new Client({ connectionString: url });
    await blocker.connect();
    onTestFinished(() => blocker.end());
    await engine.read(ECHO, [0]);
    await blocker.query('BEGIN; LOCK TABLE installation');
    const reads = numbers(5).map(() => engine.read(NAMES, []).catch((error: unknown) => error));
    const waiting = `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await blocker.query(waiting)).rowCount).toBe(1);
    await blocker.query(`SELECT pg_cancel_backend(pid) FROM (${waiting}) AS waiting`);
    await blocker.query('ROLLBACK');
    const [first, ...others] = await Promise.all(reads);
    expect(first).toBeInstanceOf(StorageUnavailable);
    expect(others).toEqual([[], [], [], []]);
  });

  it('end when the engine is closed', async () => {
    const opened = openPostgres({ url: await newDatabase(), connections: 8 });
    await opened.engine.read(ECHO, [1]);
    await opened.engine.writeOnce(KEEP, ['a']);
    await opened.close();
    await expect(opened.close()).rejects.toThrow();
  });
});
