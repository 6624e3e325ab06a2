import { randomBytes } from 'node:crypto';
import type { Engine } from '../../src/database/engine.ts';
import type { Operation } from '../../src/database/operation.ts';
import type { Sealing } from '../../src/database/sealing.ts';
import { DAY_MS } from '../../src/market/limits.ts';
import { type Member, type Members, NOUNS } from '../../src/transfer/nouns.ts';
import type { TableRows } from '../../src/transfer/records.ts';
import { insertRows } from '../../src/transfer/sql.ts';

export type Row = Record<string, unknown>;

/** Row 1 of every table has this id wherever it names a record, row 2 the next one. */
export const idOf = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`;

const AT = Date.UTC(2026, 10, 26, 9, 8, 7, 6);

/** Digits that a double does not have, and characters that need escapes. */
const STRANGE_JSON = String.raw`{"job":"a\u0000\ud83d\ude00 é","digits":1.0,"large":123456789012345678901}`;

const VALUES: Readonly<Record<string, (n: number) => unknown>> = {
  currency: () => 'USD',
  price_currency: () => 'USD',
  day: () => Math.floor(AT / DAY_MS),
  budget_keys_json: () => JSON.stringify([idOf(1)]),
  metadata_json: () => '{"job":"nightly"}',
  state: (n) => (n === 1 ? 'completed' : 'pending'),
  status: (n) => (n === 1 ? 'published' : 'draft'),
};

function valueOf({ type, column }: Member, n: number, sealing: Sealing): unknown {
  const special = VALUES[column]?.(n);
  if (special !== undefined && !(column === 'status' && type === 'integer')) return special;
  const isId = /(^|_)id$|Id$/.test(column);
  switch (type) {
    case 'text':
      if (isId) return idOf(n);
      return column.endsWith('_json') ? STRANGE_JSON : `${column} ${n} "é\u{1F600}"\n`;
    case 'integer':
      return 1_000 + n;
    case 'number':
      return n + 0.1;
    case 'flag':
      return n % 2;
    case 'boolean':
      return n % 2 === 1;
    case 'time':
      return AT + n;
    case 'moment':
      return new Date(AT + n).toISOString();
    case 'bytes':
      return Buffer.alloc(32, n);
    case 'json':
      return JSON.stringify([`${column} ${n}`]);
    case 'secret':
      return sealing.seal(`${column} ${n}`, column === 'value' ? nameOf(n) : idOf(n));
  }
}

const nameOf = (n: number) => String(valueOf({ type: 'text', column: 'name' }, n, {} as Sealing));

/** Row 1 has a value in every column, row 2 only in those that must have one. */
const rowOf = (members: Members, n: number, sealing: Sealing): Row =>
  Object.fromEntries(
    Object.values(members).map((each) => [
      each.column,
      n > 1 && each.isOptional ? null : valueOf(each, n, sealing),
    ]),
  );

function* insert(_: unknown, { table, row }: { table: string; row: Row }): Operation<void> {
  const names = Object.keys(row);
  const marks = names.map(() => '?');
  yield {
    sql: `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join()}) VALUES (${marks.join()})`,
    parameters: Object.values(row),
  };
}

/**
 * Two rows in every table that is exported, in every column, by the table that says what is exported;
 * a third order, which is running; and a session, a link and a device login, which are not exported.
 */
export async function fill({ write }: Engine, sealing: Sealing): Promise<void> {
  for (const noun of Object.values(NOUNS)) {
    if (noun.isOnlyOfAccount) continue;
    for (const n of [1, 2]) {
      const row = rowOf(noun.members, n, sealing);
      if (noun.table === 'device_login') row['state'] = 'handed-over';
      const all: TableRows[] = [{ table: noun.table, rows: [row] }];
      for (const { table, key, members } of Object.values(noun.parts)) {
        all.push({ table, rows: [{ ...rowOf(members, n, sealing), [key]: idOf(n) }] });
      }
      // The clock went back: a key has a larger id than the one that it made.
      if (noun.table === 'api_key') row['parent_id'] = null;
      await write(insertRows, all);
    }
  }
  const running = {
    ...rowOf(NOUNS['order']?.members ?? {}, 2, sealing),
    id: idOf(3),
    state: 'running',
    budget_keys_json: JSON.stringify([idOf(1)]),
    lease_owner: 'a process',
    open_until: AT,
  };
  await write(insert, { table: 'orders', row: running });
  await write(setParent, undefined);
  const link = { hash: randomBytes(32), kind: 'invite', email: 'ann@example.com', expires_at: AT };
  await write(insert, { table: 'sign_in_link', row: link });
}

function* setParent(): Operation<void> {
  yield {
    sql: `UPDATE api_key SET parent_id = '${idOf(2)}' WHERE id = '${idOf(1)}'`,
    parameters: [],
  };
}
