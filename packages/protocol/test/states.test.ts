import {
  isSettled,
  LISTING_STATE_CHANGES,
  LISTING_STATES,
  listingStateOf,
  ORDER_STATES,
  PROVIDER_STATUSES,
} from '@mkt/protocol';
import { describe, expect, it } from 'vitest';

describe('states', () => {
  it('include draft and flagged in the provider’s view', () => {
    expect(LISTING_STATES).toEqual(['draft', 'published', 'paused', 'archived']);
    expect(ORDER_STATES).toEqual(['pending', 'running', 'completed', 'failed']);
    expect([...PROVIDER_STATUSES].toSorted()).toEqual(
      ['archived', 'draft', 'flagged', 'paused', 'pending_review', 'published'].toSorted(),
    );
  });
});

describe('a PATCH of listingState', () => {
  // The table of docs/sell/listings.md#states: the rows whose trigger is an update of state.
  const REQUESTED = new Set([
    'published → paused',
    'published → archived',
    'paused → published',
    'paused → archived',
  ]);
  const pairs = PROVIDER_STATUSES.flatMap((from) =>
    LISTING_STATES.map((to) => ({ from, to, allowed: REQUESTED.has(`${from} → ${to}`) })),
  );

  it.each(pairs)('a PATCH from $from to $to is a change: $allowed', ({ from, to, allowed }) => {
    expect(LISTING_STATE_CHANGES[from].includes(to)).toBe(allowed);
  });

  it('cannot leave archived', () => {
    expect(LISTING_STATE_CHANGES.archived).toEqual([]);
  });
});

describe('the listing view', () => {
  it('shows as draft what no buyer has seen, and every other status as it is', () => {
    expect(Object.fromEntries(PROVIDER_STATUSES.map((s) => [s, listingStateOf(s)]))).toEqual({
      draft: 'draft',
      pending_review: 'draft',
      flagged: 'draft',
      published: 'published',
      paused: 'paused',
      archived: 'archived',
    });
  });
});

describe('an order', () => {
  it('is settled when it is completed or failed', () => {
    expect(ORDER_STATES.filter((state) => isSettled(state))).toEqual(['completed', 'failed']);
  });
});
