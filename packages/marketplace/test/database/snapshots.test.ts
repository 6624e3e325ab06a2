// An operation of several statements reads one snapshot, whatever others write at the same time.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { SingleStatement, type Operation } from '../../src/database/operation.ts';
import { openPostgres } from '../../src/database/postgres/engine.ts';
import { openSqlite } from '../../src/database/sqlite/engine.ts';
import { newDatabase } from '../postgres/databases.ts';
import { createStillClock } from '../still-clock.ts';
import { temporaryFolder } from './engines.ts';

const COUNT = 'SELECT count(*) AS n FROM installation';
const INSERT = "INSERT INTO installation VALUES ('a', 'b')";
const LOCK = 7;

const valueOf = (outcome: { rows: readonly unknown[] }) =>
  Object.values(outcome.rows[0] as Record<string, unknown>)[0];

function* countTwice(_: unknown, between: () => Operation<unknown>): Operation<unknown[]> {
  const before = valueOf(yield { sql: COUNT, parameters: [] });
  yield* between();
  const after = valueOf(yield { sql: COUNT, parameters: [] });
  return [before, after];
}

async function openOn(connections: number): Promise<{ engine: Engine; other: Client }> {
  const url = await newDatabase();
  const { engine, close } = openPostgres({ url, connections });
  const other = new Client({ connectionString: url });
  await other.connect();
  onTestFinished(async () => {
    await other.end();
    await close();
  });
  return { engine, other };
}

describe('an operation that reads with several statements', () => {
  it('reads one snapshot on SQLite', async () => {
    const path = join(temporaryFolder(), 'market.db');
    const sqlite = openSqlite({ path, clock: createStillClock() });
    await sqlite.migrate();
    const other = new Database(path);
    onTestFinished(async () => {
      other.close();
      await sqlite.close();
    });
    function* insert(): Operation<void> {
      other.exec(INSERT);
      yield { sql: COUNT, parameters: [] };
    }
    expect(await sqlite.engine.read(countTwice, insert)).toEqual([0, 0]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await sqlite.engine.read(countTwice, function* nothing() {})).toEqual([1, 1]);
  });

  it.each([1, 8])('reads one snapshot on Postgres with %i connections', async (connections) => {
    const { engine, other } = await openOn(connections);
    await other.query(`SELECT pg_advisory_lock(${LOCK})`);
    function* wait(): Operation<void> {
      yield { sql: `SELECT pg_advisory_xact_lock(${LOCK})`, parameters: [] };
    }
    const counted = engine.read(countTwice, wait);
    const waiting = async () => {
      const locks = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
      return (await other.query(locks)).rowCount;
    };
    await expect.poll(waiting).toBe(1);
    await other.query(INSERT);
    await other.query(`SELECT pg_advisory_unlock(${LOCK})`);
    expect(await counted).toEqual([0, 0]);
    expect(await engine.read(countTwice, function* nothing() {})).toEqual([1, 1]);
  });

  it('cannot write on Postgres, and leaves no transaction behind when it fails', async () => {
    const { engine } = await openOn(1);
    function* write(): Operation<void> {
      yield { sql: INSERT, parameters: [] };
    }
    await expect(engine.read(write, undefined)).rejects.toThrow();
    await engine.write(write, undefined);
    expect(await engine.read(countTwice, function* nothing() {})).toEqual([1, 1]);
  });
});

describe('a single statement', () => {
  const isolation = (name?: string) => () =>
    new SingleStatement(
      { sql: "SELECT current_setting('transaction_isolation') AS is", parameters: [], name },
      (outcome) => valueOf(outcome),
    );

  it.each([undefined, 'hot'])('runs without a transaction (name: %s)', async (name) => {
    const { engine } = await openOn(8);
    expect(await engine.read(isolation(name), undefined)).toBe('read committed');
    expect(await engine.writeOnce(isolation(name), undefined)).toBe('read committed');
  });

  it('is the only operation that the type of writeOnce accepts', async () => {
    const { engine } = await openOn(1);
    function* twice(): Operation<void> {
      yield { sql: INSERT, parameters: [] };
      yield { sql: INSERT, parameters: [] };
    }
    // @ts-expect-error -- it may have several statements; type checking fails if it is accepted
    const refused: Parameters<typeof engine.writeOnce>[0] = twice;
    await expect(engine.write(refused, undefined)).rejects.toThrow();
    expect(await engine.read(countTwice, function* nothing() {})).toEqual([0, 0]);
  });
});
