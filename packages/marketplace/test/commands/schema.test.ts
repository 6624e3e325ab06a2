// docs/operate/run.md#upgrade: which commands make a marketplace; only `serve` and `migrate` change a schema.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS, type Migration } from '../../src/database/migrations/list.ts';
import { openPostgresStorage } from '../../src/server/postgres-storage.ts';
import { openSqliteStorage } from '../../src/server/sqlite-storage.ts';
import { newFolder } from '../market.ts';
import { newBareDatabase, newDatabase } from '../postgres/databases.ts';
import { createStillClock } from '../still-clock.ts';
import { runInProcess } from './run-in-process.ts';

const email = ['--email', 'ann@example.com'];
const CREATE_KEY = ['keys', 'create', ...email];
const COMMANDS = [
  CREATE_KEY,
  ['keys', 'list'],
  ['users', 'invite', ...email],
  ['accounts', 'suspend', 'ann@example.com'],
  ['reviews', 'list'],
  ['listings', 'archive', 'spam', '--reason', 'Spam'],
  ['secrets', 're-encrypt'],
];

async function refused(args: string[], place: string[]) {
  const { code, stdout, stderr } = await runInProcess([...args, ...place]);
  expect([args, code, stdout]).toEqual([args, 1, '']);
  expect(stderr).toMatch(/^✖ .*\n$/);
  return stderr;
}

/** An operator may want a key before the first server runs. */
async function createsMarketplace(place: string[]) {
  const created = await runInProcess([...CREATE_KEY, ...place]);
  expect([created.code, created.stdout]).toEqual([0, expect.stringMatching(/^mkt_/)]);
  expect(created.stderr).toMatch(/^Created a marketplace in .*\.\nCreated key /);
  const listed = await runInProcess(['keys', 'list', ...place]);
  expect([listed.code, listed.stderr]).toEqual([0, '']);
}

describe('a data folder without a marketplace', () => {
  it('is not created by any command: its name is probably misspelled', async () => {
    const folder = join(newFolder(), 'typo');
    const file = join(newFolder(), 'backup.db');
    for (const command of [...COMMANDS, ['backup', file], ['export', file]]) {
      expect(await refused(command, ['--data', folder])).toContain(
        `No marketplace found in ${folder}.`,
      );
    }
    const nothing = join(newFolder(), 'backup.db');
    writeFileSync(nothing, '');
    for (const command of [['migrate'], ['restore', nothing], ['import', nothing]]) {
      const says = await refused(command, ['--data', folder]);
      expect(says).toContain(`There is no folder ${folder}. Check the name.`);
    }
    expect(existsSync(folder)).toBe(false);
  });

  it('is made into one by keys create if it exists and is empty, and by no command that needs one', async () => {
    const folder = newFolder();
    for (const command of COMMANDS.slice(1)) {
      expect(await refused(command, ['--data', folder])).toContain('No marketplace found in');
    }
    expect(readdirSync(folder)).toEqual([]);
    await createsMarketplace(['--data', folder]);

    // Something else is kept there.
    const full = newFolder();
    writeFileSync(join(full, 'notes.txt'), '');
    expect(await refused(CREATE_KEY, ['--data', full])).toContain('No marketplace found in');
    expect(readdirSync(full)).toEqual(['notes.txt']);
  });

  it('is made into one by migrate, even if its database is an empty file', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'market.db'), '');
    expect(await refused(['keys', 'list'], ['--data', folder])).toContain('No marketplace found');
    const made = await runInProcess(['migrate', '--data', folder]);
    expect([made.code, made.stderr]).toEqual([0, expect.stringMatching(/^Applied migrations: /)]);
  });
});

describe('a Postgres database without a marketplace', () => {
  it('is not made into one by a command, except by migrate and keys create', async () => {
    await createsMarketplace(['--database', await newBareDatabase()]);
    const database = ['--database', await newBareDatabase()];
    for (const command of COMMANDS.slice(1, 3)) {
      expect(await refused(command, database)).toMatch(/^✖ The database \S+ on \S+ holds no /);
    }
    const applied = await runInProcess(['migrate', ...database]);
    expect(applied.stderr).toMatch(/^Applied migrations: /);
  });
});

/** As a later version has it. */
const LATER: Migration = {
  name: 'later',
  oldestCode: 1,
  steps: [
    {
      kind: 'change',
      title: 'creates later',
      tables: [],
      *statements() {
        yield { sql: 'CREATE TABLE later (name TEXT)', parameters: [] };
      },
    },
  ],
};

function withLaterMigration(): void {
  const migrations = MIGRATIONS as Migration[];
  migrations.push(LATER);
  onTestFinished(() => void migrations.pop());
}

describe('a command of a newer version', () => {
  it('does not migrate a data folder, and says what does', async () => {
    const options = { folder: newFolder(), clock: createStillClock() };
    await (await openSqliteStorage(options)).close();
    withLaterMigration();
    const open = () => openSqliteStorage({ ...options, migrates: false });
    await expect(open()).rejects.toThrow(
      `The marketplace in ${options.folder} has the schema of an older version. Back it up, then migrate it: mkt-marketplace migrate --data ${options.folder}`,
    );
    const migrated = await openSqliteStorage(options);
    expect(migrated.applied).toEqual(['later']);
    await migrated.close();
    await (await open()).close();
  });

  it('does not migrate a Postgres database, and says what does', async () => {
    const database = { url: await newBareDatabase(), connections: 1 };
    await (await openPostgresStorage(database)).close();
    withLaterMigration();
    const open = () => openPostgresStorage(database, { migrates: false });
    await expect(open()).rejects.toThrow(
      /^The marketplace in \S+ on \S+ has the schema of an older version\. .* migrate$/,
    );
    const migrated = await openPostgresStorage(database);
    expect(migrated.applied).toEqual(['later']);
    await migrated.close();
    await (await open()).close();
  });

  it('works on a schema that is up to date', async () => {
    const { url } = { url: await newDatabase() };
    const storage = await openPostgresStorage({ url, connections: 1 }, { migrates: false });
    expect(storage.applied).toEqual([]);
    await storage.close();
  });
});

describe('migrate --plan', () => {
  it('prints the steps and whether orders wait, and changes nothing', async () => {
    const options = { folder: newFolder(), clock: createStillClock() };
    await (await openSqliteStorage(options)).close();
    const place = ['--data', options.folder];
    const upToDate = await runInProcess(['migrate', '--plan', ...place]);
    expect(upToDate.stdout).toBe(`The data folder ${options.folder} is up to date.\n`);

    withLaterMigration();
    const migrations = MIGRATIONS as Migration[];
    const index = { name: 'order_later', table: 'orders', columns: sql`(state, id)` };
    migrations.push({
      name: 'much-later',
      oldestCode: 1,
      steps: [{ kind: 'index', title: 'index order_later', ...index }],
    });
    onTestFinished(() => void migrations.splice(migrations.length - 1));
    for (let time = 0; time < 2; time++) {
      const { code, stdout } = await runInProcess(['migrate', '--plan', ...place]);
      expect(code).toBe(0);
      expect(stdout.split('\n').slice(0, 5)).toEqual([
        `The data folder ${options.folder} will be migrated in 2 steps:`,
        '',
        'migration   step    does               rows  takes about  orders',
        'later       1 of 1  creates later            an instant   continue',
        'much-later  1 of 1  index order_later  0     an instant   wait',
      ]);
      expect(stdout).toContain('gets 503\nwith Retry-After');
    }
  });

  it('says that a database without a marketplace has nothing to wait for', async () => {
    const folder = newFolder();
    const { code, stdout } = await runInProcess(['migrate', '--plan', '--data', folder]);
    expect([code, stdout]).toEqual([
      0,
      `The data folder ${folder} holds no marketplace yet. One will be created in an instant.\n`,
    ]);
    expect(readdirSync(folder)).toEqual([]);
    const database = ['--database', await newBareDatabase()];
    const onPostgres = await runInProcess(['migrate', '--plan', ...database]);
    expect(onPostgres.stdout).toMatch(/^The database \S+ on \S+ holds no marketplace yet\./);
  });
});
