// The program with a migration that was made for e2e/torture/upgrade.ts: it adds a column to orders, fills it, and
// builds an index on it.
import { sql } from 'kysely';
import { type Migration, MIGRATIONS } from '../../src/database/migrations/list.ts';
import type { Dialect, Statement } from '../../src/database/operation.ts';
import { main } from '../../src/main.ts';

const DAY = (row: string) => `${row}created_at / 86400000`;

/** Orders that the old version inserts get their day by a trigger. */
const TRIGGERS = {
  sqlite: [
    `CREATE TRIGGER order_has_day AFTER INSERT ON orders
      BEGIN UPDATE orders SET day = ${DAY('')} WHERE id = NEW.id; END`,
  ],
  postgres: [
    `CREATE FUNCTION set_order_day() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.day := ${DAY('NEW.')}; RETURN NEW; END $$`,
    `CREATE TRIGGER order_has_day BEFORE INSERT ON orders
      FOR EACH ROW EXECUTE FUNCTION set_order_day()`,
  ],
};

function* addDay({ name }: Dialect): Generator<Statement> {
  yield { sql: 'ALTER TABLE orders ADD COLUMN day bigint', parameters: [] };
  for (const text of TRIGGERS[name]) yield { sql: text, parameters: [] };
}

const LATER: Migration = {
  name: '9999-order-day',
  oldestCode: 1,
  steps: [
    { kind: 'change', title: 'adds orders.day', tables: ['orders'], statements: addDay },
    {
      kind: 'backfill',
      title: 'fills orders.day',
      table: 'orders',
      key: 'id',
      update: ({ db }, within) =>
        sql`UPDATE orders SET day = ${sql.raw(DAY(''))} WHERE ${within} AND day IS NULL`.compile(
          db,
        ),
    },
    {
      kind: 'index',
      title: 'index orders_day',
      name: 'orders_day',
      table: 'orders',
      columns: sql`(day, id)`,
    },
  ],
};

(MIGRATIONS as Migration[]).push(LATER);
process.exit(await main(process.argv.slice(2)));
