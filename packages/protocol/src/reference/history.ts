import type { HistoryEntry } from '../generated/wire-types.ts';
import type { Reference } from './entry.ts';
import { path } from './listing.ts';
import { HEALTH_REPORT } from './weather.ts';

const CHANGE = {
  revision: 2,
  at: '2026-09-12T11:00:00.000Z',
  changes: [{ path: '/price/amount', from: 0.02, to: 0.03 }],
  verdict: 'breaking',
  findings: [
    {
      path: '/price/amount',
      severity: 'breaking',
      message: 'The price was changed from USD 0.02 per call to USD 0.03 per call.',
    },
  ],
} satisfies Omit<HistoryEntry, 'actor'>;

export const HISTORY = {
  listListingHistory: {
    description:
      'Lists the changes to one of your listings, newest first: who made them, which fields they changed, and what they mean for buyers who call the listing as it was before.',
    path,
    query: { limit: 20 },
    response: {
      data: [{ ...CHANGE, actor: { kind: 'key', name: 'deploy' } }],
      nextCursor: null,
    },
  },
  listPublishedHistory: {
    description:
      'Lists the changes to a listing since it was published, newest first, without who made them and without fields that buyers do not see. A `breaking` verdict means that a call that worked may no longer work, or costs more.',
    path,
    query: { limit: 20 },
    response: { data: [CHANGE], nextCursor: null },
  },
  getPublishedHealth: {
    description:
      'Returns the health of a published listing as its seller sees it: the result of the last probe, the uptime of the last 24 hours, and the probes of the last 7 days.',
    path,
    response: HEALTH_REPORT,
  },
} satisfies Partial<Reference>;
