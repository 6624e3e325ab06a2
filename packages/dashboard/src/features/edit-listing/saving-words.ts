import type { ListingStatus } from '@mkt/client';

interface SavingWords {
  button: string;
  /** What saving does in that state (docs/sell/listings.md#changes). */
  hint: string;
}

const PUBLIC: SavingWords = {
  button: 'Save changes',
  hint: 'Changed texts are checked first, and with a changed call or schema the whole review runs. If a check fails, nothing changes.',
};

const WORDS: Readonly<Partial<Record<ListingStatus, SavingWords>>> = {
  draft: { button: 'Save draft', hint: 'A draft is reviewed when you submit it.' },
  flagged: {
    button: 'Save and submit again',
    hint: 'The review starts again immediately, and the listing is public if it passes.',
  },
};

export const savingWords = (status: ListingStatus): SavingWords => WORDS[status] ?? PUBLIC;

const CLOSED: Readonly<Partial<Record<ListingStatus, string>>> = {
  pending_review: 'The review is running. The listing can be changed when it has ended.',
  archived: 'An archived listing never changes again.',
};

/** Why nothing can be changed in a state. */
export const whyClosed = (status: ListingStatus): string | undefined => CLOSED[status];
