// Records as the marketplace sends them.
import type { Wire } from '@mkt/protocol';

const AT = '2026-11-01T10:00:00.000Z';
const ID = '0190c1f2-7a00-7000-8000-000000000001';

const price = { amount: 0.02, unit: 'call', currency: 'USD' };

export const catalogueListing: Wire['CatalogueListing'] = {
  id: ID,
  slug: 'text-insights',
  title: 'Text insights',
  description: null,
  category: 'data',
  listingState: 'published',
  price,
  runContract: { method: 'POST' },
  tags: ['text'],
  revision: 1,
  health: { status: 'healthy', checkedAt: AT, latencyMs: 12, uptime24h: 1 },
  createdAt: AT,
  updatedAt: AT,
};

/** A completed order with some members replaced; an undefined member is left out. */
export function order(changes: Partial<Record<keyof Wire['Order'], unknown>> = {}): object {
  return {
    id: ID,
    listingId: ID,
    orderState: 'completed',
    requestBody: { text: 'Hello there.' },
    result: { words: 2 },
    failure: null,
    outputValid: null,
    outputErrors: null,
    price,
    charged: true,
    revision: 1,
    createdAt: AT,
    startedAt: AT,
    completedAt: AT,
    durationMs: 7,
    ...changes,
  };
}

export const page = <Item>(...data: Item[]) => ({ data, nextCursor: null });
