import { LIMITS } from '@mkt/protocol';

// The limits of docs/reference/limits.md that no other package needs (`LIMITS` of the protocol,
// `SCHEMA_CAPS` of json-schema): those that are fixed, and at the end the types of those that an operator
// may change (`server/settings.ts`). Constants that only tune code are beside that code.

const KIB = 1024;

/** Connections and requests of one process. */
export const CONNECTION_LIMITS = {
  headerBytes: 16 * KIB,
  headersMs: 10_000,
  requestMs: 30_000,
  /** An idle one takes 20 KB. */
  atOnce: 10_000,
  /** Responses that clients do not read: the size of all together, and the time until one is cut off. */
  unreadBytes: 256 * KIB * KIB,
  unreadMs: 60_000,
} as const;

/** Bodies with a smaller limit than others. */
export const BODY_LIMITS = {
  /** A caller who is signing in has no account yet to which larger bodies could be charged. */
  authBytes: 16 * KIB,
  /** A message to `/mcp` that is not a tool call: the SDK takes 60 ms for one of 240 KB. */
  mcpMessageBytes: 16 * KIB,
} as const;

/**
 * Sizes up to which the bytes of a request are free: the request limit already bounds the work of an
 * ordinary request.
 */
export const FREE_BYTES = { body: 4 * KIB, response: 64 * KIB } as const;

/** Lists (docs/reference/limits.md#sizes-and-times). */
export const LIST_LIMITS = {
  /** The longest measured took 0.4 s. */
  runMs: 5_000,
  waitMs: 5_000,
  waitingPerReader: 200,
  /** The maximum for all readers together; the readers of one group may take up half of it. */
  waiting: 2_000,
} as const;

/** Tasks of the schema processes. */
export const SCHEMA_LIMITS = {
  /** A task that waits longer is refused as `overloaded`. */
  waitMs: 5_000,
  waitingPerGroup: 200,
  /** About half a second of work, more than any ordinary comparison of contracts needs. */
  comparisonUnits: 1_000_000,
  /** For slow machines; the process is killed only if this is exceeded by far. */
  comparisonMs: 2_000,
} as const;

/** The history of a listing. */
export const HISTORY_LIMITS = {
  /**
   * Older entries are deleted, so that a seller who changes a price 50 times a second cannot fill the
   * disk.
   */
  entries: 1_000,
  /** The texts of its entries together: an account may have 1,000 listings, and one entry 200 KB. */
  bytes: KIB * KIB,
  /** Characters of a value; the schemas of a contract may have 128 KiB. */
  valueLength: 2_000,
} as const;

/** Simultaneous health probes. */
export const PROBE_LIMITS = {
  /** In one process. */
  atOnce: 256,
  /**
   * For one account. With this many, 1,000 listings that all time out after 5 s are probed within half of
   * the 5 minutes.
   */
  perAccount: 32,
} as const;

/**
 * A call is made, and a delivery sent, only if it was claimed less than this long ago
 * (docs/buy/orders.md#guarantees).
 */
export const MAX_CLAIM_AGE_MS = 5_000;

/**
 * When a call that was certainly not sent is tried again (docs/buy/orders.md#guarantees). The last try
 * leaves the service a third of the time that a call may take.
 */
export const CALL_RETRY = {
  waitsMs: [500, 1_000, 2_000, 4_000],
  /** Waits for a name that does not exist according to the name servers. */
  nameWaits: 2,
  /** Each wait is up to this share longer or shorter. */
  jitter: 0.25,
  withinMs: (2 / 3) * LIMITS.sellerTimeoutMs,
} as const;

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

/** Reviews, and the other work for which the marketplace calls a service (docs/reference/limits.md). */
export const REVIEW_LIMITS = {
  /**
   * One deadline for all requests of a preview, import, change or review: it bounds the wait of the
   * caller, and how long a service that hangs occupies a review slot.
   */
  deadlineMs: 15_000,
  /** Simultaneous reviews of one process. */
  atOnce: 8,
} as const;

/** Deliveries to webhooks (docs/buy/webhooks.md). */
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
   * Challenges that are not answered, to one host: of one account, then of all accounts. `burst` at
   * once, then one every `everyMs`.
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
  /** A webhook that has only failed for this long is disabled. */
  failingMs: 5 * DAY_MS,
  /** How long attempts are listed, and a delivery waits for a paused webhook. */
  historyMs: 7 * DAY_MS,
  /** Bytes of a response that are kept, and the newest attempts of a webhook that keep theirs. */
  keptBytes: 1024,
  keptResponses: 1_000,
  /** Newest attempts by which a webhook is judged in lists, and waiting deliveries that are counted. */
  recentAttempts: 20,
  countedWaiting: 100,
  /** Newest attempts that are shown of one delivery. */
  attemptsOfDelivery: 20,
  /** Attempts that are listed for one webhook. */
  attempts: 10_000,
} as const;

/** What a response with counts by key or by listing has at most: rows, and sums in all of them together. */
export const STATS_LIMITS = { parts: 1_000, sums: 10_000 } as const;

/** The limits per account (docs/reference/limits.md#shares); each of them is configurable. */
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

/** Rates of one account or address (docs/reference/limits.md#rates). */
export interface RateLimitSettings {
  requestsPerSecond: number;
  burst: number;
  kibPerSecond: number;
  kibBurst: number;
  resultKibPerSecond: number;
  orderReadsPerSecond: number;
  outboundPerMinute: number;
  failedKeysPerMinute: number;
  signInsPerMinute: number;
}

/** Limits per buyer (docs/reference/limits.md#shares). */
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
