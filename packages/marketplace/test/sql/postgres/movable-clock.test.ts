// A clock that a test moves changes the time and nothing else: the same production code runs.
import { describe, expect, it, onTestFinished } from 'vitest';
import { SingleStatement, type Operation } from '../../../src/sql/operation.ts';
import { openPostgres } from '../../../src/sql/postgres/engine.ts';
import { newDatabase } from '../../postgres/databases.ts';
import { createStillClock } from '../../still-clock.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const NOW = 'SELECT mkt_now() AS now, pg_backend_pid() AS pid';
interface Told {
  now: number;
  pid: number;
}

const asks = (name?: string) => () =>
  new SingleStatement({ sql: NOW, parameters: [], name }, ({ rows }) => rows[0] as Told);
const coldNow = asks();
const hotNow = asks('now');

async function openMoved() {
  const clock = createStillClock();
  const opened = openPostgres({ url: await newDatabase(), connections: 8, clock });
  onTestFinished(() => opened.close());
  return { clock, engine: opened.engine };
}

describe('with a movable clock', () => {
  it('prepared statements use the pipeline: many at once on one connection', async () => {
    const { engine } = await openMoved();
    const all = await Promise.all(numbers(50).map(() => engine.read(hotNow, undefined)));
    expect(new Set(all.map(({ pid }) => pid)).size).toBe(1);
  });

  it('every statement sees the time at which it was requested, on any connection', async () => {
    const { engine, clock } = await openMoved();
    for (const _ of numbers(5)) {
      clock.move(1_000);
      const asked = [coldNow, hotNow].flatMap((operation) =>
        numbers(6).flatMap(() => [
          engine.read(operation, undefined),
          engine.write(operation, undefined),
        ]),
      );
      const times = (await Promise.all(asked)).map(({ now }) => now);
      expect(times).toEqual(asked.map(() => clock.now()));
    }
  });

  it('a transaction sees the time at its beginning, and a rollback does not change the time', async () => {
    const { engine, clock } = await openMoved();
    function* moved(_: unknown, fail: boolean): Operation<number[]> {
      const first = yield { sql: NOW, parameters: [] };
      clock.move(60_000);
      const second = yield { sql: fail ? 'SELECT 1 / 0' : NOW, parameters: [] };
      return [...first.rows, ...second.rows].map((row) => (row as Told).now);
    }
    const startMs = clock.now();
    expect(await engine.write(moved, false)).toEqual([startMs, startMs]);
    await expect(engine.write(moved, true)).rejects.toThrow();
    const after = await Promise.all(numbers(8).map(() => engine.write(coldNow, undefined)));
    expect(after.map(({ now }) => now)).toEqual(numbers(8).map(() => clock.now()));
  });
});
