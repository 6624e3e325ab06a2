import type { Check, ListingContent, Method, ProviderStatus, Warning } from '@mkt/protocol';
import type { HealthSummary, ProbeResult } from './health-domain-health.ts';
import type { Seller } from '../accounts/profile.ts';
import type { Quality } from '../catalogue/quality.ts';
import type { ContentEdit, HistoryActor } from './history.ts';
import type { WantedSlug } from './slugs.ts';

/** A provider and its listing: two views of one row. Times are Unix milliseconds. */
export interface Listing {
  /** UUID v7. */
  id: string;
  /** The owner's account. */
  accountId: string;
  seller: Seller;
  slug: string;
  content: ListingContent;
  status: ProviderStatus;
  /** The number of accepted changes to the run contract and the price, starting at 1. */
  revision: number;
  /** The number of writes to the row, for compare-and-set. */
  version: number;
  /** Why the review flagged it or the operator paused it. */
  rejectionReason: string | null;
  reviewChecks: Check[];
  /** Inputs that could not be validated in time, since the input schema was last changed. */
  slowInputs: number;
  /**
   * Whether the marketplace paused it rather than its owner: then publishing it again runs the
   * checks of the review.
   */
  pausedByMarketplace: boolean;
  /** When it was first published; null means that it may still be deleted. */
  publishedAtMs: number | null;
  health: HealthSummary;
  /** null if too few calls of other accounts settled. */
  quality: Quality | null;
  createdAtMs: number;
  updatedAtMs: number;
}

/**
 * A listing as lists return it. Schemas may be long and many, so they are read only if full records
 * were requested, and stay the JSON text that is stored.
 */
export interface ListedListing extends Omit<Listing, 'content'> {
  content: Omit<ListingContent, 'runContract'>;
  contract: {
    method: Method;
    endpointPath: string;
    healthEndpoint: string | null;
    hasInputSchema: boolean;
    hasOutputSchema: boolean;
    /** `undefined` if only a summary was requested. */
    longParts: LongContractParts | undefined;
  };
}

/** The schemas and examples of a run contract; null for those it does not have. */
export interface LongContractParts {
  inputSchemaJson: string | null;
  outputSchemaJson: string | null;
  requestExampleJson: string | null;
  responseExampleJson: string | null;
}

/** A listing, and the warnings about the change that was just made to it. */
export interface ListingWithWarnings {
  listing: Listing;
  warnings: Warning[];
}

/**
 * Whether buyers can read it by its id: a published listing, or a paused one, which is marked as
 * such.
 */
export function isVisible(status: ProviderStatus): boolean {
  return status === 'published' || status === 'paused';
}

export type InsertedListing = Listing | 'too-many' | 'slug-taken';

export interface NewListing {
  id: string;
  accountId: string;
  slug: WantedSlug;
  content: ListingContent;
  status: Extract<ProviderStatus, 'draft' | 'pending_review'>;
  /** Who creates it. */
  actor: HistoryActor;
  /** How many listings the account may have, not counting archived ones. */
  maxListings: number;
}

/** Only the given members change. What buyers see of the change is stored in the history. */
export interface ListingChange {
  id: string;
  version: number;
  /** Who changes it. */
  actor: HistoryActor;
  edit?: ContentEdit;
  status?: ProviderStatus;
  rejectionReason?: string | null;
  reviewChecks?: readonly Check[];
  pausedByMarketplace?: boolean;
  /** With a publication: the health check of the review, which counts as the first probe. */
  firstProbe?: ProbeResult;
  /** With a publication: the signing secret to store if there is none yet. */
  firstSecret?: string;
}
