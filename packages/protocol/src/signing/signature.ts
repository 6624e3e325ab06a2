import { LIMITS } from '../limits.ts';
import { decodeEnvelope, splitPayload, type Envelope } from './payload-header.ts';

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
