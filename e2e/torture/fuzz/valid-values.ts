// Bodies and query strings that the server accepts, before they are mutated.
import type { Random } from '../random.ts';
import { hostileSchema } from './hostile-schemas.ts';
import type { Targets } from './targets.ts';

export const TEXTS = [
  'A service',
  'Wörter',
  'サービス',
  'قائمة',
  'emoji 🎉',
  'two\nlines',
] as const;
export const SCOPES = ['order:read', 'listing:read', 'provider:read'] as const;
export const STATES = ['published', 'paused', 'draft', 'archived', 'pending', 'completed'] as const;
export const LINKS = ['https://seller.example.com', 'help@example.com', 'http://10.0.0.1'] as const;
const INSTANTS = ['2026-11-21T00:00:00Z', '2020-01-01T00:00:00+02:00'] as const;

const runContract = ({ sellerUrl }: Targets, random: Random) => ({
  method: random.pick(['POST', 'POST', 'GET', 'PUT', 'DELETE', 'PATCH']),
  endpointPath: `${sellerUrl}/plain`,
  ...(random.chance(0.1) ? { inputSchema: hostileSchema(random) } : {}),
  ...(random.chance(0.05) ? { outputSchema: hostileSchema(random) } : {}),
  ...(random.chance(0.3) ? { example: { a: 1 } } : {}),
});

export const provider = (targets: Targets, random: Random) => ({
  title: random.pick(TEXTS),
  description: random.pick(TEXTS),
  category: 'data',
  tags: ['one', 'two'],
  price: { amount: 0.02, currency: 'USD', unit: 'call' },
  runContract: runContract(targets, random),
  // Most stay drafts, because the server would otherwise be busy with the outbound calls of reviews.
  ...(random.chance(0.9) ? { listingState: 'draft' } : {}),
});

export const page = (targets: Targets, random: Random): Record<string, string> => ({
  ...(random.chance(0.5) ? { limit: String(random.int(1, 20)) } : { limit: '1' }),
  ...(random.chance(0.3) ? { cursor: random.pick(targets.cursors) } : {}),
});

export const orderFilters = (targets: Targets, random: Random): Record<string, string> => ({
  ...page(targets, random),
  ...(random.chance(0.2) ? { listingId: random.pick(targets.published) } : {}),
  ...(random.chance(0.2) ? { orderState: random.pick(STATES) } : {}),
  ...(random.chance(0.2) ? { createdAfter: random.pick(INSTANTS) } : {}),
  ...(random.chance(0.2) ? { createdBefore: random.pick(INSTANTS) } : {}),
});

export const statsRange = (targets: Targets, random: Random): Record<string, string> => ({
  ...(random.chance(0.5) ? { by: random.pick(['hour', 'day']) } : {}),
  ...(random.chance(0.3) ? { from: random.pick(INSTANTS) } : {}),
  ...(random.chance(0.3) ? { to: random.pick(INSTANTS) } : {}),
  ...(random.chance(0.3) ? { listingId: random.pick(targets.published) } : {}),
});

export const usageRange = (targets: Targets, random: Random): Record<string, string> => {
  const { listingId: _, by: __, ...range } = statsRange(targets, random);
  return { ...range, by: random.pick(['key', 'listing', 'day']) };
};

/** What may be spent with a key; every rule is optional, and `null` removes one. */
export const budget = (random: Random) =>
  random.chance(0.1)
    ? null
    : {
        currency: random.pick(['USD', 'eur']),
        ...(random.chance(0.7)
          ? { limit: random.pick([0, 0.000001, 5, 1_000_000_000, null]) }
          : {}),
        ...(random.chance(0.3) ? { maxPrice: random.pick([0, 0.05, 1_000_000, null]) } : {}),
        ...(random.chance(0.5) ? { period: random.pick(['none', 'day', 'month', null]) } : {}),
      };
