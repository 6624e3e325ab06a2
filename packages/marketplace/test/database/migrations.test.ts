import { describe, expect, it } from 'vitest';
import type { Statement } from '../../src/database/operation.ts';
import { migrate } from '../../src/database/migrate.ts';
import { MIGRATIONS, type Migration } from '../../src/database/migrations/list.ts';
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

  it('applies new migrations in order, each once', async () => {
    const { to } = await start();
    expect(await to([one])).toEqual({ kind: 'ready', applied: ['one'] });
    expect(await to([one])).toEqual({ kind: 'ready', applied: [] });
    expect(await to([one, two, three])).toEqual({ kind: 'ready', applied: ['two', 'three'] });
    expect(await to([one, two, three])).toEqual({ kind: 'ready', applied: [] });
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
    const rewritten: Migration = { ...one, up: () => create('another') };
    expect(await to([rewritten, two])).toEqual({ kind: 'other-version', name: 'one' });
    expect(await to([one, two])).toEqual({ kind: 'ready', applied: ['two'] });
  });

  it('leaves the schema unchanged when a migration fails', async () => {
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

it('every migration names the oldest version that it allows', () => {
  for (const [index, { oldestCode }] of MIGRATIONS.entries()) {
    expect(oldestCode).toBeGreaterThanOrEqual(1);
    expect(oldestCode).toBeLessThanOrEqual(index + 1);
  }
});
