import { createSigner } from '#signer';
import { HEADERS } from '@mkt/protocol';
import {
  type Envelope,
  readSignature,
  SIGNATURE_PROBLEMS,
  type SignatureProblem,
  type Signer,
} from '@mkt/protocol/signing';
import { consoleLogger } from './log.ts';
import { memoryReplayStore, type ReplayStore } from './replay-store.ts';
import { MISCONFIGURED } from './responses.ts';
import {
  bodyProblem,
  DEFAULT_MAX_BODY_BYTES,
  fromWeb,
  type ReadBody,
  readSignedBytes,
  type SignedRequest,
} from './service-request.ts';
import {
  lookUpSecrets,
  readEnvironment,
  readKeys,
  type ReadKeys,
  readVariables,
  SECRET_VARIABLE,
} from './signing-secret.ts';
import { REPLAYS_UNKNOWN, verifyCall } from './verify-call.ts';

/**
 * Why a request was refused. `replayed` and the other signature problems are explained in
 * docs/reference/seller-interface.md#how-to-verify; `raw_body_missing` means that a body parser did not keep the raw
 * bytes: how to correct it is logged, and is the message of the `cause`.
 */
export type VerificationReason =
  | SignatureProblem
  | 'body_too_large'
  | 'body_fragmented'
  | 'body_aborted'
  | 'raw_body_missing'
  | 'replay_store_failed';

/** Thrown for a request that is not a genuine call. Respond with `status` and `{ error: message }`. */
export class VerificationError extends Error {
  /**
   * 401 for a signature problem, 400 or 413 for the body, 500 when the raw body is missing, 503 when
   * the replay store failed.
   */
  readonly status: 400 | 401 | 413 | 500 | 503;
  readonly reason: VerificationReason;

  constructor(
    status: VerificationError['status'],
    reason: VerificationReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'VerificationError';
    this.status = status;
    this.reason = reason;
  }
}

/** The parts of a request that its signature covers, for frameworks without a Fetch `Request`. */
export interface RawRequest {
  readonly method: string;
  /** Absolute, or a path. Include the query string: GET and DELETE calls sign it. */
  readonly url: string;
  /**
   * Headers by name, in any case, as node:http, AWS Lambda and others provide them, or a Fetch
   * `Headers`.
   */
  readonly headers: HeaderRecord | Pick<Headers, 'get'>;
  /**
   * The body exactly as it was sent, as bytes or text. A parsed body cannot be used: serializing it
   * again gives different bytes.
   */
  readonly body?: unknown;
}

export type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Throws a TypeError if verifyRequest cannot read `request`. */
function fromRaw(request: RawRequest): SignedRequest {
  // JavaScript callers may pass anything.
  const { method, url, headers } = (request ?? {}) as Partial<RawRequest>;
  if (typeof method !== 'string' || typeof url !== 'string' || !isHeaders(headers)) {
    throw new TypeError(
      'verifyRequest takes a Fetch Request, or an object with method, url, headers and body. ' +
        'In Hono pass c.req.raw; on node:http use verifyNodeRequest from @mkt/seller-kit/node.',
    );
  }
  const target = url.split('#', 1)[0] ?? '';
  const mark = target.indexOf('?');
  return {
    method,
    query: mark === -1 ? '' : target.slice(mark + 1),
    signatureHeaders: () => ({
      signature: valuesOf(headers, HEADERS.signature),
      payload: valuesOf(headers, HEADERS.payload),
    }),
    body: async (maxBytes) => readRawBody(request, maxBytes),
  };
}

const isHeaders = (headers: unknown): headers is RawRequest['headers'] =>
  typeof headers === 'object' && headers !== null;

const isFetchHeaders = (headers: RawRequest['headers']): headers is Pick<Headers, 'get'> =>
  typeof headers.get === 'function';

/** All values of a header, so that a repeated one can be refused. */
function valuesOf(headers: RawRequest['headers'], name: string): string[] {
  if (isFetchHeaders(headers)) {
    const value = headers.get(name);
    return value === null ? [] : [value];
  }
  const wanted = name.toLowerCase();
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === wanted)
    .flatMap(([, value]) => value ?? []);
}

function readRawBody({ headers, body }: RawRequest, maxBytes: number): ReadBody {
  const bytes = bytesOf(body);
  if (bytes) {
    return bytes.length > maxBytes ? { ok: false, reason: 'too_large' } : { ok: true, bytes };
  }
  // express.raw() sets no body, or `{}` in express 4, when the request has none.
  const isExpected =
    Number(valuesOf(headers, 'content-length')[0]) > 0 ||
    valuesOf(headers, 'transfer-encoding').length > 0;
  return isExpected
    ? { ok: false, reason: 'already_read' }
    : { ok: true, bytes: new Uint8Array(0) };
}

function bytesOf(body: unknown): Uint8Array | undefined {
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  return typeof body === 'string' ? new TextEncoder().encode(body) : undefined;
}

export interface VerifyOptions {
  /**
   * The listing's secret, or several during a rotation (docs/sell/deploy.md#secrets). By default those of
   * `process.env`; Workers pass `env.MKT_SIGNING_SECRET`.
   */
  signingSecret?: string | readonly string[] | undefined;
  /**
   * Remembers received order ids. By default all calls of this process share a store in memory;
   * `false` accepts replayed calls.
   */
  replay?: ReplayStore | false | undefined;
  /** The largest accepted request body, in bytes; 1 MiB by default. */
  maxBodyBytes?: number | undefined;
}

/** A call that the marketplace signed. */
export interface VerifiedRequest extends Readonly<Envelope> {
  /** The bytes that were signed: the body, or for GET and DELETE the raw query string. */
  readonly body: Uint8Array;
  /** `body` as text; for POST, PUT and PATCH it is the buyer's JSON (docs/buy/orders.md). */
  readonly bodyText: string;
}

/**
 * Verifies that a request is a call of the marketplace, for a service that does not use the kit's
 * routes. It reads the body: use `bodyText` of the result.
 *
 * ```ts
 * const { orderId, bodyText } = await verifyRequest(request);
 * const input = JSON.parse(bodyText);
 * ```
 *
 * It throws instead of returning `false`, so that forgetting to check the result cannot let a call
 * through. Examples for Next.js, Hono, express and node:http are in docs/reference/seller-interface.md#in-javascript.
 *
 * @throws {VerificationError} the request is not a genuine call: respond with its `status` and
 * `{ error: message }`
 * @throws {TypeError} the secret is missing or malformed, or `request` is not a request
 */
export function verifyRequest(
  request: Request | RawRequest,
  options: VerifyOptions = {},
): Promise<VerifiedRequest> {
  return verifySigned(
    () => (isFetchRequest(request) ? fromWeb(request) : fromRaw(request)),
    options,
  );
}

/** An async function, so that every failure is a rejection. */
export async function verifySigned(
  read: () => SignedRequest,
  { signingSecret, replay = sharedStore(), maxBodyBytes = DEFAULT_MAX_BODY_BYTES }: VerifyOptions,
): Promise<VerifiedRequest> {
  const signer = signingSecret === undefined ? environmentSigner() : signerFor(signingSecret);
  const request = read();
  const signature = readSignature(request.signatureHeaders());
  if (!signature.ok) throw refused(signature.reason);
  const signed = await readSignedBytes(request, maxBodyBytes);
  if (!signed.ok) throw withoutBytes(signed.reason, maxBodyBytes);
  const { bytes } = signed;
  const verified = await verifyCall({ signer, replay }, signature, bytes, Date.now());
  switch (verified.outcome) {
    case 'verified':
      return { ...verified.envelope, body: bytes, bodyText: new TextDecoder().decode(bytes) };
    case 'refused':
      throw refused(verified.reason);
    case 'store_failed':
      throw new VerificationError(503, 'replay_store_failed', REPLAYS_UNKNOWN, {
        cause: verified.error,
      });
  }
}

/** Checks the shape, because frameworks have classes of their own. */
const isFetchRequest = (request: Request | RawRequest): request is Request =>
  typeof request === 'object' &&
  request !== null &&
  'bodyUsed' in request &&
  'arrayBuffer' in request;

const refused = (reason: keyof typeof SIGNATURE_PROBLEMS) =>
  new VerificationError(401, reason, SIGNATURE_PROBLEMS[reason]);

const RAW_BODY_MISSING =
  'The raw body is missing. Pass the bytes as they arrived, before any body parser reads them.';

function withoutBytes(
  reason: Parameters<typeof bodyProblem>[0] | 'already_read',
  maxBodyBytes: number,
): VerificationError {
  if (reason === 'already_read') {
    consoleLogger.error(`[mkt] verifyRequest: ${RAW_BODY_MISSING}`);
    const cause = new TypeError(RAW_BODY_MISSING);
    return new VerificationError(500, 'raw_body_missing', MISCONFIGURED, { cause });
  }
  const { status, message } = bodyProblem(reason, maxBodyBytes);
  return new VerificationError(status, `body_${reason}`, message);
}

let store: ReplayStore | undefined;
const sharedStore = () => (store ??= memoryReplayStore());

let latest: { secret: string; signer: Signer } | undefined;

/** Keeps the latest signer: most processes have one secret, and creating its key takes longer than a MAC. */
function signerFor(given: string | readonly string[]): Signer {
  const secret = String(given);
  if (latest?.secret !== secret) {
    latest = { secret, signer: signerOf(readKeys(given, 'signingSecret')) };
  }
  return latest.signer;
}

let ofEnvironment: { value: string | undefined; signer: Signer } | undefined;

/** The other variables are looked up only when the first one changes: listing all takes 40 µs. */
function environmentSigner(): Signer {
  const value = readEnvironment(SECRET_VARIABLE);
  if (ofEnvironment && ofEnvironment.value === value) return ofEnvironment.signer;
  const found = lookUpSecrets() ?? [];
  if (found.length === 0) {
    throw new TypeError(
      `verifyRequest: ${SECRET_VARIABLE} is not set, so no call can be verified. Set it to the secret ` +
        'of your listing, which `mkt secrets pull` fetches, or pass signingSecret.',
    );
  }
  ofEnvironment = { value, signer: signerOf(readVariables(found)) };
  return ofEnvironment.signer;
}

function signerOf(read: ReadKeys): Signer {
  if (!read.ok) throw new TypeError(`verifyRequest: ${read.problem}.`);
  return createSigner(read.keys);
}
