// docs/buy/orders.md#states: a settled order never changes again, whatever writes to it.
import { describe, expect, it } from 'vitest';
import type { Settlement } from '../../src/orders/order.ts';
import { ENGINES } from '../database/engines.ts';
import { FAILED, placed, settled } from '../database/samples.ts';

const BAD_OUTPUT: Settlement = {
  state: 'completed',
  resultJson: '{}',
  outputValid: false,
  outputErrors: [{ path: '', message: 'x' }],
};
const ENDS = [
  ['completed', BAD_OUTPUT],
  ['failed', FAILED],
] as const;

/** A change of every column to a different value. */
const CHANGES = [
  "state = 'running'",
  "state = 'pending'",
  "state = CASE state WHEN 'completed' THEN 'failed' ELSE 'completed' END",
  "id = '01900000-0000-7000-8000-000000000009'",
  "listing_id = 'x'",
  "buyer_id = 'x'",
  "seller_id = 'x'",
  "buyer_pseudonym = 'x'",
  "key_id = 'x'",
  'price_micros = 1',
  "price_currency = 'EUR'",
  "price_unit = 'page'",
  'revision = revision + 1',
  'created_at = 1',
  'started_at = 1',
  'started_at = NULL',
  'completed_at = 1',
  'completed_at = NULL',
  "lease_owner = 'x'",
  'open_until = 1',
  'settled_number = 1',
  'output_valid = 1',
  "error_message = 'x'",
  "failure_json = '{}'",
  "output_errors_json = '[]'",
  "metadata_json = '{}'",
  "budget_keys_json = '[]'",
  "trace = 'x'",
  "request_json = '1'",
  "result_json = '1'",
];

/** The error of a trigger; it has no details, because a message may repeat values. */
const BY_A_GUARD = { code: expect.stringMatching(/^(P0001|SQLITE_CONSTRAINT_TRIGGER)$/) };

describe.each(ENGINES)('the guard of settled orders on $name', ({ open }) => {
  for (const [end, settlement] of ENDS) {
    it(`refuses a change of any column of a ${end} order`, async () => {
      const { store, sql } = await open();
      const order = await settled(store, { settlement });
      for (const change of CHANGES) {
        const refused = await sql(`UPDATE orders SET ${change}`).catch((error: unknown) => error);
        expect([change, refused]).toEqual([change, expect.objectContaining(BY_A_GUARD)]);
        expect(await store.orders.find(order.id)).toEqual(order);
      }
    });

    it(`lets retention clear the body and the result of a ${end} order`, async () => {
      const { store, sql } = await open();
      const { id } = await settled(store, { settlement });
      await sql('UPDATE orders SET request_json = NULL');
      await sql('UPDATE orders SET result_json = NULL');
      expect(await store.orders.find(id)).toMatchObject({ requestJson: null, resultJson: null });
    });
  }

  it('covers every column of orders', async () => {
    const { columnsOf } = await open();
    const named = new Set(CHANGES.map((change) => change.split(' ')[0]));
    expect(new Set(await columnsOf('orders'))).toEqual(named);
  });

  it('refuses to make a running order wait again', async () => {
    const { store, sql } = await open();
    const order = await placed(store);
    await expect(sql("UPDATE orders SET state = 'pending'")).rejects.toMatchObject(BY_A_GUARD);
    expect(await store.orders.find(order.id)).toEqual(order);
  });
});
