// docs/sell/listings.md#states.
import {
  LISTING_STATES,
  listingStateOf,
  PROVIDER_STATUSES,
  type ListingState,
  type ProviderStatus,
} from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { checkSubmittable, isVisible, requestedStatus } from '../../src/listings/listing.ts';
import { refused } from '../market/refused.ts';

/** The table of docs/sell/listings.md#states: the changes that a request may make from each status. */
const TABLE: Record<ProviderStatus, ListingState[]> = {
  draft: [],
  pending_review: [],
  flagged: [],
  published: ['paused', 'archived'],
  paused: ['published', 'archived'],
  archived: [],
};

const ID = '01900000-0000-7000-8000-000000000001';

/** The request that the refusal suggests next. */
const NEXT: Readonly<Record<ProviderStatus, string>> = {
  draft: `POST /v1/providers/${ID}/submit`,
  pending_review: `GET /v1/providers/${ID}`,
  flagged: `POST /v1/providers/${ID}/submit`,
  published: `PATCH /v1/listings/${ID}`,
  paused: `PATCH /v1/listings/${ID}`,
  archived: 'create a new one',
};

describe('a requested change of state', () => {
  for (const status of PROVIDER_STATUSES) {
    for (const to of LISTING_STATES) {
      const from = listingStateOf(status);
      if (to === from) {
        it(`a change from ${status} to ${to} changes nothing`, () => {
          expect(requestedStatus({ id: ID, status }, to)).toBeUndefined();
        });
      } else if (TABLE[status].includes(to)) {
        it(`a change from ${status} to ${to} is allowed`, () => {
          expect(requestedStatus({ id: ID, status }, to)).toBe(to);
        });
      } else {
        it(`a change from ${status} to ${to} is refused, and the refusal lists what is allowed`, () => {
          const { type, extras, message } = refused(() => requestedStatus({ id: ID, status }, to));
          expect(type).toBe('invalid_state_transition');
          expect(extras).toMatchObject({
            from: status,
            to,
            allowed: TABLE[status],
            listingStatus: status,
          });
          expect(message).toContain(`is ${status} cannot become ${to}`);
          expect(message).toContain(NEXT[status]);
        });
      }
    }
  }
});

describe('a submission', () => {
  const refusals: Record<ProviderStatus, string | undefined> = {
    draft: undefined,
    flagged: undefined,
    pending_review: 'review_in_progress',
    published: 'invalid_state_transition',
    paused: 'invalid_state_transition',
    archived: 'listing_archived',
  };
  for (const status of PROVIDER_STATUSES) {
    const refusal = refusals[status];
    it(`the submission of a listing that is ${status} is ${refusal ?? 'accepted'}`, () => {
      if (refusal === undefined) expect(() => checkSubmittable({ id: ID, status })).not.toThrow();
      else {
        const { type, message, extras } = refused(() => checkSubmittable({ id: ID, status }));
        expect(type).toBe(refusal);
        expect(message).toContain(status);
        expect(message).toContain(NEXT[status]);
        expect(extras.listingStatus).toBe(status);
      }
    });
  }
});

it('buyers see only published and paused listings', () => {
  expect(PROVIDER_STATUSES.filter((status) => isVisible(status))).toEqual(['published', 'paused']);
});
