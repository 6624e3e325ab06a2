import { LIMITS } from '@mkt/protocol';

/**
 * A call is made only if its order was claimed less than this long ago (docs/orders.md#guarantees).
 */
export const MAX_CLAIM_AGE_MS = 5_000;

/** Time to store the outcome of a call that took as long as it may. */
const SETTLE_MS = 5_000;

/**
 * No call may outlive its lease: once the lease expires, any process settles the order as
 * interrupted.
 */
export const LEASE_MS = MAX_CLAIM_AGE_MS + LIMITS.sellerTimeoutMs + SETTLE_MS;

/**
 * How long `/readyz` fails before a process that shuts down stops accepting connections, so that
 * load balancers notice.
 */
export const READINESS_NOTICE_MS = 3_000;

/** How long a process that shuts down waits for its calls before it aborts them. */
export const DRAIN_MS = LIMITS.sellerTimeoutMs + 2_000;

export const HOUR_MS = 3_600_000;
export const DAY_SECONDS = 24 * 3_600;
export const DAY_MS = DAY_SECONDS * 1_000;

const MINUTE_MS = 60_000;

/** How long a link that the operator gives to a person can be used. */
export const LINK_LIFETIME_MS = 24 * HOUR_MS;

/** How long the link can be used that signs in to dev mode without a password. */
export const DEV_LINK_LIFETIME_MS = 5 * MINUTE_MS;

/**
 * How long a device login is kept after its code has expired: long enough to tell a program why it
 * gets no key, and for it to use the key once.
 */
export const DEVICE_LOGIN_KEPT_MS = 60 * MINUTE_MS;

/** Reviews, and the other work for which the marketplace calls a service (docs/limits.md). */
export const REVIEW_LIMITS = {
  /**
   * One deadline for all requests of a preview, import, change or review: it bounds the wait of the
   * caller, and how long a service that hangs occupies a review slot.
   */
  deadlineMs: 15_000,
  /** Simultaneous reviews of one process. */
  atOnce: 8,
} as const;

/** Deliveries to webhooks (docs/webhooks.md). */
export const WEBHOOK_LIMITS = {
  /** Total deadline of a request: connect, headers and body. */
  timeoutMs: 15_000,
  /** Simultaneous requests of one process, to the webhooks of one account, and to one webhook. */
  atOnce: 256,
  perAccount: 16,
  perWebhook: 8,
  /** To the webhooks of one host, over all accounts. */
  perHost: 64,
  /** Simultaneous tests of one account. */
  testsPerAccount: 4,
  /**
   * Challenges that are not answered, to one host: of one account, then of all accounts. So many at
   * once, and then one after each interval.
   */
  challengesOfAccount: { burst: 10, everyMs: 30_000 },
  challengesOfAll: { burst: 120, everyMs: 500 },
  /** The rest of a response is not read. */
  responseBytes: 16 * 1024,
  /** How long after each failed attempt the next one follows. */
  retryMs: [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS],
  /**
   * A receiver that fails gets one request at a time, with a pause in between that doubles with every
   * failure. Each success after that allows one more request at a time.
   */
  pauseAfterFailureMs: 1_000,
  maxPauseMs: MINUTE_MS,
  /** A webhook that has only failed for as long is disabled. */
  failingMs: 5 * DAY_MS,
  /** How long attempts are listed, and a delivery waits for a paused webhook. */
  historyMs: 7 * DAY_MS,
  /** Attempts that are listed for one webhook. */
  attempts: 10_000,
} as const;

/** The limits per account (docs/limits.md#shares); each of them is configurable. */
export interface AccountShares extends WaitingLimits {
  /** Event streams and long polls in this process. */
  longPolls: number;
  /** Simultaneous reviews, in this process. */
  reviews: number;
  /** Listings that are not archived. */
  listings: number;
  /** API keys that are neither revoked nor expired. */
  apiKeys: number;
  webhooks: number;
  /** Requests a second to the webhooks of one host, over all accounts, from this process. */
  webhookRequestsPerHost: number;
  /** Bytes of inputs and results stored per UTC day, as a buyer. */
  storedBytes: number;
}

export interface CallLimits {
  callsPerSeller: number;
  callsPerBuyer: number;
  callsPerProcess: number;
  waitingPerSeller: number;
  waitingPerProcess: number;
}

/** Limits per buyer (docs/limits.md#shares). */
export interface WaitingLimits {
  /** Orders of one buyer that wait for a call slot, in this process. */
  waitingPerBuyer: number;
  /** Orders of one buyer that wait for one seller, in this process. */
  waitingPerPair: number;
}

/** Who may sign up: anyone, people whom the operator invites, or no one. */
export type SignUpPolicy = 'open' | 'invite' | 'closed';

/** After a standby was promoted: serve nothing until the operator has recovered it, or continue. */
export type Failover = 'stop' | 'continue';
