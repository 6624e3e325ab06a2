import { fromMicros, type Method, type PriceInMicros, type ProviderStatus } from '@mkt/protocol';
import { Refusal } from './refusal.ts';

/** What an activation needs to know of a listing: one small row, without the schemas' text. */
export interface ActivationTarget {
  listingId: string;
  sellerId: string;
  status: ProviderStatus;
  revision: number;
  /** Counts every change of the listing and of its secrets: what an order's insertion compares. */
  version: number;
  price: PriceInMicros;
  method: Method;
  endpointPath: string;
  /** SHA-256 of the schema's text, in hex; null without a schema. Names its compiled validator. */
  inputSchemaHash: string | null;
  outputSchemaHash: string | null;
  /** The secrets that sign now (`whsec_…`), newest first: two while a rotation overlaps. */
  secrets: readonly string[];
}

export interface ActivationGuards {
  /** In units of the currency. */
  maxPrice?: number | undefined;
  revision?: number | undefined;
}

/** Refuses an activation of a listing that is not for sale now, or not as the buyer saw it. */
export function checkActivation(target: ActivationTarget, guards: ActivationGuards): void {
  if (target.status !== 'published') {
    throw new Refusal(
      'listing_not_active',
      `The listing is ${target.status}: it cannot be activated now.`,
    );
  }
  const amount = fromMicros(target.price.amountMicros);
  if (guards.maxPrice !== undefined && amount > guards.maxPrice) {
    throw new Refusal(
      'listing_changed',
      `The listing costs ${amount} ${target.price.currency} per ${target.price.unit} now, more than maxPrice.`,
      { details: [{ path: '/maxPrice', message: `must be >= ${amount}`, keyword: 'maxPrice' }] },
    );
  }
  if (guards.revision !== undefined && guards.revision !== target.revision) {
    throw new Refusal(
      'listing_changed',
      `The listing is at revision ${target.revision} now, not ${guards.revision}.`,
      {
        details: [
          { path: '/revision', message: `must be ${target.revision}`, keyword: 'revision' },
        ],
      },
    );
  }
}

/** Who may see that a listing exists: anyone while it is published or paused, its owner always. */
export function canActivate(target: ActivationTarget, buyerId: string): boolean {
  switch (target.status) {
    case 'published':
    case 'paused':
      return true;
    case 'draft':
    case 'pending_review':
    case 'flagged':
    case 'archived':
      return target.sellerId === buyerId;
  }
}
