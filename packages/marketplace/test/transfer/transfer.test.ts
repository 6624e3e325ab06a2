// docs/operate/move.md: everything of a marketplace, to another one on either database.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import type { Operation } from '../../src/database/operation.ts';
import { openPostgres } from '../../src/database/postgres/engine.ts';
import { createSealing, type Sealing } from '../../src/database/sealing.ts';
import { openSqliteStorage } from '../../src/server/sqlite-storage.ts';
import { passkeyOf, requireMade, writeExport } from '../../src/transfer/file.ts';
import { type Noun, NOUNS } from '../../src/transfer/nouns.ts';
import { toRows } from '../../src/transfer/records.ts';
import { changeBeside, readBeside } from '../accounts/database-beside.ts';
import { runInProcess } from '../commands/run-in-process.ts';
import { ENGINES } from '../database/engines.ts';
import { newFolder } from '../market.ts';
import { newBareDatabase, newDatabase } from '../postgres/databases.ts';
import { createStillClock } from '../still-clock.ts';
import { fill, idOf, type Row } from './filled.ts';

const KEY = randomBytes(32);
const sealing = createSealing([KEY]);
const PASSPHRASE = 'correct horse battery staple';

beforeEach(() => {
  vi.stubEnv('MKT_ENCRYPTION_KEY', KEY.toString('base64'));
  vi.stubEnv('MKT_EXPORT_PASSPHRASE', PASSPHRASE);
  onTestFinished(() => void vi.unstubAllEnvs());
});

/** Tables that are made from others, and those that a marketplace that moves does without. */
const DERIVED = [
  'listing_tag',
  'listing_search',
  'order_entry',
  'order_metadata',
  'search_word',
  'search_spelling',
];
const LEFT_OUT: Readonly<Record<string, string>> = {
  session: 'people sign in again',
  sign_in_link: 'the operator prints new links',
  verification: 'the accounts library has it and does not use it',
  migration: 'the schema of the new database',
  change: 'what has changed since a process began to cache',
  rate_limit: 'counters of this minute',
  settled_log: 'continues by itself',
};
/** Positions in the log that an import sets itself. */
const OWN_POSITIONS: ReadonlySet<unknown> = new Set(['stored-bytes', 'lists']);
const LEFT_OUT_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  // Which process calls, and when it would be settled.
  orders: ['lease_owner', 'open_until'],
  // In the order of the file, and what is searched.
  audit: ['number'],
  listing: ['row_number', 'search_document', 'health'],
  auth_credential: [
    'accessToken',
    'refreshToken',
    'idToken',
    'accessTokenExpiresAt',
    'refreshTokenExpiresAt',
    'scope',
  ],
};

/** What a record can hold, by table. */
function exportedColumns(): Map<string, Set<string>> {
  const columns = new Map<string, Set<string>>();
  const add = (table: string, names: string[]) =>
    columns.set(table, new Set([...(columns.get(table) ?? []), ...names]));
  for (const { table, members, parts, isOnlyOfAccount } of Object.values(NOUNS)) {
    if (isOnlyOfAccount) continue;
    add(
      table,
      Object.values(members).map(({ column }) => column),
    );
    for (const part of Object.values(parts)) {
      add(part.table, [part.key, ...Object.values(part.members).map(({ column }) => column)]);
    }
  }
  return columns;
}

function* statement(_: unknown, sql: string): Operation<Row[]> {
  const { rows } = yield { sql, parameters: [] };
  return rows as Row[];
}

const TABLES = {
  sqlite: `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
    AND name NOT LIKE 'sqlite%'`,
  postgres: `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
};

describe.each(ENGINES)('on $name', ({ name, open: openStorage }) => {
  it('every column of every table is exported, derived, or left out for a reason', async () => {
    const { sql, columnsOf } = await openStorage();
    const exported = exportedColumns();
    const missing: string[] = [];
    for (const row of await sql(TABLES[name === 'sqlite' ? 'sqlite' : 'postgres'])) {
      const table = String(row['name']);
      if (DERIVED.includes(table) || LEFT_OUT[table] !== undefined) continue;
      for (const column of await columnsOf(table)) {
        const isKnown =
          exported.get(table)?.has(column) || LEFT_OUT_COLUMNS[table]?.includes(column);
        if (!isKnown) missing.push(`${table}.${column}`);
      }
    }
    expect(missing).toEqual([]);
  });
});

function comparable(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return typeof value === 'boolean' ? Number(value) : value;
}

function opened(row: Row, column: string, table: string, { open: decrypt }: Sealing): unknown {
  const value = row[column];
  const isSecret = column === 'sealed' || column === 'previous_sealed' || table === 'installation';
  if (!isSecret || value === null || column === 'name') return comparable(value);
  const owner = table === 'signing_secret' ? row['listing_id'] : (row['id'] ?? row['name']);
  return decrypt(value as string, String(owner));
}

/** Every row of every table that is exported or derived, with its secrets decrypted. */
async function contentsOf(
  { read }: Engine,
  key: Sealing = sealing,
): Promise<Record<string, Row[]>> {
  const contents: Record<string, Row[]> = {};
  for (const table of [...exportedColumns().keys(), ...DERIVED]) {
    // Made again for all orders, also for those that the import settled.
    if (table === 'listing_search' || table === 'order_entry') continue;
    const rows = await read(statement, `SELECT * FROM "${table}"`);
    const readable = rows
      .filter((row) => table !== 'follower' || !OWN_POSITIONS.has(row['name']))
      .filter((row) => table !== 'installation' || String(row['value']).startsWith('s1.'))
      .map((row) =>
        Object.fromEntries(
          Object.keys(row)
            .filter((column) => !LEFT_OUT_COLUMNS[table]?.includes(column))
            .toSorted()
            .map((column) => [column, opened(row, column, table, key)]),
        ),
      );
    contents[table] = readable.toSorted((one, other) =>
      JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
    );
  }
  return contents;
}

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(args);
  expect([code, stdout, stderr]).toEqual([0, '', expect.not.stringContaining('✖')]);
  return stderr;
}

async function refused(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^✖ .*\n$/);
  return stderr;
}

async function contentsOfFolder(folder: string, key = sealing) {
  const storage = await openSqliteStorage({ folder, clock: createStillClock() });
  try {
    return await contentsOf(storage.engine, key);
  } finally {
    await storage.close();
  }
}

async function ordersInLists(folder: string): Promise<number> {
  const storage = await openSqliteStorage({ folder, clock: createStillClock() });
  const counted = 'SELECT count(DISTINCT order_id) AS n FROM order_entry';
  const [row] = await storage.engine.read(statement, counted);
  await storage.close();
  return Number(row?.['n']);
}

async function filledFolder(): Promise<string> {
  const folder = newFolder();
  const storage = await openSqliteStorage({ folder, clock: createStillClock() });
  await fill(storage.engine, sealing);
  await storage.close();
  return folder;
}

const newFile = () => join(newFolder(), 'export.ndjson');

describe('a marketplace', () => {
  it('is the same after a move to Postgres and back, apart from orders that were open', async () => {
    const [first, last] = [await filledFolder(), newFolder()];
    await changeBeside(
      { folder: first },
      "INSERT INTO follower VALUES ('stored-bytes', 0, '', NULL)",
    );
    const database = await newDatabase();
    const [toPostgres, back] = [newFile(), newFile()];
    expect(await run('export', toPostgres, '--data', first)).toMatch(
      /^Exported 2 accounts, 2 listings and 3 orders to \S+\.\nOf the orders, 1 were waiting and 1 running: /,
    );
    expect(await run('import', toPostgres, '--database', database)).toMatch(
      /^Imported 2 accounts, 2 listings and 3 orders into the database \S+ on \S+\. Settled 2 open orders as interrupted\./,
    );
    expect(await run('export', back, '--database', database)).not.toContain('waiting');
    const other = randomBytes(32);
    vi.stubEnv('MKT_ENCRYPTION_KEY', other.toString('base64'));
    vi.stubEnv('MKT_EXPORT_PASSPHRASE', '');
    const passphrase = join(newFolder(), 'passphrase');
    writeFileSync(passphrase, `${PASSPHRASE}\n`);
    await run('import', back, '--data', last, '--passphrase-file', passphrase);
    expect(readFileSync(back, 'utf8')).not.toContain('sealed 1');

    const before = await contentsOfFolder(first);
    const after = await contentsOfFolder(last, createSealing([other]));
    for (const [table, rows] of Object.entries(before))
      expect([table, rows]).not.toEqual([table, []]);
    const postgres = openPostgres({ url: database, connections: 2 });
    onTestFinished(() => postgres.close());
    expect(after).toEqual(await contentsOf(postgres.engine));

    expect(await ordersInLists(last)).toBe(3);
    // Postgres has counted the bytes of every order, so that they are not counted again.
    const positions = `SELECT max(settled_number) AS log,
      (SELECT number FROM follower WHERE name = 'stored-bytes') AS counted FROM orders`;
    const [position] = (await readBeside({ folder: last }, positions)) as Row[];
    expect(position?.['counted']).toBe(position?.['log']);

    const { orders, key_spend: spent, ...rest } = after;
    expect(rest).toEqual({ ...before, orders: undefined, key_spend: undefined });
    const [done, ...interrupted] = orders ?? [];
    expect(done).toEqual(before['orders']?.[0]);
    for (const order of interrupted) {
      expect(order).toMatchObject({ state: 'failed', failure_json: '{"kind":"interrupted"}' });
      expect(Number(order['settled_number'])).toBeGreaterThan(Number(done?.['settled_number']));
    }
    // The running order no longer counts against the budget.
    const micros = (rows: Row[] | undefined) =>
      rows?.find((row) => row['key_id'] === idOf(1))?.['micros'];
    expect(micros(spent)).toBe(Number(micros(before['key_spend'])) - 1_002);
  });
});

/** An export with these records in place of those of a marketplace. */
async function fileWith(...records: (Row & { kind: string })[]): Promise<string> {
  const path = newFile();
  const file = await open(path, 'wx');
  const about = { madeAt: new Date(0).toISOString(), madeBy: '0.0.1', passphrase: PASSPHRASE };
  const writer = await writeExport(file, about);
  for (const record of records) await writer.write(record);
  await writer.end();
  await file.close();
  return path;
}

const ACCOUNT = {
  kind: 'account',
  id: idOf(1),
  name: 'Ann',
  createdAt: '2026-11-26T09:08:07.006Z',
};

describe('an import', () => {
  it('is refused with one sentence, and changes nothing', async () => {
    const unknown = await fileWith(ACCOUNT, { kind: 'ledger' });
    const folder = newFolder();
    const importing = (path: string) => refused('import', path, '--data', folder);
    const changed = (change: (text: string) => string) => {
      const path = newFile();
      writeFileSync(path, change(readFileSync(unknown, 'utf8')));
      return path;
    };
    const cutBefore = (line: number) => (text: string) =>
      text.split('\n').slice(0, line).join('\n');
    expect(await importing(join(newFolder(), 'none'))).toContain('File not found');
    for (const [path, message] of [
      [changed(() => ''), 'is not an export of a marketplace. Nothing was imported.'],
      [changed((text) => text.slice(0, -200)), 'is cut off: its last line is missing.'],
      [changed(cutBefore(2)), 'is cut off: its last line is missing.'],
      [changed(cutBefore(1)), 'is cut off: its last line is missing.'],
      [changed((text) => text.replace('Ann', 'Eve')), 'its checksum differs.'],
      [
        changed((text) => text.replace('"version":1', '"version":2')),
        'was made by 0.0.1 in version 2 of the format, and this version of mkt-marketplace reads',
      ],
      [unknown, 'the record in line 3 is a "ledger", which this version does not know.'],
    ] as const) {
      expect(await importing(path)).toContain(message);
    }
    vi.stubEnv('MKT_EXPORT_PASSPHRASE', 'another passphrase');
    expect(await importing(unknown)).toContain('was sealed with another passphrase.');
    vi.stubEnv('MKT_EXPORT_PASSPHRASE', '');
    expect(await importing(unknown)).toContain('Set MKT_EXPORT_PASSPHRASE to it, or name a file');
    expect(readdirSync(folder)).toEqual(['serve.lock']);
    expect(await refused('import', unknown, '--data', await filledFolder())).toMatch(
      /already holds a marketplace, and an import needs an empty one\. Nothing was imported\.$/m,
    );
    const served = await openSqliteStorage({ folder, clock: createStillClock(), exclusive: true });
    onTestFinished(() => served.close());
    expect(await importing(unknown)).toContain('Another running marketplace is using');
  });

  it('into a database without tables says how to create them', async () => {
    const database = await newBareDatabase();
    const file = await fileWith(ACCOUNT);
    expect(await refused('import', file, '--database', database)).toMatch(
      /^✖ The database \S+ on \S+ holds no marketplace\. Check the address, or create the tables of one first: mkt-marketplace migrate$/m,
    );
  });

  it('knows a checksum that was made without the passphrase', async () => {
    const sealed = await passkeyOf(PASSPHRASE, Buffer.alloc(16));
    const end = { kind: 'end', records: {}, sha256: 'aa' } as const;
    requireMade({ ...end, hmac: sealed.hmacOf('aa') }, sealed);
    for (const hmac of ['', sealed.hmacOf('ab')]) {
      expect(() => requireMade({ ...end, hmac }, sealed)).toThrow('its checksum differs');
    }
  });

  it('refuses members that it does not know, and values that a member cannot have', () => {
    const rowsOf = (record: Row) => () =>
      toRows(NOUNS['account'] as Noun, { ...ACCOUNT, ...record }, () => '');
    rowsOf({})();
    expect(rowsOf({ credit: 1 })).toThrow('has the unknown member "credit"');
    expect(rowsOf({ profile: { credit: 1 } })).toThrow('has the unknown member "credit"');
    for (const createdAt of ['today', '2026-11-26', 1, null, undefined]) {
      expect(rowsOf({ createdAt })).toThrow('has no valid createdAt');
    }
    expect(rowsOf({ profile: [] })).toThrow('has no valid profile');
  });
});

describe('an export of one account', () => {
  it('has what the account bought and sold, without secrets, hashes and what only others know', async () => {
    const [folder, file] = [await filledFolder(), newFile()];
    const account = ['export', file, '--data', folder, '--account', idOf(1)];
    expect(await refused(...account, '--passphrase-file', file)).toContain('needs no passphrase');
    vi.stubEnv('MKT_ENCRYPTION_KEY', '');
    expect(await run(...account)).toMatch(
      /^Exported the data of the account \S+ to \S+: 1 listing, 1 order and 1 sale\. /,
    );
    const text = readFileSync(file, 'utf8');
    const records = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const others = records.filter(({ kind, ...rest }) => JSON.stringify(rest).includes(idOf(2)));
    // The parent of its key, which in a real marketplace is of the same account.
    expect(others.map(({ kind }) => kind)).toEqual(['key']);
    // A sealed text, 32 bytes of a hash, and the hash of a password.
    expect(text).not.toMatch(/"s1\.|AQEBAQ|password 1/);
    const sale = records.find(({ kind }) => kind === 'sale');
    expect(sale).toMatchObject({ id: idOf(1), requestJson: expect.stringContaining('1.0') });
    for (const member of ['buyerAccountId', 'keyId', 'metadataJson', 'budgetKeys', 'logNumber']) {
      expect(sale).not.toHaveProperty(member);
    }
    vi.stubEnv('MKT_ENCRYPTION_KEY', KEY.toString('base64'));
    expect(await refused('import', file, '--data', newFolder())).toContain(
      'for its owner, without secrets, and cannot be imported. Nothing was imported.',
    );
    expect(await refused(...account)).toContain('already exists; add --force to replace it.');
    expect(await refused('export', newFile(), '--data', folder, '--account', 'eve')).toContain(
      'No account has the id or email address eve.',
    );
  });
});
