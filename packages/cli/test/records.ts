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

/** The same as its seller sees it. */
export const ownListing: Wire['Provider'] = {
  ...catalogueListing,
  userId: ID,
  runContract: { method: 'POST', endpointPath: 'https://seller.example/run' },
  status: 'published',
  reviewRejectionReason: null,
  reviewChecks: [],
  slowInputs: 0,
};

export const me: Wire['Me'] = {
  userId: ID,
  keyId: '0190c1f2-7a00-7000-8000-00000000000e',
  sessionId: null,
  scopes: ['order:create'],
  keyName: 'agent',
  budget: null,
};

export const apiKey: Wire['ApiKey'] = {
  id: ID,
  name: 'agent',
  scopes: ['order:create'],
  prefix: 'mkt_abcd',
  lastFour: 'wxyz',
  createdAt: AT,
  lastUsedAt: null,
  expiresAt: null,
  origin: 'session',
  parentId: null,
  budget: null,
  remaining: null,
};

/** A completed order with some members replaced; an undefined member is left out. */
export function order(changes: Partial<Record<keyof Wire['Order'], unknown>> = {}): object {
  return { ...COMPLETED_ORDER, ...changes };
}

export const page = <Item>(...data: Item[]) => ({ data, nextCursor: null });
