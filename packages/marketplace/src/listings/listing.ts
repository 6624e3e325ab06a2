// Listings: what sellers offer, from the draft through the automated review to the archive, with its
// history, its signing secrets and its health. Buyers see a published listing, and a change only after its
// own review. Needs accounts (whose it is) and catalogue (quality).

import {
  type Check,
  LISTING_STATE_CHANGES,
  type ListingContent,
  type ListingState,
  listingStateOf,
  type Method,
  type ProviderStatus,
  type Warning,
} from '@mkt/protocol';
import type { Seller } from '../accounts/account.ts';
import type { Quality } from '../catalogue/quality.ts';
import type { EventFeed } from '../events/event.ts';
import type { Caller } from '../market/caller.ts';
import { listingNotFound, Refusal } from '../market/refusal.ts';
import type { App } from '../server/context.ts';
import type { HealthSummary, ProbeResult } from './health.ts';
import type { ContentEdit, HistoryActor } from './history.ts';
import type { WantedSlug } from './slugs.ts';
import type { ListingStore } from './store.ts';

/** A listing; the seller's half of the API calls it a provider. Times are Unix milliseconds. */
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
 * (docs/sell/listings.md#states) that names the status of the listing rather than its state.
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

/** Only a draft or a flagged listing can be submitted. */
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
        `The listing is already under review (pending_review). ${nextStep(listing)}`,
        listingStatus,
      );
    case 'archived':
      throw new Refusal(
        'listing_archived',
        `A listing that is archived cannot be submitted. ${nextStep(listing)}`,
        listingStatus,
      );
    case 'published':
    case 'paused':
      throw new Refusal(
        'invalid_state_transition',
        `A listing that is ${status} cannot be submitted: it has already passed its review. ${nextStep(listing)}`,
        {
          from: status,
          to: 'pending_review',
          allowed: LISTING_STATE_CHANGES[status],
          ...listingStatus,
        },
      );
  }
}

/** One of the caller's listings; one of another owner looks as if it did not exist. */
export async function ownListing(
  { store: { listings } }: App,
  caller: Caller,
  ref: string,
): Promise<Listing> {
  const listing = await listings.find(ref);
  if (!listing || listing.accountId !== caller.accountId) throw listingNotFound(ref);
  return listing;
}

/** The store of listings, which also tells the owner's event streams of what it stores. */
export function announcedListings(
  listings: ListingStore,
  feed: Pick<EventFeed, 'listingUpdated'>,
): ListingStore {
  return {
    ...listings,
    async insert(listing, hook) {
      const inserted = await listings.insert(listing, hook);
      if (typeof inserted === 'object') feed.listingUpdated(inserted);
      return inserted;
    },
    async change(change, hook) {
      const changed = await listings.change(change, hook);
      if (changed !== 'conflict') feed.listingUpdated(changed);
      return changed;
    },
  };
}
