import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Operation, Statement } from '../../src/database/operation.ts';
import { MIGRATIONS, type Migration, type Step } from '../../src/database/migrations/list.ts';
import { openSqlite } from '../../src/database/sqlite/engine.ts';
import { createStillClock } from '../still-clock.ts';
import { ENGINES, temporaryFolder } from './engines.ts';

const statement = (text: string): Statement => ({ sql: text, parameters: [] });

const change = (...texts: string[]): Step => ({
  kind: 'change',
  title: 'changes',
  tables: [],
  statements: () => texts.map(statement),
});

const step = (name: string, oldestCode: number): Migration => ({
  name,
  oldestCode,
  steps: [change(`CREATE TABLE ${name} (name TEXT)`)],
});

const [one, two, three] = [step('one', 1), step('two', 1), step('three', 3)];

const ITEMS = 300;
const values = Array.from({ length: ITEMS }, (_, n) => `('${String(n).padStart(3, '0')}')`);
/** Counts how often each item was written. */
const counted: Migration = {
  name: 'counted',
  oldestCode: 1,
  steps: [
    change(
      'CREATE TABLE item (id TEXT PRIMARY KEY, writes INTEGER DEFAULT 0)',
      `INSERT INTO item (id) VALUES ${values.join(', ')}`,
    ),
    {
      kind: 'backfill',
      title: 'counts writes',
      table: 'item',
      key: 'id',
      update: ({ db }, within) =>
        sql`UPDATE item SET writes = writes + 1 WHERE ${within}`.compile(db),
    },
  ],
};

function* rowsOf(_: unknown, text: string): Operation<readonly unknown[]> {
  return (yield statement(text)).rows;
}

describe.each(ENGINES)('migrating on $name', ({ openEmpty }) => {
  async function start() {
    const { engine, migrate } = await openEmpty();
    const to = (migrations: readonly Migration[]) => migrate({ migrations });
    const query = (text: string) => engine.read(rowsOf, text);
    const run = (text: string) => engine.write(rowsOf, text);
    return { migrate, to, query, run };
  }

  it('applies new migrations in order, each once', async () => {
    const { to } = await start();
    expect(await to([one])).toEqual({ kind: 'ready', applied: ['one'] });
    expect(await to([one])).toEqual({ kind: 'ready', applied: [] });
    expect(await to([one, two, three])).toEqual({ kind: 'ready', applied: ['two', 'three'] });
    expect(await to([one, two, three])).toEqual({ kind: 'ready', applied: [] });
  });

  it('creates a new database completely or not at all', async () => {
    const { to, query } = await start();
    const broken = { ...two, steps: [...two.steps, change('INSERT INTO missing VALUES (1)')] };
    await expect(to([one, broken])).rejects.toThrow();
    await expect(query('SELECT * FROM migration')).rejects.toThrow();
    expect(await to([one, two])).toEqual({ kind: 'ready', applied: ['one', 'two'] });
  });

  it('accepts a newer schema that allows this version', async () => {
    const { to } = await start();
    await to([one, two]);
    expect(await to([one])).toEqual({ kind: 'ready', applied: [] });
  });

  it('refuses a newer schema that does not allow this version and changes nothing', async () => {
    const { to } = await start();
    await to([one, two, three]);
    expect(await to([one, two])).toEqual({ kind: 'too-new', oldestCode: 3, code: 2 });
    expect(await to([one, two, three])).toEqual({ kind: 'ready', applied: [] });
  });

  it('refuses a schema whose migration had different statements and changes nothing', async () => {
    const { to } = await start();
    await to([one]);
    const rewritten: Migration = { ...step('another', 1), name: 'one' };
    expect(await to([rewritten, two])).toEqual({ kind: 'other-version', name: 'one' });
    expect(await to([one, two])).toEqual({ kind: 'ready', applied: ['two'] });
  });

  it('undoes a step that fails, and continues with it', async () => {
    const { to, query, run } = await start();
    await to([one]);
    const half: Migration = {
      name: 'half',
      oldestCode: 2,
      steps: [
        change('CREATE TABLE first (name TEXT)'),
        change('CREATE TABLE second (name TEXT)', 'INSERT INTO missing VALUES (1)'),
      ],
    };
    await expect(to([one, half])).rejects.toThrow(
      /^The migration half failed in step 2 of 2, "changes" \(\w+\)\. What was done before is kept\./,
    );
    await run('CREATE TABLE missing (number INTEGER)');
    expect(await to([one, half])).toEqual({ kind: 'ready', applied: ['half'] });
    expect(await query('SELECT * FROM first, second')).toEqual([]);
  });

  it('fills a column in steps, continues after the last one if it was ended, and builds an index', async () => {
    const { to, migrate, query, run } = await start();
    const count = 2_500;
    const values = Array.from(
      { length: count },
      (_, n) => `('${String(n).padStart(5, '0')}', ${n})`,
    );
    const items: Migration = {
      name: 'items',
      oldestCode: 1,
      steps: [
        change(
          'CREATE TABLE item (id TEXT PRIMARY KEY, number INTEGER, writes INTEGER DEFAULT 0)',
          `INSERT INTO item (id, number) VALUES ${values.join(', ')}`,
        ),
      ],
    };
    const doubled: Migration = {
      name: 'doubled',
      oldestCode: 1,
      steps: [
        {
          kind: 'change',
          title: 'adds item.doubled',
          tables: ['item'],
          statements: () => [
            statement('ALTER TABLE item ADD COLUMN doubled INTEGER CHECK (doubled <> 3000)'),
          ],
        },
        {
          kind: 'backfill',
          title: 'fills item.doubled',
          table: 'item',
          key: 'id',
          update: ({ db }, within) =>
            sql`UPDATE item SET doubled = 2 * number, writes = writes + 1 WHERE ${within}`.compile(
              db,
            ),
        },
        {
          kind: 'index',
          title: 'index item_doubled',
          name: 'item_doubled',
          table: 'item',
          columns: sql`(doubled)`,
        },
      ],
    };
    await to([items]);
    const lines: unknown[] = [];
    const line = (fields: object, message: string) => void lines.push([message, fields]);
    const log = { info: line, warn: line, error: line };
    await expect(migrate({ migrations: [items, doubled], log })).rejects.toThrow();
    const written = await query('SELECT count(*) AS count FROM item WHERE writes > 0');
    expect(written).not.toEqual([{ count: 0 }]);
    await run('UPDATE item SET number = 0 WHERE number = 1500');
    expect(await migrate({ migrations: [items, doubled], log })).toMatchObject({
      applied: ['doubled'],
    });
    expect(
      await query('SELECT count(*) AS count FROM item WHERE doubled = 2 * number AND writes = 1'),
    ).toEqual([{ count }]);
    await expect(run('CREATE INDEX item_doubled ON item (doubled)')).rejects.toThrow();
    const at = (step: number, does: string) => ({ migration: 'doubled', step, of: 3, does });
    expect(lines).toEqual([
      ['migration begins', { migration: 'doubled', steps: 3 }],
      ['migration step begins', at(1, 'adds item.doubled')],
      ['migration step done', { ...at(1, 'adds item.doubled'), seconds: expect.any(Number) }],
      ['migration step begins', at(2, 'fills item.doubled')],
      [expect.stringContaining('migration step failed'), expect.objectContaining({ step: 2 })],
      ['migration continues', { migration: 'doubled', steps: 3 }],
      ['migration step continues', at(2, 'fills item.doubled')],
      ['migration step done', { ...at(2, 'fills item.doubled'), seconds: expect.any(Number) }],
      ['migration step begins', at(3, 'index item_doubled')],
      ['migration step done', { ...at(3, 'index item_doubled'), seconds: expect.any(Number) }],
      ['migration done', { migration: 'doubled', seconds: expect.any(Number) }],
    ]);
  });

  it('ends between two transactions of a backfill when it is asked to, and continues after the last one', async () => {
    const { migrate, query } = await start();
    const migrations = [one, counted];
    await migrate({ migrations: [one] });
    const ending = new AbortController();
    const messages: string[] = [];
    const line = (fields: Record<string, unknown>, message: string) => {
      messages.push(message);
      if (fields['step'] === 2) ending.abort();
    };
    const log = { info: line, warn: line, error: line };
    const asked = { migrations, log, ending: ending.signal };
    expect(await migrate(asked)).toEqual({ kind: 'stopped' });
    expect(messages.at(-1)).toBe('migration step stops; migrate continues with it');
    const written = 'SELECT count(*) AS count FROM item WHERE writes = 1';
    expect(await query(written)).toEqual([{ count: 100 }]);
    expect(await migrate({ migrations })).toEqual({ kind: 'ready', applied: ['counted'] });
    expect(await query(written)).toEqual([{ count: ITEMS }]);
  });

  it('refuses a migration that the servers which run could not work with', async () => {
    const { migrate, to } = await start();
    await to([one]);
    const servedBy = (served: boolean) =>
      migrate({ migrations: [one, two, three], isServed: () => Promise.resolve(served) });
    expect(await servedBy(true)).toEqual({ kind: 'served', name: 'three' });
    expect(await to([one, two])).toEqual({ kind: 'ready', applied: [] });
    expect(await servedBy(false)).toEqual({ kind: 'ready', applied: ['three'] });
  });

  it('happens once when several processes start together', async () => {
    const { to } = await start();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => to([one, two])));
    expect(outcomes.flatMap((each) => (each.kind === 'ready' ? each.applied : []))).toEqual([
      'one',
      'two',
    ]);
  });

  it('creates every table that this version uses', async () => {
    const { to } = await start();
    expect(await to(MIGRATIONS)).toEqual({
      kind: 'ready',
      applied: MIGRATIONS.map(({ name }) => name),
    });
  });
});

it('a server that has its data folder to itself receives signals between two transactions of a backfill', async () => {
  const path = join(temporaryFolder(), 'empty.db');
  const sqlite = openSqlite({ path, clock: createStillClock() });
  onTestFinished(() => sqlite.close());
  await sqlite.migrate({ migrations: [one] });
  const ending = new AbortController();
  setImmediate(() => ending.abort());
  const migrations = [one, counted];
  const migrated = sqlite.migrate({ isAlone: true, migrations, ending: ending.signal });
  expect(await migrated).toEqual({ kind: 'stopped' });
});

it('every migration names the oldest version that it allows', () => {
  for (const [index, { oldestCode }] of MIGRATIONS.entries()) {
    expect(oldestCode).toBeGreaterThanOrEqual(1);
    expect(oldestCode).toBeLessThanOrEqual(index + 1);
  }
});
