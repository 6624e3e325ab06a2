// What the engine guarantees for a write: it is atomic, and visible to no one before COMMIT.
import { describe, expect, it } from 'vitest';
import type { Dialect, Operation, Statement } from '../../src/database/operation.ts';
import { ENGINES } from './engines.ts';

const run = (sql: string, ...parameters: unknown[]): Statement => ({ sql, parameters });

/** Stores a value in the table of installation values. */
const keep = (name: string) =>
  run("INSERT INTO installation (name, value) VALUES ('" + name + "', 'x')");

function* keepAll(_: Dialect, names: readonly string[]): Operation<readonly string[]> {
  for (const name of names) yield keep(name);
  return names;
}

class Failed extends Error {}

function* keepAndFail(_: Dialect, name: string): Operation<void> {
  yield keep(name);
  throw new Failed('after a write');
}

const NAMES = 'SELECT name FROM installation ORDER BY name';
const namesOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ name }) => name);

describe.each(ENGINES)('a write on $name', ({ open, openShared }) => {
  it('becomes visible as a whole, at the latest when its promise resolves', async () => {
    const { engine, observe } = await openShared();
    function* write(): Operation<string> {
      yield keep('a');
      yield keep('b');
      return 'done';
    }
    const written = engine.write(write, undefined);
    const observed = namesOf(await observe(NAMES));
    expect([[], ['a', 'b']]).toContainEqual(observed);
    expect(await written).toBe('done');
    expect(namesOf(await observe(NAMES))).toEqual(['a', 'b']);
  });

  it('a write that fails stores nothing and does not affect concurrent writes', async () => {
    const { engine, sql } = await open();
    await engine.write(keepAll, ['a']);
    const outcomes = await Promise.allSettled([
      engine.write(keepAll, ['g']),
      engine.write(keepAndFail, 'b'),
      engine.write(keepAll, ['c', 'd']),
      engine.write(keepAll, ['e', 'a']),
      engine.write(keepAll, ['f']),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(outcomes[1]).toMatchObject({ reason: new Failed('after a write') });
    expect(namesOf(await sql(NAMES))).toEqual(['a', 'c', 'd', 'f', 'g']);
  });

  it('works after another one failed', async () => {
    const { engine, sql } = await open();
    await expect(engine.write(keepAndFail, 'a')).rejects.toThrow(Failed);
    await engine.write(keepAll, ['b']);
    expect(namesOf(await sql(NAMES))).toEqual(['b']);
  });

  it('reads its own changes', async () => {
    const { engine } = await open();
    function* writeAndRead(): Operation<unknown[]> {
      yield keep('a');
      const { rows } = yield run(NAMES);
      return namesOf(rows as Record<string, unknown>[]);
    }
    expect(await engine.write(writeAndRead, undefined)).toEqual(['a']);
  });

  it('reports how many rows it touched', async () => {
    const { engine } = await open();
    function* counts(): Operation<number[]> {
      const inserted = yield keep('a');
      const missed = yield run("UPDATE installation SET value = 'y' WHERE name = 'b'");
      const deleted = yield run('DELETE FROM installation');
      return [inserted.changes, missed.changes, deleted.changes];
    }
    expect(await engine.write(counts, undefined)).toEqual([1, 0, 1]);
  });

  it('is atomic among many concurrent ones', async () => {
    const { engine, sql } = await open();
    const groups = Array.from({ length: 100 }, (_, n) => [`${n}a`, `${n}b`]);
    await Promise.all(groups.map((names) => engine.write(keepAll, names)));
    expect(namesOf(await sql(NAMES))).toEqual(groups.flat().toSorted());
  });
});

describe.each(ENGINES)('a read on $name', ({ open }) => {
  it('returns what was committed', async () => {
    const { engine } = await open();
    await engine.write(keepAll, ['a']);
    function* read(): Operation<unknown[]> {
      const { rows } = yield run(NAMES);
      return namesOf(rows as Record<string, unknown>[]);
    }
    expect(await engine.read(read, undefined)).toEqual(['a']);
  });

  it('a read with an invalid statement fails, and the next one works', async () => {
    const { engine } = await open();
    function* wrong(): Operation<void> {
      yield run('SELECT * FROM nothing_like_it');
    }
    await expect(engine.read(wrong, undefined)).rejects.toThrow();
    await engine.write(keepAll, ['a']);
  });
});
