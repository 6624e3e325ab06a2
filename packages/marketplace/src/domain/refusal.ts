import type { Check, Detail, ErrorType, Price, ProviderStatus } from '@mkt/protocol';

/** What an account has only a share of (docs/limits.md#shares). */
export type ShareName = 'waiting_orders' | 'long_polls' | 'listings' | 'api_keys' | 'stored_bytes';

export interface RefusalExtras {
  details?: readonly Detail[];
  /** Overrides the status of the error table: `invalid_json` is 400 for our request, 422 for a contract. */
  status?: number;
  retryAfterSeconds?: number;
  from?: string;
  to?: string;
  allowed?: readonly string[];
  requiredScope?: string;
  checks?: readonly Check[];
  /** The present status of a listing of the caller's, with a 409 about it. */
  listingStatus?: ProviderStatus;
  /** The limit of the account that a quota_exceeded is about. */
  limit?: ShareName;
  /** The present price, with listing_changed. */
  price?: Price;
}

/**
 * A request that is refused for a reason the caller is told. The one error class of rules and
 * useCases: its type decides the status, once, at the edge.
 */
export class Refusal extends Error {
  readonly type: ErrorType;
  readonly extras: RefusalExtras;

  constructor(type: ErrorType, message: string, extras: RefusalExtras = {}) {
    super(message);
    this.name = 'Refusal';
    this.type = type;
    this.extras = extras;
  }
}

/** Another owner's object reads as one that does not exist (docs/protocol.md#order-of-checks). */
export function notFound(what: 'Listing' | 'Order' | 'API key' | 'Path'): Refusal {
  return new Refusal('not_found', `${what} not found.`);
}

/**
 * The database cannot do what was asked: disk full, gone, or locked for too long. Nothing of the
 * operation was stored.
 */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database is not available.', { cause });
    this.name = 'StorageUnavailable';
  }
}
