import type { OrderSummary } from '@mkt/client';
import { expect, it, test } from 'vitest';
import { findByText, narrowedTo, ordersMeant } from '../../src/orders/search.ts';

const ID = '0190c1f2-7a00-7000-8000-000000000001';
const LISTINGS = [
  { slug: 'text-insights', title: 'Text insights' },
  { slug: 'rates', title: 'Exchange rates' },
];
const BOUGHT = {
  orders: [],
  listings: LISTINGS,
  keys: [{ id: 'k1', name: 'Nightly rates' }],
  hasMetadata: true,
};

test.each([ID, ` ${ID.toUpperCase()}\n`])('the id %j is an order, and nothing else', (text) => {
  expect(findByText(text, BOUGHT)).toEqual([{ kind: 'order', id: ID }]);
});

it('the start or the end of an id is the order that was found by it', () => {
  const orders = [{ id: ID }];
  const of = (text: string) => findByText(text, { ...BOUGHT, orders });
  for (const text of ['0190c1f2', ID.slice(0, 13), '0001', ' …0001 ']) {
    expect(of(text)).toEqual([{ kind: 'order', id: ID }]);
  }
  // As long as the orders of an earlier text are still there.
  expect(of('0190c1f3')).toEqual([]);
});

it('a text is part of the name of a listing, its slug, or the name of a key', () => {
  expect(findByText('RATES', BOUGHT)).toEqual([
    { kind: 'listing', slug: 'rates', title: 'Exchange rates' },
    { kind: 'key', id: 'k1', name: 'Nightly rates' },
  ]);
  expect(findByText('text-in', BOUGHT)).toEqual([{ kind: 'listing', ...LISTINGS[0] }]);
  expect(findByText('weather', BOUGHT)).toEqual([]);
});

it('a name, = and a text are metadata, which only buyers see', () => {
  const metadata = { job: 'nightly' };
  expect(findByText('job=nightly', BOUGHT)).toEqual([{ kind: 'metadata', metadata }]);
  const sold = { orders: [], listings: LISTINGS, keys: undefined, hasMetadata: false };
  expect(findByText('job=nightly', sold)).toEqual([]);
});

it('the choices stay few', () => {
  const listings = Array.from({ length: 50 }, (_, at) => ({ slug: `a-${at}`, title: 'A' }));
  expect(findByText('a', { ...BOUGHT, listings }).length).toBeLessThan(10);
});

it('what a text means narrows the list: one thing for the API, several among what is loaded', () => {
  const [listing, key] = findByText('rates', BOUGHT);
  expect(narrowedTo(listing, { keyId: 'k2' })).toEqual({ keyId: 'k2', listingId: 'rates' });
  expect(narrowedTo(key, {})).toEqual({ keyId: 'k1' });
  // What was chosen before stays.
  expect(narrowedTo(listing, { listingId: 'text-insights' })).toEqual({
    listingId: 'text-insights',
  });
  const order = (id: string, slug: string, keyId: string | null) => ({
    ...({ metadata: { job: 'nightly' } } as unknown as OrderSummary),
    id,
    keyId,
    listing: { slug, title: '' },
  });
  const orders = [order('a', 'rates', null), order('b', 'text-insights', 'k1')];
  const meant = (text: string) => ordersMeant(findByText(text, BOUGHT), orders).map(({ id }) => id);
  expect(meant('exchange')).toEqual(['a']);
  expect(meant('rates')).toEqual(['a', 'b']);
  expect(meant('job=nightly')).toEqual(['a', 'b']);
  expect(meant('job=hourly')).toEqual([]);
});
