// The accounts library never changes the database: our migrations make what it needs.
import { getMigrations } from 'better-auth/db/migration';
import { describe, expect, it, onTestFinished } from 'vitest';
import { betterAuthOptions } from '../../src/accounts/better-auth.ts';
import { openPostgresStorage } from '../../src/server/postgres-storage.ts';
import { openSqliteStorage } from '../../src/server/sqlite-storage.ts';
import type { Storage } from '../../src/server/storage.ts';
import { systemClock } from '../../src/server/outside.ts';
import { newDatabase } from '../postgres/databases.ts';

const STORAGES: { name: string; open(): Promise<Storage> }[] = [
  { name: 'sqlite', open: () => openSqliteStorage({ clock: systemClock }) },
  {
    name: 'postgres',
    open: async () => openPostgresStorage({ url: await newDatabase(), connections: 2 }),
  },
];

async function plan({ auth }: Storage, change: object = {}) {
  const warnings: string[] = [];
  const options = betterAuthOptions({
    database: auth,
    cookieKey: new Uint8Array(32),
    secureCookies: true,
    baseUrl: 'https://market.example.com',
    id: () => '0',
  });
  const logger = { log: (_level: string, message: string) => void warnings.push(message) };
  const { toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems } = await getMigrations({
    ...options,
    ...change,
    logger,
  });
  return { toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems, warnings };
}

const NOTHING = {
  toBeCreated: [],
  toBeAdded: [],
  toBeAddedIndexes: [],
  schemaProblems: [],
  warnings: [],
};

describe.each(STORAGES)('the tables of people on $name', ({ open }) => {
  it('are those that the accounts library would create', async () => {
    const storage = await open();
    onTestFinished(() => storage.close());
    expect(await plan(storage)).toEqual(NOTHING);
  });

  it('are really compared: a table or column that differs is reported', async () => {
    const storage = await open();
    onTestFinished(() => storage.close());
    const renamed = await plan(storage, { account: { modelName: 'elsewhere' } });
    expect(renamed.toBeCreated.map(({ table }) => table)).toEqual(['elsewhere']);
    const longer = await plan(storage, {
      user: { additionalFields: { nickname: { type: 'string', required: false } } },
    });
    expect(longer.toBeAdded).toMatchObject([{ table: 'user', fields: { nickname: {} } }]);
  });
});
