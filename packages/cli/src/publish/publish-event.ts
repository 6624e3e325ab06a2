import type {
  Check,
  HistoryEntry,
  Listing,
  Preview,
  PriceInput,
  Provider,
  RunContract,
  SigningSecret,
} from '@mkt/protocol';
import type { Difference } from './differences.ts';
import type { PastOrders } from './assess-update.ts';

/** What publishing will do. */
export type PublishPlan =
  | {
      kind: 'import';
      preview: Preview;
      /** The price to set, for a contract that has none. */
      price?: PriceInput;
      /** Another listing of the caller, perhaps the intended one: it looks like this service or belongs to this project. */
      alsoAt?: Provider;
    }
  | {
      kind: 'update';
      preview: Preview;
      provider: Provider;
      differences: Difference[];
    }
  /** The listing is up to date, and for sale or paused. */
  | { kind: 'nothing'; preview: Preview; provider: Provider };

/** What an update means for buyers. */
export interface Impact extends Pick<HistoryEntry, 'verdict' | 'findings'> {
  /** `null` if neither schema changes. */
  pastOrders: PastOrders | null;
  /**
   * Calls that work now may fail, or the price no longer be accepted: the verdict is `breaking` or
   * `unknown`, or the input of a past order is refused. Never for a listing that has not been published.
   */
  isBreaking: boolean;
}

/** What a call with the example input showed. */
export type TrialResult =
  /** `isOpen`: an unsigned call was accepted. */
  | { kind: 'passed'; message: string; isOpen: boolean }
  | { kind: 'failed'; check: Check; isOpen: boolean }
  /** The service refuses the call with 401, so it was not run. */
  | { kind: 'refused'; message: string }
  | { kind: 'not-tried'; message: string }
  /** The user did not want it. */
  | { kind: 'left-out' };

/** A step of publishing. */
export type PublishEvent =
  | { step: 'planned'; plan: PublishPlan }
  /** The service will be called with its example; before `confirm`. */
  | { step: 'to-be-tried'; contract: RunContract }
  | { step: 'trying' }
  | { step: 'tried'; trial: TrialResult }
  /** Past orders are being checked; repeated with their number so far. */
  | { step: 'assessing'; read: number }
  | { step: 'assessed'; impact: Impact }
  | { step: 'imported'; listing: Listing }
  | { step: 'updated'; listing: Listing; differences: Difference[] }
  | { step: 'submitted'; provider: Provider }
  /** Repeated while the review is running, and once when it has ended. */
  | { step: 'review'; provider: Provider; checks: readonly Check[] }
  | { step: 'published'; provider: Provider; tookMs: number }
  | { step: 'secret'; provider: Provider }
  | { step: 'visible'; provider: Provider; url: string };

/** How publishing ended. Anything else is thrown as an error. */
export type PublishOutcome =
  | {
      kind: 'published';
      action: 'imported' | 'updated' | 'unchanged';
      provider: Provider;
      secret: SigningSecret;
      /** Address of the listing in the public catalogue. */
      url: string;
    }
  /** The listing is up to date. Publishing does not resume it. */
  | { kind: 'paused'; action: 'updated' | 'unchanged'; provider: Provider; secret: SigningSecret }
  /** The service does not pass the checks of a review yet: nothing was saved. */
  | { kind: 'not-publishable'; preview: Preview }
  /** The service failed the call with its own example: nothing was saved. */
  | { kind: 'trial-failed'; plan: PublishPlan; check: Check }
  | { kind: 'flagged'; provider: Provider }
  /** With `isDryRun`: nothing was saved. */
  | { kind: 'dry-run'; plan: PublishPlan }
  | { kind: 'declined' };
