import {
  LISTING_STATE_CHANGES,
  listingStateOf,
  type ListingState,
  type ProviderStatus,
} from '@mkt/protocol';
import { Refusal } from './refusal.ts';

/**
 * The status that a `PATCH listingState` leads to, or `undefined` when the record has that state
 * already (read-modify-write clients send it). Every other change is 409 (specification,
 * "Provider status", rule 1).
 */
export function requestedStatus(
  status: ProviderStatus,
  to: ListingState,
): ProviderStatus | undefined {
  const from = listingStateOf(status);
  if (to === from) return undefined;
  const allowed = LISTING_STATE_CHANGES[status];
  if (allowed.includes(to)) return to;
  throw new Refusal('invalid_state_transition', transitionSentence(from, to, allowed), {
    from,
    to,
    allowed,
  });
}

function transitionSentence(from: string, to: string, allowed: readonly string[]): string {
  const choices =
    allowed.length > 0 ? `it can become ${allowed.join(' or ')}` : 'no change can be asked for';
  return `A listing that is ${from} cannot become ${to}: ${choices}.`;
}

/** Only a draft or a flagged provider can be submitted. */
export function checkSubmittable(status: ProviderStatus): void {
  switch (status) {
    case 'draft':
    case 'flagged':
      return;
    case 'pending_review':
      throw new Refusal('review_in_progress', 'The provider is being reviewed already.');
    case 'archived':
      throw new Refusal('listing_archived', 'An archived provider cannot be submitted.');
    case 'published':
    case 'paused':
      throw new Refusal(
        'invalid_state_transition',
        `A provider that is ${status} cannot be submitted: it was reviewed.`,
        { from: status, to: 'pending_review', allowed: LISTING_STATE_CHANGES[status] },
      );
  }
}
