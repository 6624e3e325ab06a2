import type { Check, ListingContent, Method, ProviderStatus, Warning } from '@mkt/protocol';
import type { HealthSummary } from './health.ts';

/** A provider and its listing: one row, two views. Times are Unix milliseconds. */
export interface Listing {
  /** UUID v7. */
  id: string;
  /** The owner's account. */
  accountId: string;
  slug: string;
  content: ListingContent;
  status: ProviderStatus;
  /** Counts accepted changes of the run contract and the price, from 1. */
  revision: number;
  /** Counts every write of the row: what a compare-and-set compares. */
  version: number;
  /** Why the review flagged it, or why the marketplace paused it. */
  rejectionReason: string | null;
  reviewChecks: Check[];
  /** Paused by the marketplace, not by its owner: resuming runs the review's checks again. */
  pausedByMarketplace: boolean;
  /** When it was first published; null means that it may still be deleted. */
  publishedAtMs: number | null;
  health: HealthSummary;
  createdAtMs: number;
  updatedAtMs: number;
}

/**
 * A listing as lists have it. Schemas may be long and many, so they are read only where whole records
 * were asked for, and stay the JSON text that they are stored as.
 */
export interface ListedListing extends Omit<Listing, 'content'> {
  content: Omit<ListingContent, 'runContract'>;
  contract: {
    method: Method;
    endpointPath: string;
    healthEndpoint: string | null;
    hasInputSchema: boolean;
    hasOutputSchema: boolean;
    /** `undefined` in a summary. */
    whole: WholeContract | undefined;
  };
}

/** The long parts of a run contract; null for what it does not have. */
export interface WholeContract {
  inputSchemaJson: string | null;
  outputSchemaJson: string | null;
  requestExampleJson: string | null;
  responseExampleJson: string | null;
}

/** A listing with what its author should know of the change that was just made. */
export interface ListingWithWarnings {
  listing: Listing;
  warnings: Warning[];
}

/** Visible to buyers by direct id: published, or paused and marked so. */
export function isVisible(status: ProviderStatus): boolean {
  return status === 'published' || status === 'paused';
}
