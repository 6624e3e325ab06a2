import { randomBytes, randomUUID } from 'node:crypto';
import {
  LIMITS,
  type RunContract,
  sendsQuery,
  textMembers,
  toQueryString,
  withQuery,
} from '@mkt/protocol';
import {
  type Envelope,
  formatPayload,
  parseSigningSecrets,
  SIGNATURE_PROBLEMS,
  signatureHeaders,
} from '@mkt/protocol/signing';
import { nodeSigner } from '@mkt/protocol/signing/node';
import type { Transport, TransportOutcome } from '../transport.ts';
import { responseObject } from './response-body.ts';

const SECRET_BYTES = 32;

export const unknownKey = (): Uint8Array => randomBytes(SECRET_BYTES);

/** A call of a fictitious buyer, whose id says what the call is for. */
export const newEnvelope = (
  listingId: string,
  purpose: 'validate' | 'review' = 'validate',
): Envelope => ({
  orderId: randomUUID(),
  listingId,
  buyerId: `${purpose}-${randomUUID()}`,
});

/** The headers of a call that is signed with each of the keys at the given time. */
export function signedHeaders(
  keys: readonly Uint8Array[],
  envelope: Envelope,
  atMs: number,
  signed: Uint8Array,
): Record<string, string> {
  const payload = formatPayload(envelope, Math.floor(atMs / 1000));
  return signatureHeaders(payload, nodeSigner(keys).sign(payload, signed));
}

/** A call to the seller's endpoint: the signed bytes, and how they are sent. */
export interface Message {
  /** The body, or the raw query string for GET and DELETE. */
  signed: Uint8Array;
  url: string;
  body: Uint8Array | undefined;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

function queryMessage(contract: RunContract, query: string): Message {
  const url = withQuery(contract.endpointPath, query);
  return { url, signed: bytesOf(new URL(url).search.slice(1)), body: undefined };
}

const bodyMessage = ({ endpointPath }: RunContract, text: string): Message => ({
  url: endpointPath,
  signed: bytesOf(text),
  body: bytesOf(text),
});

const queryOf = (inputJson: string) => {
  const query = toQueryString(inputJson);
  return query.ok ? query.query : '';
};

/** An input (JSON text) as the marketplace sends it. */
export function messageOf(contract: RunContract, inputJson: string): Message {
  return sendsQuery(contract.method)
    ? queryMessage(contract, queryOf(inputJson))
    : bodyMessage(contract, inputJson);
}

/**
 * The same input in different bytes that parse to the same value: with white space, or with letters
 * percent-encoded. `undefined` for an empty query, which has only one spelling.
 */
export function respelledMessage(contract: RunContract, inputJson: string): Message | undefined {
  if (!sendsQuery(contract.method)) {
    return bodyMessage(contract, `\n${inputJson}\n `);
  }
  const query = queryOf(inputJson);
  const respelled = query.replace(
    /(?<=[=&]|^)[A-Za-z0-9]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return respelled === query ? undefined : queryMessage(contract, respelled);
}

/** An input that differs from the signed one. */
export function tamperedMessage(contract: RunContract, inputJson: string): Message {
  const members = textMembers(inputJson)
    .filter(({ name }) => name !== 'tampered')
    .map(({ name, text }) => `${JSON.stringify(name)}:${text}`);
  return messageOf(contract, `{${[...members, '"tampered":true'].join(',')}}`);
}

export function sendMessage(
  { method }: RunContract,
  message: Message,
  headers: Record<string, string>,
  { transport, signal }: { transport: Transport; signal?: AbortSignal | undefined },
): Promise<TransportOutcome> {
  return transport.request({
    method,
    url: message.url,
    headers: {
      accept: 'application/json',
      ...(message.body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(message.body ? { body: message.body } : {}),
    timeoutMs: LIMITS.sellerTimeoutMs,
    maxBytes: LIMITS.resultBytes,
    signal,
  });
}

export interface CallOptions {
  contract: RunContract;
  /** JSON text, which is sent unchanged. */
  inputJson: string;
  envelope: Envelope;
  /** One or several, separated by commas: the call is signed with each of them. Unsigned without. */
  secrets: string | undefined;
  transport: Transport;
  signal?: AbortSignal | undefined;
}

/** Calls a service as the marketplace does for an order, signed at this moment. */
export async function sendCall(options: CallOptions): Promise<TransportOutcome> {
  const { contract, inputJson, envelope, secrets, transport, signal } = options;
  const message = messageOf(contract, inputJson);
  const keys = secrets === undefined ? undefined : parseSigningSecrets(secrets);
  const headers = keys ? signedHeaders(keys, envelope, Date.now(), message.signed) : {};
  return await sendMessage(contract, message, headers, { transport, signal });
}

const MINUTE_MS = 60_000;

/**
 * What is wrong with the clock of a service that refused a valid signature, as the rest of a sentence:
 * `12 minutes behind`; `undefined` if it is not the clock.
 */
export function clockError(outcome: TransportOutcome, nowMs: number): string | undefined {
  const error = responseObject(outcome)?.['error'];
  // The kit compares the signature first, so its clock played no part.
  if (error === SIGNATURE_PROBLEMS.bad_signature) return undefined;
  const offMs = clockOffset(outcome, nowMs);
  const isOff = offMs !== undefined && Math.abs(offMs) > LIMITS.signatureToleranceSeconds * 1_000;
  if (isOff) {
    const minutes = Math.round(Math.abs(offMs) / MINUTE_MS);
    return `${minutes} minutes ${offMs > 0 ? 'ahead' : 'behind'}`;
  }
  // The timestamp was that of our clock: too old for a clock that is ahead of it.
  if (error === SIGNATURE_PROBLEMS.too_old) return 'ahead of this machine’s';
  if (error === SIGNATURE_PROBLEMS.too_new) return 'behind this machine’s';
  return undefined;
}

/** How far the service's clock is ahead of ours, by its `Date` header, which has whole seconds. */
function clockOffset(outcome: TransportOutcome, nowMs: number): number | undefined {
  const date = outcome.kind === 'response' ? outcome.headers.get('date') : undefined;
  const at = date === undefined ? NaN : Date.parse(date);
  return Number.isNaN(at) ? undefined : at - nowMs;
}
