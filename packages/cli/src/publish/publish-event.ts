import type { Check, Listing, Preview, Provider, SigningSecret } from '@mkt/protocol';
import type { Difference } from './differences.ts';

/** What publishing is about to do. */
export type PublishPlan =
  | { kind: 'import'; preview: Preview }
  | {
      kind: 'update';
      preview: Preview;
      provider: Provider;
      differences: Difference[];
      /** It is paused, and publishing puts it back on the market. */
      resumes: boolean;
    }
  /** The listing says it all already and is for sale. */
  | { kind: 'nothing'; preview: Preview; provider: Provider };

/** What publishing has done, step by step. */
export type PublishEvent =
  | { step: 'planned'; plan: PublishPlan }
  | { step: 'imported'; listing: Listing }
  | { step: 'updated'; listing: Listing; differences: Difference[] }
  | { step: 'submitted'; provider: Provider }
  /** While the review runs, and once when it is over. */
  | { step: 'review'; provider: Provider; checks: readonly Check[] }
  | { step: 'published'; provider: Provider; tookMs: number }
  | { step: 'secret'; provider: Provider }
  | { step: 'visible'; provider: Provider; url: string };

/** How it ended; what stood in its way otherwise is thrown. */
export type PublishOutcome =
  | {
      kind: 'published';
      how: 'imported' | 'updated' | 'unchanged';
      provider: Provider;
      secret: SigningSecret;
      /** The listing in the public catalogue. */
      url: string;
    }
  /** A check that a review makes fails now: nothing was saved. */
  | { kind: 'not-publishable'; preview: Preview }
  | { kind: 'flagged'; provider: Provider }
  | { kind: 'declined' };
