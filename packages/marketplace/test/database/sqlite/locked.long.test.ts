// docs/operate/run.md#migrations: a server whose database another process keeps locked.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { StorageUnavailable } from '../../../src/market/refusal.ts';
import { openSqlite } from '../../../src/database/sqlite/engine.ts';
import { createStillClock } from '../../still-clock.ts';
import { temporaryFolder } from '../engines.ts';

it('reads go on, and a write fails as unavailable after five seconds', async () => {
  const path = join(temporaryFolder(), 'market.db');
  const { engine, migrate, close } = openSqlite({ path, clock: createStillClock() });
  await migrate();
  const other = new Database(path);
  onTestFinished(async () => {
    other.close();
    await close();
  });
  const count = () =>
    engine.read(function* read() {
      return (yield { sql: 'SELECT count(*) AS count FROM installation', parameters: [] }).rows;
    }, undefined);
  const insert = (name: string) =>
    engine.write(function* write() {
      yield { sql: 'INSERT INTO installation VALUES (?, ?)', parameters: [name, ''] };
    }, undefined);
  other.exec('BEGIN IMMEDIATE');
  const startedAt = performance.now();
  const write = insert('a').then(
    () => 'stored',
    (error: unknown) => error,
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  let longestMs = 0;
  let outcome: unknown;
  do {
    const readAt = performance.now();
    expect(await count()).toEqual([{ count: 0 }]);
    outcome = await Promise.race([write, turn()]);
    longestMs = Math.max(longestMs, performance.now() - readAt);
  } while (outcome === undefined);
  expect(outcome).toBeInstanceOf(StorageUnavailable);
  // SQLite would sleep for the five seconds.
  expect(longestMs).toBeLessThan(4_000);
  expect(performance.now() - startedAt).toBeGreaterThan(4_900);
  other.exec('COMMIT');
  await insert('b');
  expect(await count()).toEqual([{ count: 1 }]);
}, 60_000);
