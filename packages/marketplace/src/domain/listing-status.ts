import {
  LISTING_STATE_CHANGES,
  listingStateOf,
  type ListingState,
  type ProviderStatus,
} from '@mkt/protocol';
import { Refusal } from './refusal.ts';

/** A listing as its refusals name it. */
export interface NamedListing {
  id: string;
  status: ProviderStatus;
}

const submitRequest = (id: string) => `POST /v1/providers/${id}/submit`;

/** What can be done next with a listing in that status. */
export function wayOn({ id, status }: NamedListing): string {
  switch (status) {
    case 'draft':
      return `Submit it for review with ${submitRequest(id)}.`;
    case 'pending_review':
      return `Its review is running; GET /v1/providers/${id} shows the outcome.`;
    case 'flagged':
      return `Change what the review found, or send it again with ${submitRequest(id)}.`;
    case 'published':
    case 'paused':
      return `It can become ${LISTING_STATE_CHANGES[status].join(' or ')} with PATCH /v1/listings/${id}.`;
    case 'archived':
      return 'Archived is final; create a new one.';
  }
}

/**
 * The status that a `PATCH listingState` leads to, or `undefined` when the record has that state
 * already (read-modify-write clients send it). Every other change is 409 (docs/listings.md#states),
 * which names the true status and not the listing's view of it.
 */
export function requestedStatus(
  listing: NamedListing,
  to: ListingState,
): ProviderStatus | undefined {
  const { status } = listing;
  if (to === listingStateOf(status)) return undefined;
  const allowed = LISTING_STATE_CHANGES[status];
  if (allowed.includes(to)) return to;
  throw new Refusal(
    'invalid_state_transition',
    `A listing that is ${status} cannot become ${to}. ${wayOn(listing)}`,
    { from: status, to, allowed, listingStatus: status },
  );
}

/** Only a draft or a flagged provider can be submitted. */
export function checkSubmittable(listing: NamedListing): void {
  const { status } = listing;
  const listingStatus = { listingStatus: status };
  switch (status) {
    case 'draft':
    case 'flagged':
      return;
    case 'pending_review':
      throw new Refusal(
        'review_in_progress',
        `The provider is pending_review already. ${wayOn(listing)}`,
        listingStatus,
      );
    case 'archived':
      throw new Refusal(
        'listing_archived',
        `A provider that is archived cannot be submitted. ${wayOn(listing)}`,
        listingStatus,
      );
    case 'published':
    case 'paused':
      throw new Refusal(
        'invalid_state_transition',
        `A provider that is ${status} cannot be submitted: it has been reviewed. ${wayOn(listing)}`,
        {
          from: status,
          to: 'pending_review',
          allowed: LISTING_STATE_CHANGES[status],
          ...listingStatus,
        },
      );
  }
}
