import { HEADERS } from '../headers.ts';
import { LIMITS } from '../limits.ts';

/** What the signed payload header says about a call. */
export interface Envelope {
  orderId: string;
  listingId: string;
  /** Pseudonym of the buyer, stable per buyer and seller account. */
  buyerId: string;
}

/** The length is checked separately: a counted repetition makes the pattern twice as slow. */
const PAYLOAD = /^([\w-]+)\.(0|[1-9]\d{0,12})$/;
const MAX_ENVELOPE_LENGTH = 4096;

const utf8 = new TextEncoder();
/** Ids are ASCII and need no UTF-8 conversion: reading takes 0.5 µs without it, 9 µs with it. */
const NOT_ASCII = /[\x80-\uffff]/;

const asUtf8 = (text: string) =>
  Array.from(utf8.encode(text), (byte) => String.fromCharCode(byte)).join('');

/** Unpadded base64url of the UTF-8 JSON of an envelope. */
export function encodeEnvelope({ orderId, listingId, buyerId }: Envelope): string {
  const json = JSON.stringify({ orderId, listingId, buyerId });
  const binary = NOT_ASCII.test(json) ? asUtf8(json) : json;
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The value of `X-MKT-Payload`: `<envelope>.<timestamp>`, the timestamp in Unix seconds. */
export function formatPayload(envelope: Envelope, timestampSeconds: number): string {
  if (!Number.isSafeInteger(timestampSeconds) || timestampSeconds < 0) {
    throw new RangeError('The timestamp of a signature must be in whole Unix seconds.');
  }
  return `${encodeEnvelope(envelope)}.${timestampSeconds}`;
}

function splitPayload(payload: string): { envelope: string; timestampSeconds: number } | undefined {
  const [, envelope, seconds] = PAYLOAD.exec(payload) ?? [];
  if (envelope === undefined || envelope.length > MAX_ENVELOPE_LENGTH) return undefined;
  return { envelope, timestampSeconds: Number(seconds) };
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

const fromUtf8 = (binary: string) =>
  strictUtf8.decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));

/** The envelope's fields, or `undefined`. Only for a payload whose signature was verified. */
export function decodeEnvelope(encoded: string): Envelope | undefined {
  try {
    const isPlain = !encoded.includes('-') && !encoded.includes('_');
    const binary = atob(isPlain ? encoded : encoded.replaceAll('-', '+').replaceAll('_', '/'));
    const value: unknown = JSON.parse(NOT_ASCII.test(binary) ? fromUtf8(binary) : binary);
    if (value === null || typeof value !== 'object') return undefined;
    const { orderId, listingId, buyerId } = value as Record<string, unknown>;
    if (!isName(orderId) || !isName(listingId) || !isName(buyerId)) return undefined;
    return { orderId, listingId, buyerId };
  } catch {
    return undefined;
  }
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 200;

export type SignedHeaders = Record<string, string>;

/**
 * The headers of a signed call: our two, and the same values under the names of Standard
 * Webhooks, so that its libraries can verify the call.
 */
export function signatureHeaders(payload: string, signature: string): SignedHeaders {
  const dot = payload.lastIndexOf('.');
  return {
    [HEADERS.payload]: payload,
    [HEADERS.signature]: signature,
    'webhook-id': payload.slice(0, dot),
    'webhook-timestamp': payload.slice(dot + 1),
    'webhook-signature': signature,
  };
}

const PREFIX = 'whsec_';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Standard Webhooks: 24 to 64 bytes. The marketplace makes 32. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** Random bytes (24 to 64; the marketplace uses 32) as the secret that the seller stores. */
export function formatSigningSecret(random: Uint8Array): string {
  if (random.length < MIN_BYTES || random.length > MAX_BYTES) {
    throw new RangeError(
      `A signing secret must be made from ${MIN_BYTES} to ${MAX_BYTES} random bytes.`,
    );
  }
  return PREFIX + btoa(String.fromCharCode(...random));
}

/** The HMAC key of `whsec_` + base64, or `undefined` when the text is not such a secret. */
export function parseSigningSecret(text: string): Uint8Array | undefined {
  const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
  if (!BASE64.test(encoded)) return undefined;
  let binary: string;
  try {
    binary = atob(encoded);
  } catch {
    return undefined;
  }
  if (binary.length < MIN_BYTES || binary.length > MAX_BYTES) return undefined;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * The keys in `MKT_SIGNING_SECRET`: one secret, or several separated by commas while a rotation
 * overlaps. `undefined` when any of them is malformed, so that a typo never disables verification.
 */
export function parseSigningSecrets(text: string): Uint8Array[] | undefined {
  const keys = text.split(',').map((part) => parseSigningSecret(part.trim()));
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

export type SignatureProblem =
  | 'missing_headers'
  | 'duplicated_header'
  | 'malformed_payload'
  | 'malformed_signature'
  | 'bad_signature'
  | 'too_old'
  | 'too_new'
  | 'malformed_envelope'
  | 'replayed';

/** The seller's `{ error }`: it names the step that failed and reveals nothing secret. */
export const SIGNATURE_PROBLEMS: Readonly<Record<SignatureProblem, string>> = {
  missing_headers: 'Missing X-MKT-Signature or X-MKT-Payload headers',
  duplicated_header: 'X-MKT-Signature or X-MKT-Payload was sent more than once',
  malformed_payload: 'X-MKT-Payload is not of the form <envelope>.<timestamp>',
  malformed_signature: 'X-MKT-Signature is not a list of v1,<base64>',
  bad_signature: 'The signature does not match the payload and the body',
  too_old: 'The timestamp of the signature is too old',
  too_new: 'The timestamp of the signature is in the future',
  malformed_envelope: 'The envelope in X-MKT-Payload cannot be read',
  replayed: 'This call has already been received',
};

export type SignatureRefusal = { ok: false; reason: SignatureProblem };

const refuse = (reason: SignatureProblem): SignatureRefusal => ({ ok: false, reason });

export interface SignatureHeaders {
  signature: readonly string[];
  payload: readonly string[];
}

export interface ReadSignature {
  ok: true;
  /** The whole header: what is signed, together with the body. */
  payload: string;
  envelope: string;
  timestampSeconds: number;
  /** The base64 of each `v1` signature. */
  signatures: readonly string[];
}

const SIGNATURE_LIST =
  /^[a-z0-9]{1,10},[A-Za-z0-9+/=_-]{1,200}( [a-z0-9]{1,10},[A-Za-z0-9+/=_-]{1,200}){0,15}$/;

/** The usual case, except during a rotation. The length is checked separately, as for `PAYLOAD`. */
const ONE_SIGNATURE = /^v1,[A-Za-z0-9+/=_-]+$/;
const MAX_SINGLE_SIGNATURE_LENGTH = 'v1,'.length + 200;

/** The base64 of each `v1` signature, or `undefined` when the header is malformed. */
function readSignatures(text: string): string[] | undefined {
  if (text.length <= MAX_SINGLE_SIGNATURE_LENGTH && ONE_SIGNATURE.test(text))
    return [text.slice(3)];
  if (!SIGNATURE_LIST.test(text)) return undefined;
  return text
    .split(' ')
    .filter((token) => token.startsWith('v1,'))
    .map((token) => token.slice(3));
}

/** Steps 1 and 2 of verification: both headers are present once and well-formed. */
export function readSignature(headers: SignatureHeaders): ReadSignature | SignatureRefusal {
  const signature = headers.signature[0] ?? '';
  const payload = headers.payload[0] ?? '';
  if (signature === '' || payload === '') return refuse('missing_headers');
  if (headers.signature.length > 1 || headers.payload.length > 1) {
    return refuse('duplicated_header');
  }
  const parts = splitPayload(payload);
  if (!parts) return refuse('malformed_payload');
  const signatures = readSignatures(signature);
  if (!signatures) return refuse('malformed_signature');
  const { envelope, timestampSeconds } = parts;
  return { ok: true, payload, envelope, timestampSeconds, signatures };
}

/**
 * The steps after the MAC has been verified: first the age, then the envelope, which is not read
 * earlier. The caller checks for replays, because that needs a store.
 */
export function checkSignedCall(
  read: ReadSignature,
  nowMs: number,
  toleranceSeconds: number = LIMITS.signatureToleranceSeconds,
): { ok: true; envelope: Envelope } | SignatureRefusal {
  const ageSeconds = Math.floor(nowMs / 1000) - read.timestampSeconds;
  if (ageSeconds > toleranceSeconds) return refuse('too_old');
  if (ageSeconds < -toleranceSeconds) return refuse('too_new');
  const envelope = decodeEnvelope(read.envelope);
  return envelope ? { ok: true, envelope } : refuse('malformed_envelope');
}

/**
 * HMAC-SHA256 over `<payload>.<raw body>` with one or more keys: the one part of signing that
 * differs between runtimes. The body is the bytes on the wire; for GET and DELETE it is the raw
 * query string without its `?`.
 */
export interface Signer<Result = boolean | Promise<boolean>, Text = string | Promise<string>> {
  /** Value of `X-MKT-Signature`: one `v1,<base64>` per key, space-separated. */
  sign(payload: string, body: Uint8Array): Text;
  /** Whether any `v1` signature was made with any of the keys. Compares in constant time. */
  matches(read: ReadSignature, body: Uint8Array): Result;
}
