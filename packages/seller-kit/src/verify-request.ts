import { createSigner } from '#signer';
import {
  readSignature,
  SIGNATURE_PROBLEMS,
  type Envelope,
  type Signer,
} from '@mkt/protocol/signing';
import { readEnvironment } from './environment.ts';
import { fromRaw, type RawRequest } from './raw-request.ts';
import { consoleLogger } from './logger.ts';
import { memoryReplayStore, type ReplayStore } from './replay-store.ts';
import { MISCONFIGURED } from './responses.ts';
import type { SignedRequest } from './service-request.ts';
import { bodyProblem, DEFAULT_MAX_BODY_BYTES, readSignedBytes } from './signed-bytes.ts';
import {
  lookUpSecrets,
  readKeys,
  readVariables,
  SECRET_VARIABLE,
  type ReadKeys,
} from './signing-secret.ts';
import { VerificationError } from './verification-error.ts';
import { REPLAYS_UNKNOWN, verifyCall } from './verify-call.ts';
import { fromWeb } from './web-request.ts';

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
