import {
  LISTING_STATE_CHANGES,
  listingStateOf,
  type ListingState,
  type ProviderStatus,
} from '@mkt/protocol';
import { Refusal } from '../market/refusal.ts';

/** The part of a listing that refusals mention. */
export interface NamedListing {
  id: string;
  status: ProviderStatus;
}

const submitRequest = (id: string) => `POST /v1/providers/${id}/submit`;

/** A sentence on what the caller can do next with a listing of this status. */
export function nextStep({ id, status }: NamedListing): string {
  switch (status) {
    case 'draft':
      return `Submit it for review with ${submitRequest(id)}.`;
    case 'pending_review':
      return `GET /v1/providers/${id} shows the progress of the review and its outcome.`;
    case 'flagged':
      return `Fix what the review found with PATCH /v1/listings/${id}, or resubmit it unchanged with ${submitRequest(id)}.`;
    case 'published':
    case 'paused':
      return `It can change to ${LISTING_STATE_CHANGES[status].join(' or ')} with PATCH /v1/listings/${id}.`;
    case 'archived':
      return 'An archived listing cannot be restored; create a new one.';
  }
}

/**
 * The status that a `PATCH listingState` leads to, or `undefined` if the record already has that
 * state: clients that read, modify and write send it back. Every other change is a 409
 * (docs/listings.md#states) that names the status of the provider rather than the state of the
 * listing.
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
    `A listing that is ${status} cannot become ${to}. ${nextStep(listing)}`,
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
        `The provider is already under review (pending_review). ${nextStep(listing)}`,
        listingStatus,
      );
    case 'archived':
      throw new Refusal(
        'listing_archived',
        `A provider that is archived cannot be submitted. ${nextStep(listing)}`,
        listingStatus,
      );
    case 'published':
    case 'paused':
      throw new Refusal(
        'invalid_state_transition',
        `A provider that is ${status} cannot be submitted: it has already passed its review. ${nextStep(listing)}`,
        {
          from: status,
          to: 'pending_review',
          allowed: LISTING_STATE_CHANGES[status],
          ...listingStatus,
        },
      );
  }
}
