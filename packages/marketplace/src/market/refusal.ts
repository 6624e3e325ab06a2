import type {
  BudgetReason,
  ChangeReason,
  Check,
  Detail,
  ErrorType,
  Price,
  ProviderStatus,
} from '@mkt/protocol';

/** The limits that apply per account (docs/reference/limits.md#shares). */
type ShareName =
  | 'waiting_orders'
  | 'long_polls'
  | 'mcp_requests'
  | 'listings'
  | 'api_keys'
  | 'webhooks'
  | 'stored_bytes';

export interface RefusalExtras {
  details?: readonly Detail[];
  /**
   * Overrides the status of the error table: `invalid_json` is 400 for a request and 422 for a
   * contract.
   */
  status?: number;
  retryAfterSeconds?: number;
  from?: string;
  to?: string;
  allowed?: readonly string[];
  requiredScope?: string;
  checks?: readonly Check[];
  /** The current status of the caller's listing, in a 409 about it. */
  listingStatus?: ProviderStatus;
  /** The limit that a `quota_exceeded` is about. */
  limit?: ShareName;
  /** The current price, in a `listing_changed`. */
  price?: Price;
  /** The reason of a `listing_changed`, or the rule that refused the order in a `budget_exceeded`. */
  reason?: BudgetReason | ChangeReason;
  /** The remaining budget, in a `budget_exceeded`. */
  remaining?: Remaining | null;
}

/**
 * A request that the rules reject, with a message for the caller. The only error class of rules and
 * use cases; `type` determines the status, in `http/respond.ts`.
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

/**
 * Used for another owner's objects too: they look as if they did not exist
 * (docs/reference/protocol.md#order-of-checks).
 */
export function notFound(
  what: 'Order' | 'API key' | 'Webhook' | 'Delivery' | 'Seller' | 'Session' | 'Path',
): Refusal {
  return new Refusal('not_found', `${what} not found.`);
}

/** Of a member that fits its schema; `path` is a JSON Pointer. */
export const invalidField = (path: string, message: string): Refusal =>
  new Refusal('invalid_request', 'The body has invalid fields.', {
    details: [{ path, message, keyword: path.slice(path.lastIndexOf('/') + 1) }],
  });

/** An id or a slug: nothing in it needs escaping in a sentence. */
const REF = /^[\w-]{1,64}$/;

/** A listing that does not exist for the caller, by its id or slug, and the slug that may be meant. */
export function listingNotFound(ref: string, closest?: string): Refusal {
  const named = REF.test(ref) ? `Listing not found: ${ref}.` : 'Listing not found.';
  const suggestion = closest === undefined ? '' : ` Did you mean ${closest}?`;
  return new Refusal('not_found', named + suggestion);
}

/**
 * The database cannot run an operation: the disk is full, the connection is lost, or it is locked
 * for too long. Nothing was stored.
 */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database is not available.', { cause });
    this.name = 'StorageUnavailable';
  }
}

/** What is left of a limit. */
export interface Remaining {
  /** Never negative, although a limit can be lowered below what was spent. */
  amountMicros: number;
  currency: string;
  /** When the next period begins, in Unix milliseconds; null if there is none. */
  resetsAtMs: number | null;
}

const MAX_ATTEMPTS = 5;

const listingChanged = () =>
  new Refusal(
    'listing_changed',
    'The listing was changed in the meantime; read it again and repeat your change.',
    { reason: 'changed' },
  );

/**
 * Repeats an attempt that reads, decides and writes if another writer changed the record in
 * between. Refuses after five attempts.
 */
export async function retryOnConflict<Result>(
  attempt: () => Promise<Result | 'conflict'>,
  refusal: () => Refusal = listingChanged,
): Promise<Result> {
  for (let count = 0; count < MAX_ATTEMPTS; count++) {
    const outcome = await attempt();
    if (outcome !== 'conflict') return outcome;
  }
  throw refusal();
}
