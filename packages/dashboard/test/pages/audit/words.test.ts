import { expect, it } from 'vitest';
import { filterOf, readShown, webhookName, writeShown } from '../../../src/pages/audit/words.ts';

const shownBy = (query: string) => readShown(new URLSearchParams(query));

it('what no entry can have narrows nothing, when it is in the address', () => {
  const shown = { kind: 'listing', actor: 'operator', from: '2026-02-01', to: '2026-02-28' };
  expect(shownBy(String(new URLSearchParams(shown)))).toEqual({ ...shown, subject: undefined });
  expect(writeShown(shownBy('kind=all&actor=me&subject=1&from=today&to=2026-02-30'))).toEqual({});
});

it('both days are included, in UTC', () => {
  expect(filterOf({ from: '2026-02-28', to: '2026-02-28' })).toEqual({
    from: '2026-02-28T00:00:00Z',
    to: '2026-03-01T00:00:00.000Z',
  });
});

it('webhooks to one host are told apart: by their addresses, or once they are gone by their ids', () => {
  const urls = new Map([['a', 'https://buyer.example/orders']]);
  expect(webhookName({ id: 'a', name: 'buyer.example' }, urls)).toBe('buyer.example/orders');
  expect(webhookName({ id: '01993b33-0b10', name: 'buyer.example' }, urls)).toBe(
    'buyer.example …0b10',
  );
});
