import type { OwnListing } from '@mkt/client';
import { withLabels } from './check-words.ts';

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Why the marketplace does not sell a listing: what its review found first, or what the operator says. */
export function reasonOf({
  status,
  reviewChecks,
  reviewRejectionReason,
}: Pick<OwnListing, 'status' | 'reviewChecks' | 'reviewRejectionReason'>): string | undefined {
  const found = reviewChecks.find(
    ({ level, outcome }) => level === 'required' && outcome === 'failed',
  );
  // `HEAD /run failed: the service could not be reached` ends with the reason.
  if (status === 'flagged' && found) {
    return sentence(withLabels(found.message).replace(/^.* failed: /, ''));
  }
  return reviewRejectionReason === null ? undefined : withLabels(reviewRejectionReason);
}
