// A clock that a test moves changes the time and nothing else: the same production code runs.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BatchedOperation } from '../../../src/database/engine.ts';
import { SingleStatement, type Operation } from '../../../src/database/operation.ts';
import { openPostgres } from '../../../src/database/postgres/engine.ts';
import { newDatabase } from '../../postgres/databases.ts';
import { createStillClock } from '../../still-clock.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const NOW = 'SELECT mkt_now() AS now, pg_backend_pid() AS pid';
interface NowRow {
  now: number;
  pid: number;
}

const readNow = (name?: string) => () =>
  new SingleStatement({ sql: NOW, parameters: [], name }, ({ rows }) => rows[0] as NowRow);
const unnamedNow = readNow();
const preparedNow = readNow('now');

/** Each request returns the time and how many requests shared its statement. */
const batchedNow: BatchedOperation<number, { now: number; size: number }> = {
  kind: 'write',
  one: () => {
    throw new Error('Postgres runs batches.');
  },
  many: (_, all) =>
    new SingleStatement({ sql: NOW, parameters: [], name: 'batched' }, ({ rows }) =>
      all.map(() => ({ now: (rows[0] as NowRow).now, size: all.length })),
    ),
};

async function openWithClock() {
  const clock = createStillClock();
  const opened = openPostgres({ url: await newDatabase(), connections: 8, clock });
  onTestFinished(() => opened.close());
  return { clock, engine: opened.engine };
}

describe('with a movable clock', () => {
  it('prepared statements use the pipeline: many at once on one connection', async () => {
    const { engine } = await openWithClock();
    const all = await Promise.all(numbers(50).map(() => engine.read(preparedNow, undefined)));
    expect(new Set(all.map(({ pid }) => pid)).size).toBe(1);
  });

  it('concurrent operations run as one batch, at the current time', async () => {
    const { engine, clock } = await openWithClock();
    for (const _ of numbers(3)) {
      clock.move(1_000);
      const all = await Promise.all(numbers(20).map((n) => engine.batch(batchedNow, n)));
      expect(all).toEqual(numbers(20).map(() => ({ now: clock.now(), size: 20 })));
    }
  });

  it('every statement sees the time at which it was requested, on any connection', async () => {
    const { engine, clock } = await openWithClock();
    for (const _ of numbers(5)) {
      clock.move(1_000);
      const requests = [unnamedNow, preparedNow].flatMap((operation) =>
        numbers(6).flatMap(() => [
          engine.read(operation, undefined),
          engine.write(operation, undefined),
        ]),
      );
      const times = (await Promise.all(requests)).map(({ now }) => now);
      expect(times).toEqual(requests.map(() => clock.now()));
    }
  });

  it('a transaction sees the time at its beginning, and a rollback does not change the time', async () => {
    const { engine, clock } = await openWithClock();
    function* moved(_: unknown, fail: boolean): Operation<number[]> {
      const first = yield { sql: NOW, parameters: [] };
      clock.move(60_000);
      const second = yield { sql: fail ? 'SELECT 1 / 0' : NOW, parameters: [] };
      return [...first.rows, ...second.rows].map((row) => (row as NowRow).now);
    }
    const startMs = clock.now();
    expect(await engine.write(moved, false)).toEqual([startMs, startMs]);
    await expect(engine.write(moved, true)).rejects.toThrow();
    const after = await Promise.all(numbers(8).map(() => engine.write(unnamedNow, undefined)));
    expect(after.map(({ now }) => now)).toEqual(numbers(8).map(() => clock.now()));
  });
});
