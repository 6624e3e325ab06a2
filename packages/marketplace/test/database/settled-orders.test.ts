// The database itself guards settled orders, whatever statement is run; a new column needs its guard too.
import { describe, expect, it } from 'vitest';
import { isBody, ORDER_COLUMN_NAMES, ORDER_COLUMNS } from '../../src/database/orders.ts';
import { ENGINES } from './engines.ts';
import { settled } from './samples.ts';

describe.each(ENGINES)('a settled order on $name', ({ open }) => {
  it('never changes in any column, except that its bodies may be cleared', async () => {
    const { store, sql, columnsOf } = await open();
    await settled(store);
    const read = () => sql('SELECT * FROM orders');
    const before = await read();
    expect((await columnsOf('orders')).toSorted()).toEqual(ORDER_COLUMN_NAMES.toSorted());
    for (const name of ORDER_COLUMN_NAMES) {
      const other = ORDER_COLUMNS[name].type === 'text' ? "'running'" : '4242';
      const changed = sql(`UPDATE orders SET ${name} = ${other}`);
      expect([name, await changed.catch(() => 'refused')]).toEqual([name, 'refused']);
    }
    expect(await read()).toEqual(before);
    for (const name of ORDER_COLUMN_NAMES.filter(isBody)) {
      await sql(`UPDATE orders SET ${name} = NULL`);
      expect(await sql(`SELECT ${name} FROM orders`)).toEqual([{ [name]: null }]);
    }
  });
});
