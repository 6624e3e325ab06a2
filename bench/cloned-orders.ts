import Database from 'better-sqlite3';
import { Client, types } from 'pg';
import type { Dialect, Operation } from '../packages/marketplace/src/database/operation.ts';
import { openPostgres } from '../packages/marketplace/src/database/postgres/engine.ts';
import { openSqlite } from '../packages/marketplace/src/database/sqlite/engine.ts';
import { addEntries } from '../packages/marketplace/src/orders/sql-entries.ts';
import { systemClock } from '../packages/marketplace/src/server/outside.ts';

/** Orders that a marketplace has placed and settled; a benchmark makes many from them. */
export interface PlacedOrders {
  /** At least how many there are. */
  count: number;
  /** Some of them, in the order in which they were placed. */
  ids: readonly string[];
  /** All were placed and settled between these times. */
  fromMs: number;
  toMs: number;
}

/**
 * What a column has in the row of an order: its id as text or in 16 bytes; a time in ms, or in 1,024ths
 * of a ms; the number of the order's row; or another number that rises from order to order. Everything
 * else, such as the buyer and the price, is the `same` in a copy.
 */
type Role = 'id' | 'id-bytes' | 'ms' | 'ms-1024' | 'row-number' | 'rising' | 'same';

type Row = Readonly<Record<string, unknown>>;

interface Column {
  name: string;
  type: string;
  isKey: boolean;
}

/** A database, and what the engines write differently. */
interface Tables {
  names(): Promise<string[]>;
  columns(table: string): Promise<Column[]>;
  run(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The numbers from `first` up to but without `end`, as a table with the column `k`. */
  numbers(first: number, end: number): string;
  /** A number as hexadecimal digits. */
  hex(value: string, digits: number): string;
  bytes(hex: string): string;
  as(value: string, type: string): string;
  /** ORDER BY, where the order of the joins is not that of the rows. */
  inOrderOf(column: string): string;
  /** Makes the room of deleted rows free. */
  tidy(table: string): Promise<void>;
  /** Runs without the triggers of these tables. */
  withoutTriggers(tables: readonly string[], use: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const listed = (columns: readonly Column[]) => columns.map(({ name }) => quoted(name)).join(', ');

/** With the whole file in memory, a row costs the same wherever it goes in an index. */
const CACHE_KIB = 8 * 1024 * 1024;

// eslint-disable-next-line typescript/require-await -- as the other engine
async function openSqliteTables(file: string): Promise<Tables> {
  const db = new Database(file);
  // Nobody else has the file open, and if this fails it is deleted.
  for (const pragma of ['journal_mode = DELETE', 'journal_mode = OFF', 'synchronous = OFF'])
    db.pragma(pragma);
  db.pragma(`cache_size = -${CACHE_KIB}`);
  db.pragma('foreign_keys = OFF');
  db.pragma('temp_store = MEMORY');
  // eslint-disable-next-line typescript/require-await -- as the other engine
  async function run(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const statement = db.prepare(sql);
    if (statement.reader) return statement.all(...values) as Row[];
    statement.run(...values);
    return [];
  }
  return {
    async names() {
      const rows = await run(`SELECT name FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`);
      return rows.map(({ name }) => String(name));
    },
    async columns(table) {
      const rows = await run(`SELECT name, type, pk FROM pragma_table_xinfo(?) WHERE hidden = 0`, [
        table,
      ]);
      return rows.map(({ name, type, pk }) => ({
        name: String(name),
        type: String(type).toLowerCase(),
        isKey: Number(pk) > 0,
      }));
    },
    run,
    numbers: (first, end) =>
      `(WITH RECURSIVE numbers (k) AS (SELECT ${first} UNION ALL SELECT k + 1 FROM numbers
        WHERE k < ${end - 1}) SELECT k FROM numbers)`,
    hex: (value, digits) => `printf('%0${digits}x', ${value})`,
    bytes: (hex) => `unhex(${hex})`,
    as: (value) => value,
    inOrderOf: () => '',
    tidy: () => Promise.resolve(),
    async withoutTriggers(tables, use) {
      const triggers = db
        .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN
          (SELECT value FROM json_each(?))`)
        .all(JSON.stringify(tables)) as { name: string; sql: string }[];
      db.exec('BEGIN');
      for (const { name } of triggers) db.exec(`DROP TRIGGER ${quoted(name)}`);
      await use();
      for (const { sql } of triggers) db.exec(sql);
      db.exec('COMMIT');
    },
    // eslint-disable-next-line typescript/require-await -- as the other engine
    async close() {
      db.pragma('journal_mode = WAL');
      db.close();
    },
  };
}

async function openPostgresTables(url: string): Promise<Tables> {
  const client = new Client({
    connectionString: url,
    types: {
      getTypeParser: (oid, format) =>
        oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format),
    },
  });
  await client.connect();
  const run = async (sql: string, values: readonly unknown[] = []): Promise<Row[]> => {
    let count = 0;
    const { rows } = await client.query(
      sql.replaceAll('?', () => `$${++count}`),
      [...values],
    );
    return rows as Row[];
  };
  await run('SET synchronous_commit = off');
  await run(`SET work_mem = '256MB'`);
  return {
    async names() {
      const rows = await run(`SELECT relname AS name FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`);
      return rows.map(({ name }) => String(name));
    },
    async columns(table) {
      const rows = await run(
        `SELECT attname AS name, format_type(atttypid, NULL) AS type, EXISTS (
            SELECT FROM pg_index WHERE indrelid = attrelid AND indisprimary AND attnum = ANY (indkey)
          ) AS "isKey"
         FROM pg_attribute WHERE attrelid = ?::regclass AND attnum > 0 AND NOT attisdropped
           AND attgenerated = '' ORDER BY attnum`,
        [quoted(table)],
      );
      return rows as unknown as Column[];
    },
    run,
    numbers: (first, end) => `generate_series(${first}::bigint, ${end - 1}::bigint) AS numbers (k)`,
    hex: (value, digits) => `lpad(to_hex(${value}), ${digits}, '0')`,
    bytes: (hex) => `decode(${hex}, 'hex')`,
    as: (value, type) => `(${value})::${type}`,
    inOrderOf: (column) => `ORDER BY ${column}`,
    async tidy(table) {
      await run(`VACUUM ${quoted(table)}`);
    },
    async withoutTriggers(tables, use) {
      for (const table of tables) await run(`ALTER TABLE ${quoted(table)} DISABLE TRIGGER USER`);
      await use();
      for (const table of tables) await run(`ALTER TABLE ${quoted(table)} ENABLE TRIGGER USER`);
      for (const table of tables) await run(`VACUUM ANALYZE ${quoted(table)}`);
      await run('CHECKPOINT');
    },
    close: () => client.end(),
  };
}

const hexOf = (id: string) => id.replaceAll('-', '');
const bytesOf = (id: string) => Buffer.from(hexOf(id), 'hex');
const PER_MS = 1024;

/** The role of a column, from its values in the rows of some of the orders. */
function roleOf(
  values: readonly unknown[],
  { ids, fromMs, toMs }: PlacedOrders,
  rowNumbers: readonly unknown[],
): Role {
  if (values.every((value, at) => value === ids[at])) return 'id';
  const isId = (value: unknown, at: number) =>
    value instanceof Uint8Array && bytesOf(ids[at] ?? '').equals(value);
  if (values.every(isId)) return 'id-bytes';
  if (!values.every((value) => typeof value === 'number')) return 'same';
  if (values.every((value, at) => value === rowNumbers[at])) return 'row-number';
  const isTime = (ms: number) => ms >= fromMs && ms <= toMs;
  if (values.every(isTime)) return 'ms';
  if (values.every((value) => isTime(Math.floor(value / PER_MS)))) return 'ms-1024';
  const isRising = values.every((value, at) => at === 0 || value > (values[at - 1] ?? Number.NaN));
  return isRising ? 'rising' : 'same';
}

/** A table that has rows of every order. */
interface OrderTable {
  name: string;
  /** The column that says which order a row belongs to. */
  key: string;
  columns: readonly (Column & { role: Role })[];
}

const TYPES = {
  text: /^(text|uuid|character)/,
  bytes: /^(blob|bytea)/,
  number: /^(bigint|integer)/,
} as const;

/** The rows in which a column has these values, one of each; `undefined` if one is missing. */
async function rowsWith(
  { run }: Tables,
  table: string,
  column: string,
  values: readonly unknown[],
): Promise<Row[] | undefined> {
  const found: Row[] = [];
  for (const value of values) {
    const sql = `SELECT * FROM ${quoted(table)} WHERE ${quoted(column)} = ? LIMIT 1`;
    const [row] = await run(sql, [value]);
    if (!row) return undefined;
    found.push(row);
  }
  return found;
}

/** The tables in which a column names some of the orders, and which have a row of each at least. */
async function tablesWith(
  tables: Tables,
  placed: PlacedOrders,
  type: keyof typeof TYPES,
  values: readonly unknown[],
): Promise<OrderTable[]> {
  const found: OrderTable[] = [];
  for (const name of await tables.names()) {
    const [sized] = await tables.run(`SELECT count(*) AS size FROM ${quoted(name)}`);
    if (Number(sized?.['size']) < placed.count) continue;
    const columns = await tables.columns(name);
    for (const key of columns.filter((column) => TYPES[type].test(column.type))) {
      const rows = await rowsWith(tables, name, key.name, values);
      if (!rows) continue;
      const roles = columns.map((column) => {
        const inRows = rows.map((row) => row[column.name]);
        return { ...column, role: roleOf(inRows, placed, type === 'number' ? values : []) };
      });
      found.push({ name, key: key.name, columns: roles });
      break;
    }
  }
  return found;
}

interface OrderTables {
  /** Has one row of each order; the others may have several. */
  main: OrderTable;
  others: readonly OrderTable[];
}

const without = (all: readonly OrderTable[], some: readonly OrderTable[]) =>
  all.filter(({ name }) => !some.some((each) => each.name === name));

/** Finds the tables of orders by what is in them: the ids of some orders, or the numbers of their rows. */
async function findTables(tables: Tables, placed: PlacedOrders): Promise<OrderTables> {
  const byId = [
    ...(await tablesWith(tables, placed, 'text', placed.ids)),
    ...(await tablesWith(tables, placed, 'bytes', placed.ids.map(bytesOf))),
  ];
  const [main] = byId.toSorted((a, b) => b.columns.length - a.columns.length);
  if (!main) throw new Error('No table has the orders that were placed.');
  const others = without(byId, [main]);
  const [number, ...more] = main.columns.filter(({ isKey }) => isKey);
  if (!number || more.length > 0 || !TYPES.number.test(number.type)) return { main, others };
  // Rows have numbers: other tables may name an order by that of its row.
  const ids = TYPES.text.test(main.columns.find(({ name }) => name === main.key)?.type ?? '')
    ? placed.ids
    : placed.ids.map(bytesOf);
  const rows = (await rowsWith(tables, main.name, main.key, ids)) ?? [];
  const numbers = rows.map((row) => row[number.name]);
  const byNumber = await tablesWith(tables, placed, 'number', numbers);
  const numbered = main.columns.map((column) =>
    column === number ? { ...column, role: 'row-number' as const } : column,
  );
  return {
    main: { ...main, columns: numbered },
    others: [...others, ...without(byNumber, [main, ...others])],
  };
}

const BATCH = 100_000;
/** A prime: copies that follow each other are of orders that do not. */
const STRIDE = 2_654_435_761;

const columnWith = ({ name, columns }: OrderTable, ...roles: readonly Role[]): Column => {
  const found = columns.find(({ role }) => roles.includes(role));
  if (!found) throw new Error(`The table ${name} has no column that is ${roles.join(' or ')}.`);
  return found;
};

/** A column of the copy with the number `made.k`, placed at `made.ms`, of the row `old`. */
function valueOf(
  { hex, bytes, as }: Tables,
  { name, type, role }: OrderTable['columns'][number],
  { table, copies }: { table: string; copies: number },
): string {
  const old = `old.${quoted(name)}`;
  const idParts = [
    hex('made.ms >> 16', 8),
    hex('made.ms & 65535', 4),
    `'7' || ${hex('made.k & 4095', 3)}`,
    `'8' || ${hex('(made.k >> 12) & 4095', 3)}`,
    hex('made.k', 12),
  ];
  switch (role) {
    case 'id':
      return as(idParts.join(` || '-' || `), type);
    case 'id-bytes':
      return bytes(idParts.join(' || '));
    case 'ms':
      return `${old} - (placed.ms - made.ms)`;
    case 'ms-1024':
      return `${old} - (placed.ms - made.ms) * ${PER_MS}`;
    case 'row-number':
      return '(SELECT max(row_number) FROM placed) + 1 + made.k';
    case 'rising':
      return `(SELECT min(${quoted(name)}) FROM ${table}) - ${copies} + made.k`;
    case 'same':
      return old;
  }
}

/**
 * Adds copies of the orders that are there, one for each ms before the first of them, until there are
 * `count`, whatever tables and columns orders have. The rows are added in the order of their ids, and
 * all indexes are there: the file becomes what it would have become with time.
 */
async function cloneOrders(tables: Tables, placed: PlacedOrders, count: number): Promise<void> {
  const { main, others } = await findTables(tables, placed);
  const all = [main, ...others].map((table, at) => ({ ...table, old: `old_${at}` }));
  const id = columnWith(main, 'id', 'id-bytes');
  const placedAt = columnWith(main, 'ms');
  const number = main.columns.find(({ role }) => role === 'row-number');
  const { run } = tables;
  // Numbered from 0.
  await run(`CREATE TEMP TABLE placed AS
    SELECT row_number() OVER (ORDER BY ${quoted(id.name)}) - 1 AS n, ${quoted(id.name)} AS id,
      ${quoted(placedAt.name)} AS ms, ${number ? quoted(number.name) : 'NULL'} AS row_number
    FROM ${quoted(main.name)}`);
  for (const key of ['n', 'id', 'row_number'])
    await run(`CREATE INDEX placed_${key} ON placed (${key})`);
  const [first] = await run('SELECT min(ms) AS ms, count(*) AS total FROM placed');
  const total = Number(first?.['total']);
  const copies = count - total;
  const firstMs = Number(first?.['ms']) - copies;
  await tables.withoutTriggers(
    all.map(({ name }) => name),
    async () => {
      for (const { name, key, columns, old } of all) {
        const role = columns.find((column) => column.name === key)?.role;
        const of = role === 'row-number' ? 'row_number' : 'id';
        await run(`CREATE TEMP TABLE ${old} AS SELECT placed.n AS placed_n, given.*
          FROM ${quoted(name)} AS given JOIN placed ON placed.${of} = given.${quoted(key)}`);
        await run(`CREATE INDEX ${old}_n ON ${old} (placed_n)`);
        await run(`DELETE FROM ${quoted(name)} WHERE ${quoted(key)} IN (SELECT ${of} FROM placed)`);
        await tables.tidy(name);
        for (let from = 0; from < copies; from += BATCH) {
          const numbers = tables.numbers(from, Math.min(copies, from + BATCH));
          const values = columns.map((column) => valueOf(tables, column, { table: old, copies }));
          // SQLite joins in the order that CROSS JOIN says; Postgres sorts.
          await run(`INSERT INTO ${quoted(name)} (${listed(columns)}) SELECT ${values.join(', ')}
            FROM (SELECT k, ${firstMs} + k AS ms, (k * ${STRIDE}) % ${total} AS n FROM ${numbers}) AS made
            CROSS JOIN placed CROSS JOIN ${old} AS old
            WHERE placed.n = made.n AND old.placed_n = made.n ${tables.inOrderOf('made.k')}`);
        }
        await run(`INSERT INTO ${quoted(name)} (${listed(columns)})
          SELECT ${listed(columns)} FROM ${old} ORDER BY placed_n`);
      }
    },
  );
}

/** Where a marketplace that does not run has its orders: the file of SQLite, or the URL of Postgres. */
export type OrderPlace = { file: string } | { url: string };

/** Whether the checkout that made the database keeps lists beside its orders. */
function* hasLists({ name }: Dialect): Operation<boolean> {
  const { rows } = yield {
    sql:
      name === 'sqlite'
        ? `SELECT name FROM sqlite_master WHERE name = 'order_entry'`
        : `SELECT relname FROM pg_class WHERE oid = to_regclass('order_entry')`,
    parameters: [],
  };
  return rows.length > 0;
}

/** Adds copied orders to lists, as the marketplace would have done with time. */
async function addToLists(place: OrderPlace): Promise<void> {
  const opened =
    'file' in place
      ? openSqlite({ path: place.file, clock: systemClock })
      : openPostgres({ url: place.url, connections: 2 });
  if (await opened.engine.read(hasLists, {})) while (await opened.engine.write(addEntries, {}));
  await opened.close();
}

/** Adds copies of the orders that were placed there until there are `count`, and lists them. */
export async function fillWithOrders(
  place: OrderPlace,
  placed: PlacedOrders,
  count: number,
): Promise<void> {
  const tables =
    'file' in place ? await openSqliteTables(place.file) : await openPostgresTables(place.url);
  try {
    await cloneOrders(tables, placed, count);
  } finally {
    await tables.close();
  }
  await addToLists(place);
}
