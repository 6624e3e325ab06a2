import { LIMITS } from '@mkt/protocol';

/** A call is signed and sent only this soon after its claim (docs/orders.md#guarantees). */
export const MAX_CLAIM_AGE_MS = 5_000;

/** For storing the outcome of a call that took as long as it may. */
const SETTLE_MS = 5_000;

/** No call may outlive its lease: when it expires, any process settles the order as interrupted. */
export const LEASE_MS = MAX_CLAIM_AGE_MS + LIMITS.sellerTimeoutMs + SETTLE_MS;

/** How long a process that is ending waits for its calls before it gives them up. */
export const DRAIN_MS = LIMITS.sellerTimeoutMs + 2_000;

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const IDEMPOTENCY_HOURS = LIMITS.idempotencyMs / HOUR_MS;
