// A prepared statement is compiled once per dialect and bound to its arguments at each run.
import { describe, expect, it } from 'vitest';
import { prepared } from '../../src/database/operation.ts';
import { createExecutor } from '../../src/database/sqlite/connection.ts';
import { sqliteDialect } from '../../src/database/sqlite/auth-database.ts';

const unused = (): never => {
  throw new Error('Nothing is run here.');
};

/** A dialect that only compiles. */
const newDialect = () =>
  sqliteDialect({
    now: unused,
    lookup: unused,
    storedBytes: { load: unused, today: unused, add: unused, move: unused },
  });

describe('a prepared statement', () => {
  it('is compiled once per dialect', () => {
    let built = 0;
    const find = prepared((db, { name }: { name: string }) => {
      built += 1;
      return db.selectFrom('installation').selectAll().where('name', '=', name);
    });
    const dialect = newDialect();
    const first = find(dialect, { name: 'a' });
    const second = find(dialect, { name: 'b' });
    expect(built).toBe(1);
    expect(first.sql).toBe(second.sql);
    expect([first.parameters, second.parameters]).toEqual([['a'], ['b']]);
    find(newDialect(), { name: 'c' });
    expect(built).toBe(2);
  });

  it('keeps constants and binds each argument at its position', () => {
    const insert = prepared((db, args: { name: string; value: string }) =>
      db
        .insertInto('installation')
        .values({ value: args.value, name: args.name })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: args.value }))
        .returning((column) => column.val('fixed').as('fixed')),
    );
    const { parameters } = insert(newDialect(), { name: 'n', value: 'v' });
    expect(parameters).toEqual(['v', 'n', 'v', 'fixed']);
  });

  it('passes null, bytes and text that looks like SQL unchanged', () => {
    const find = prepared((db, args: { name: unknown }) =>
      db
        .selectFrom('installation')
        .selectAll()
        .where('name', '=', args.name as string),
    );
    const dialect = newDialect();
    for (const name of [null, new Uint8Array([1]), "'; DROP TABLE orders;--"]) {
      expect(find(dialect, { name }).parameters).toEqual([name]);
    }
  });
});

describe('the executor', () => {
  it('prepares each text once, and at a limit drops those that were not used again', () => {
    const texts: string[] = [];
    const execute = createExecutor({
      prepare(sql: string) {
        texts.push(sql);
        return { reader: true, all: () => [] };
      },
    } as unknown as Parameters<typeof createExecutor>[0]);
    const run = (sql: string) => execute({ sql, parameters: [] });
    for (let n = 0; n < 3; n++) run('same');
    expect(texts).toEqual(['same']);
    for (let n = 0; n < 500; n++) run(`other ${n}`);
    texts.length = 0;
    run('same');
    run('other 499');
    expect(texts).toEqual([]);
    run('other 0');
    expect(texts).toEqual(['other 0']);
  });
});
