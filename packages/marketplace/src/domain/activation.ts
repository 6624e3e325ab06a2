import {
  DEFAULT_CURRENCY,
  fromMicros,
  type Method,
  type Price,
  type PriceInMicros,
  type ProviderStatus,
  type ReadJson,
} from '@mkt/protocol';
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

/** What the buyer sends to the seller. Its text is stored, signed, sent and shown as it is. */
export type ActivationInput = ReadJson;

/** What the buyer saw of the listing; each holds on its own. */
export interface ActivationGuards {
  /** An amount in `currency`, or in USD. */
  maxPrice?: number | undefined;
  /** In any case. */
  currency?: string | undefined;
  unit?: string | undefined;
  revision?: number | undefined;
}

/** The listing does not fit a guard; `path` is the guard's in the body. */
function changed(price: Price, path: string, sentence: string, message: string): Refusal {
  const details = [{ path, message, keyword: path.slice(1) }];
  return new Refusal('listing_changed', sentence, { details, price });
}

/**
 * Amounts of different currencies are never compared: a listing in another one does not fit. What
 * costs nothing fits every amount, but not another currency that was asked for by name.
 */
function checkPrice(price: Price, { maxPrice, currency, unit }: ActivationGuards): void {
  const { amount } = price;
  const now = `The listing costs ${amount} ${price.currency} per ${price.unit} now`;
  const wanted = currency?.toUpperCase();
  if (wanted !== undefined && wanted !== price.currency) {
    throw changed(price, '/currency', `${now}, not ${wanted}.`, `must be ${price.currency}`);
  }
  if (unit !== undefined && unit !== price.unit) {
    throw changed(price, '/unit', `${now}, not per the given unit.`, `must be ${price.unit}`);
  }
  if (maxPrice === undefined || amount === 0) return;
  if (price.currency !== (wanted ?? DEFAULT_CURRENCY)) {
    throw changed(
      price,
      '/maxPrice',
      `${now}; maxPrice is in ${DEFAULT_CURRENCY} unless currency is given.`,
      `must have the currency ${price.currency} beside it`,
    );
  }
  if (amount > maxPrice) {
    throw changed(price, '/maxPrice', `${now}, more than maxPrice.`, `must be >= ${amount}`);
  }
}

/** The price as buyers are told it. */
export function presentPriceOf({ price }: Pick<ActivationTarget, 'price'>): Price {
  const { amountMicros, unit, currency } = price;
  return { amount: fromMicros(amountMicros), unit, currency };
}

/** Refuses an activation of a listing that is not for sale now, or not as the buyer saw it. */
export function checkActivation(target: ActivationTarget, guards: ActivationGuards): void {
  if (target.status !== 'published') {
    throw new Refusal(
      'listing_not_active',
      `The listing is ${target.status}: it cannot be activated now.`,
      { listingStatus: target.status },
    );
  }
  const price = presentPriceOf(target);
  checkPrice(price, guards);
  if (guards.revision !== undefined && guards.revision !== target.revision) {
    throw changed(
      price,
      '/revision',
      `The listing is at revision ${target.revision} now, not ${guards.revision}.`,
      `must be ${target.revision}`,
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
