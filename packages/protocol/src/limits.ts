const KIB = 1024;

/**
 * The protocol's limits. Those that an operator may change are the defaults of the marketplace's
 * configuration table.
 */
export const LIMITS = {
  /** A request body to the marketplace. */
  requestBodyBytes: 256 * KIB,
  /** A request body of more chunks than this that average under `smallChunkBytes` is refused. */
  smallChunks: 1024,
  smallChunkBytes: 16,
  /** A seller's contract document. */
  contractBytes: 256 * KIB,
  contractTimeoutMs: 10_000,
  /** A seller's response to a call. */
  resultBytes: 1024 * KIB,
  /** Nesting depth of any incoming JSON. */
  jsonDepth: 64,
  /** Digits of a number that a double cannot represent exactly. */
  numberDigits: 1_000,
  /** Exponent of such a number, positive or negative. */
  numberExponent: 1_000,
  /** Total deadline of a call: connect, headers and body (docs/reference/limits.md#sizes-and-times). */
  sellerTimeoutMs: 30_000,
  /** How often a listing's health endpoint is probed (docs/reference/limits.md#sizes-and-times). */
  healthProbeIntervalMs: 5 * 60_000,
  healthProbeTimeoutMs: 5_000,
  healthBodyBytes: 16 * KIB,
  healthHistoryMs: 7 * 24 * 3_600_000,
  /** A longer `Prefer: wait` is clamped. */
  maxWaitSeconds: 30,
  /** The wait when the request has no `Prefer`. */
  defaultWaitMs: 50,
  /** An event stream gets at least one line this often, so that readers notice a lost connection. */
  eventHeartbeatMs: 20_000,
  /** When more events wait for a slow reader, they are replaced by one `resync`. */
  queuedEvents: 1_000,
  idempotencyKeyLength: 255,
  idempotencyMs: 24 * 3_600_000,
  /** How much of a request's `tracestate` is passed on. */
  tracestateLength: 512,
  /** How far the timestamp of a signed call may be from the seller's clock, in either direction. */
  signatureToleranceSeconds: 300,
  /** How long a replaced secret also signs, unless the request says otherwise (a day). */
  secretGraceSeconds: 24 * 3_600,
  /** How long a seller remembers an order id. */
  replayWindowMs: 10 * 60_000,
  /** A pending order fails as `expired` after this time. */
  pendingExpiryMs: 10 * 60_000,
  /** Characters of a password that is set (docs/operate/accounts.md#passwords). */
  passwordMinLength: 10,
  passwordMaxLength: 128,
  /** How long a session lasts after it was last renewed. */
  sessionMs: 7 * 24 * 3_600_000,
  /** A session is renewed when it is used this long after it began or was last renewed. */
  sessionRenewalMs: 24 * 3_600_000,
  /** How long a device code and its user code can be used. */
  deviceCodeMs: 10 * 60_000,
  /** How long a program waits between two requests for its key, unless it is told to slow down. */
  devicePollSeconds: 5,
  /** How much longer it has to wait each time that it was too fast (RFC 8628, section 3.5). */
  deviceSlowDownSeconds: 5,
  urlLength: 2048,
  /** An input as a query string: more than most servers accept in a URL. */
  queryBytes: 8 * KIB,
  sellerMessageLength: 500,
  details: 10,
  inputValidationMs: 500,
  pageDefault: 20,
  pageMax: 100,
  /** A page as JSON. It always has at least one item. */
  pageBytes: 1024 * KIB,
  /** The days of UTC whose calls make the quality of a listing, the current one included. */
  qualityDays: 7,
  /** With fewer calls a listing has no quality. */
  qualityCalls: 20,
  /** The most calls of a listing that count for one account in a day. */
  qualityCallsPerBuyer: 5,
} as const;

/** `LIMITS.idempotencyMs` as sentences state it. */
export const IDEMPOTENCY_HOURS = LIMITS.idempotencyMs / 3_600_000;

/**
 * Bytes that a message with a body of at most `bodyBytes` may use on its socket, including headers
 * and framing: a chunk of 1 byte may have 16 KiB of extensions.
 */
export const socketBytesLimit = (bodyBytes: number): number => 4 * bodyBytes + 64 * KIB;
