import { describe, expect, it } from 'vitest';
import type { Statement } from '../../src/sql/operation.ts';
import { migrate } from '../../src/sql/migrate.ts';
import { MIGRATIONS, type Migration } from '../../src/sql/migrations/list.ts';
import { ENGINES } from './engines.ts';

function* create(table: string): Generator<Statement> {
  yield { sql: `CREATE TABLE ${table} (name TEXT)`, parameters: [] };
}

const step = (name: string, oldestCode: number): Migration => ({
  name,
  oldestCode,
  up: () => create(name),
});

const [one, two, three] = [step('one', 1), step('two', 1), step('three', 3)];

describe.each(ENGINES)('migrating on $name', ({ openEmpty }) => {
  async function start() {
    const engine = await openEmpty();
    const to = (migrations: readonly Migration[]) =>
      engine.write((dialect) => migrate(dialect, migrations), undefined);
    return { engine, to };
  }

  it('applies what is new, in order, and nothing twice', async () => {
    const { to } = await start();
    expect(await to([one])).toEqual({ kind: 'ready', applied: ['one'] });
    expect(await to([one])).toEqual({ kind: 'ready', applied: [] });
    expect(await to([one, two, three])).toEqual({ kind: 'ready', applied: ['two', 'three'] });
    expect(await to([one, two, three])).toEqual({ kind: 'ready', applied: [] });
  });

  it('lets older code live with a newer schema that says it can', async () => {
    const { to } = await start();
    await to([one, two]);
    expect(await to([one])).toEqual({ kind: 'ready', applied: [] });
  });

  it('refuses older code that the schema says cannot, and changes nothing', async () => {
    const { to } = await start();
    await to([one, two, three]);
    expect(await to([one, two])).toEqual({ kind: 'too-new', oldestCode: 3, code: 2 });
    expect(await to([one, two, three])).toEqual({ kind: 'ready', applied: [] });
  });

  it('refuses a schema whose migration had other statements, and changes nothing', async () => {
    const { to } = await start();
    await to([one]);
    const rewritten: Migration = { ...one, up: () => create('another') };
    expect(await to([rewritten, two])).toEqual({ kind: 'other-version', name: 'one' });
    expect(await to([one, two])).toEqual({ kind: 'ready', applied: ['two'] });
  });

  it('that fails half-way leaves the schema as it was', async () => {
    const { to } = await start();
    await to([one]);
    const broken: Migration = {
      name: 'broken',
      oldestCode: 2,
      *up() {
        yield* create('half');
        yield { sql: 'NO SQL AT ALL', parameters: [] };
      },
    };
    await expect(to([one, two, broken])).rejects.toThrow();
    expect(await to([one, two, step('half', 1)])).toEqual({
      kind: 'ready',
      applied: ['two', 'half'],
    });
  });

  it('by many at once is done once', async () => {
    const { to } = await start();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => to([one, two])));
    expect(outcomes.flatMap((each) => (each.kind === 'ready' ? each.applied : []))).toEqual([
      'one',
      'two',
    ]);
  });

  it('to this code makes every table that it works with', async () => {
    const { to } = await start();
    expect(await to(MIGRATIONS)).toEqual({
      kind: 'ready',
      applied: MIGRATIONS.map(({ name }) => name),
    });
  });
});

it('the released migrations say which code can live with them', () => {
  for (const [index, { oldestCode }] of MIGRATIONS.entries()) {
    expect(oldestCode).toBeGreaterThanOrEqual(1);
    expect(oldestCode).toBeLessThanOrEqual(index + 1);
  }
});
