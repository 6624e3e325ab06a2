import type { Wire } from '@mkt/protocol';

export const AT = '2026-11-01T10:00:00.000Z';
export const ID = '0190c1f2-7a00-7000-8000-000000000001';
export const PRICE = { amount: 0.02, unit: 'call', currency: 'USD' };

/** A completed order as the marketplace sends it. */
export const COMPLETED_ORDER: Wire['Order'] = {
  id: ID,
  listingId: ID,
  listing: { slug: 'word-count', title: 'Word count' },
  orderState: 'completed',
  requestBody: { text: 'Hello there.' },
  result: { words: 2 },
  failure: null,
  outputValid: null,
  outputErrors: null,
  price: PRICE,
  charged: true,
  revision: 1,
  createdAt: AT,
  startedAt: AT,
  completedAt: AT,
  durationMs: 7,
  keyId: ID,
  metadata: {},
};
