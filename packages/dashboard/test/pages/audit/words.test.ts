import { expect, it } from 'vitest';
import { readKind, webhookName } from '../../../src/pages/audit/words.ts';

it('an unknown kind in the address narrows nothing', () => {
  const kindOf = (query: string) => readKind(new URLSearchParams(query));
  expect([kindOf('kind=listing'), kindOf('kind=all'), kindOf('')]).toEqual([
    'listing',
    undefined,
    undefined,
  ]);
});

it('webhooks to one host are told apart: by their addresses, or once they are gone by their ids', () => {
  const urls = new Map([['a', 'https://buyer.example/orders']]);
  expect(webhookName({ id: 'a', name: 'buyer.example' }, urls)).toBe('buyer.example/orders');
  expect(webhookName({ id: '01993b33-0b10', name: 'buyer.example' }, urls)).toBe(
    'buyer.example …0b10',
  );
});
