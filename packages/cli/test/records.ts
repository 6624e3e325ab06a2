// Records as the marketplace sends them.
import type { Wire } from '@mkt/protocol';
import { AT, COMPLETED_ORDER, ID, PRICE } from '../../../test-bed/completed-order.ts';

export const catalogueListing: Wire['CatalogueListing'] = {
  id: ID,
  seller: { id: ID, name: 'Fjord Weather' },
  slug: 'text-insights',
  title: 'Text insights',
  description: null,
  category: 'data',
  listingState: 'published',
  price: PRICE,
  runContract: { method: 'POST' },
  tags: ['text'],
  revision: 1,
  quality: null,
  health: { status: 'healthy', checkedAt: AT, latencyMs: 12, uptime24h: 1 },
  createdAt: AT,
  updatedAt: AT,
};

/** A completed order with some members replaced; an undefined member is left out. */
export function order(changes: Partial<Record<keyof Wire['Order'], unknown>> = {}): object {
  return { ...COMPLETED_ORDER, ...changes };
}

export const page = <Item>(...data: Item[]) => ({ data, nextCursor: null });
