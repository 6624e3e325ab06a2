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
  /** A seller's answer to a call. */
  resultBytes: 1024 * KIB,
  /** Nesting of any JSON that comes in. */
  jsonDepth: 64,
  /** A number that a double does not keep may have this many digits. */
  numberDigits: 1_000,
  /** Either way, of such a number. */
  numberExponent: 1_000,
  /** Total deadline of a call: connect, headers and body (docs/limits.md#sizes-and-times). */
  sellerTimeoutMs: 30_000,
  /** docs/limits.md#sizes-and-times. */
  healthProbeIntervalMs: 5 * 60_000,
  healthProbeTimeoutMs: 5_000,
  healthBodyBytes: 16 * KIB,
  healthHistoryMs: 7 * 24 * 3_600_000,
  /** `Prefer: wait` larger than this is clamped. */
  maxWaitSeconds: 30,
  /** The wait without `Prefer`. */
  defaultWaitMs: 50,
  idempotencyKeyLength: 255,
  idempotencyMs: 24 * 3_600_000,
  /** Age of a signed call that a seller accepts, either way. */
  signatureToleranceSeconds: 300,
  /** How long a seller remembers an order id. */
  replayWindowMs: 10 * 60_000,
  /** A pending order that waited this long fails as `expired`. */
  pendingExpiryMs: 10 * 60_000,
  urlLength: 2048,
  sellerMessageLength: 500,
  details: 10,
  inputValidationMs: 500,
  pageDefault: 20,
  pageMax: 100,
} as const;

/**
 * What a message with a body of at most `bodyBytes` may take from its socket, headers and framing
 * included: a chunk of 1 byte may have 16 KiB of extensions.
 */
export const socketBytesLimit = (bodyBytes: number): number => 4 * bodyBytes + 64 * KIB;
