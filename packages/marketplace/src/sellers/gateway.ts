import {
  type FailureReason,
  type Method,
  type ReadJson,
  sendsQuery,
  toQueryString,
  withQuery,
} from '@mkt/protocol';
import { formatPayload, parseSigningSecret, signatureHeaders } from '@mkt/protocol/signing';
import { nodeSigner } from '@mkt/protocol/signing/node';
import type { JsonReader } from '../market/json-reader.ts';
import type { Clock } from '../market/outside.ts';
import { traceHeaders } from '../market/trace.ts';
import { createBoundedMap } from '../structures/collections.ts';
import type { GuardedFetch, GuardedOutcome } from './guarded-fetch.ts';
import type { Unsent } from './network-watch.ts';

export interface SellerCall {
  orderId: string;
  listingId: string;
  sellerId: string;
  buyerPseudonym: string;
  method: Method;
  endpointPath: string;
  /** `whsec_…`, newest first. The call carries a signature of each. */
  secrets: readonly string[];
  /** The JSON text that was validated, exactly as it is signed and sent. */
  requestJson: string;
  /** What the call is part of (`market/trace.ts`). */
  trace: string | null;
  /** For connecting, sending and the whole response. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** Calls sellers' endpoints: one signed request, one deadline for all of it, no redirects. */
export interface SellerGateway {
  /** Never rejects: a failure is an outcome. */
  call(call: SellerCall): Promise<CallOutcome>;
}

/** The outcome of the one call to a seller. */
export type CallOutcome =
  | { kind: 'response'; status: number; body: SellerBody }
  | {
      kind: 'timeout' | 'connection' | 'tls' | 'url_not_allowed' | 'too_large' | 'interrupted';
      reason?: FailureReason | undefined;
      /** Set if certainly nothing was sent. */
      unsent?: Unsent | undefined;
    }
  /** The service closed the connection after the request was sent. */
  | { kind: 'dropped' };

export type SellerBody =
  | { kind: 'empty' }
  /** Valid JSON. `toCheck` is undefined if no schema can decide about it. */
  | { kind: 'json'; json: string; value: unknown; toCheck: ReadJson | undefined }
  /** `problem`: why it could not even be decoded, as the rest of a sentence. */
  | { kind: 'not-json'; problem?: string };

const MAX_SIGNERS = 10_000;
const BOM = [0xef, 0xbb, 0xbf] as const;

export interface SellerGatewayOptions {
  fetch: GuardedFetch['fetch'];
  clock: Pick<Clock, 'now'>;
  json: Pick<JsonReader, 'read'>;
  resultBytes: number;
  jsonDepth: number;
  /** Called with the size of each response, whether it is accepted or not. */
  onResult?(sellerId: string, bytes: number): void;
}

type NodeSigner = ReturnType<typeof nodeSigner>;

/**
 * Caches signers by their secrets, so that a key object is created once rather than for every call.
 */
function createSigners() {
  const signers = createBoundedMap<NodeSigner>({ max: MAX_SIGNERS });
  return (secrets: readonly string[]): NodeSigner =>
    signers.getOrCompute(secrets.join(' '), () => {
      const keys = secrets.map((secret) => parseSigningSecret(secret));
      return nodeSigner(keys.filter((key) => key !== undefined));
    });
}

interface Prepared {
  url: string;
  /** The body that is sent; none for GET and DELETE. */
  body: Uint8Array | undefined;
  /** The bytes that are signed: the body, or the raw query string. */
  signed: Uint8Array;
}

function prepare({ method, endpointPath, requestJson }: SellerCall): Prepared | undefined {
  if (!sendsQuery(method)) {
    const body = Buffer.from(requestJson);
    return { url: endpointPath, body, signed: body };
  }
  const query = toQueryString(requestJson);
  if (!query.ok) return undefined;
  const url = withQuery(endpointPath, query.query);
  return { url, body: undefined, signed: Buffer.from(new URL(url).search.slice(1)) };
}

function withoutBom(bytes: Uint8Array): Uint8Array {
  return BOM.every((byte, index) => bytes[index] === byte) ? bytes.subarray(BOM.length) : bytes;
}

/** The value is parsed only if it is used: few large results are. */
const jsonOf = (
  read: { text: string; readonly value: unknown },
  toCheck: ReadJson | undefined,
): SellerBody => ({
  kind: 'json',
  json: read.text,
  get value() {
    return read.value;
  },
  toCheck,
});

type Reading = Pick<SellerGatewayOptions, 'json' | 'jsonDepth'>;

async function readBody(
  received: Uint8Array,
  group: string,
  { json, jsonDepth }: Reading,
): Promise<SellerBody> {
  if (received.length === 0) return { kind: 'empty' };
  const parsed = await json.read({ bytes: withoutBom(received), maxDepth: jsonDepth, group });
  if (parsed.ok) return jsonOf(parsed, parsed);
  switch (parsed.reason) {
    case 'number':
    case 'duplicate':
      // Parsers may disagree about its value, so it cannot be checked against a schema.
      return jsonOf(parsed, undefined);
    case 'syntax':
      return { kind: 'not-json' };
    case 'encoding':
    case 'depth':
      return { kind: 'not-json', problem: parsed.message };
  }
}

async function outcomeOf(
  outcome: GuardedOutcome,
  group: string,
  reading: Reading,
): Promise<CallOutcome> {
  switch (outcome.kind) {
    case 'response': {
      const { status, body, encodingProblem: problem } = outcome;
      return {
        kind: 'response',
        status,
        body:
          problem === undefined
            ? await readBody(body, group, reading)
            : { kind: 'not-json', problem },
      };
    }
    case 'refused':
      return { kind: 'url_not_allowed' };
    case 'failed':
      switch (outcome.reason) {
        case 'timeout':
        case 'dropped':
        case 'too_large':
          return { kind: outcome.reason };
        case 'connection':
          return { kind: 'connection', unsent: outcome.unsent };
        case 'tls':
          return { kind: 'tls', reason: outcome.tls, unsent: outcome.unsent };
        case 'dns':
          return { kind: 'connection', reason: 'dns', unsent: outcome.unsent };
        case 'aborted':
          return { kind: 'interrupted' };
      }
  }
}

/** How many bytes were read of a response; for one that is too large, the limit. */
function receivedBytes(outcome: GuardedOutcome, maxBytes: number): number {
  if (outcome.kind === 'response') return outcome.body.length;
  return outcome.kind === 'failed' && outcome.reason === 'too_large' ? maxBytes : 0;
}

/** Calls sellers' endpoints with signed requests (docs/reference/seller-interface.md#signing). */
export function createSellerGateway(options: SellerGatewayOptions): SellerGateway {
  const signerOf = createSigners();
  return {
    async call(call) {
      const prepared = prepare(call);
      if (!prepared) return { kind: 'connection' };
      const { orderId, listingId, buyerPseudonym: buyerId } = call;
      const timestamp = Math.floor(options.clock.now() / 1000);
      const payload = formatPayload({ orderId, listingId, buyerId }, timestamp);
      const signature = signerOf(call.secrets).sign(payload, prepared.signed);
      const outcome = await options.fetch({
        method: call.method,
        url: prepared.url,
        headers: {
          accept: 'application/json',
          ...(prepared.body ? { 'content-type': 'application/json' } : {}),
          ...signatureHeaders(payload, signature),
          ...traceHeaders(call.trace),
        },
        ...(prepared.body ? { body: prepared.body } : {}),
        timeoutMs: call.timeoutMs,
        sellerId: call.sellerId,
        maxBytes: options.resultBytes,
        keepAlive: true,
        signal: call.signal,
      });
      const received = receivedBytes(outcome, options.resultBytes);
      if (received > 0) options.onResult?.(call.sellerId, received);
      return outcomeOf(outcome, call.sellerId, options);
    },
  };
}
