import { expect, it } from 'vitest';
import { isUnnamed, sellerName, shortSellerId } from '../../src/ui/seller-name.ts';

const id = '28a41b1c-7a00-4000-8000-000000000001';

it('a seller without a name of its own is unnamed, and told apart by its id', () => {
  const unnamed = { id, name: 'Seller 28a41b1c' };
  expect([isUnnamed(unnamed), sellerName(unnamed)]).toEqual([true, 'Unnamed seller']);
  expect(shortSellerId(unnamed)).toBe('28a41b1c');
  const named = { id, name: 'Seller 28a41b1d' };
  expect([isUnnamed(named), sellerName(named)]).toEqual([false, 'Seller 28a41b1d']);
});
