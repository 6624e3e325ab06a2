import { LIMITS, toQueryString, withQuery, type RunContract } from '@mkt/protocol';
import type { TransportOutcome, Transport } from '../transport.ts';

/** What is sent to the seller's endpoint: the bytes that are signed, and how they travel. */
export interface Message {
  /** The body; for GET and DELETE the raw query string. */
  signed: Uint8Array;
  url: string;
  body: Uint8Array | undefined;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

const sendsQuery = ({ method }: RunContract) => method === 'GET' || method === 'DELETE';

function queryMessage(contract: RunContract, query: string): Message {
  const url = withQuery(contract.endpointPath, query);
  return { url, signed: bytesOf(new URL(url).search.slice(1)), body: undefined };
}

const bodyMessage = ({ endpointPath }: RunContract, text: string): Message => ({
  url: endpointPath,
  signed: bytesOf(text),
  body: bytesOf(text),
});

const queryOf = (input: unknown) => {
  const query = toQueryString(input);
  return query.ok ? query.query : '';
};

/** An input as the marketplace sends it. */
export function messageOf(contract: RunContract, input: unknown): Message {
  return sendsQuery(contract)
    ? queryMessage(contract, queryOf(input))
    : bodyMessage(contract, JSON.stringify(input));
}

/**
 * The same input in other bytes, which a parser does not tell apart: with white space, or with
 * letters percent-encoded. `undefined` for an empty query, which has one spelling.
 */
export function respelledMessage(contract: RunContract, input: unknown): Message | undefined {
  if (!sendsQuery(contract)) {
    return bodyMessage(contract, `\n${JSON.stringify(input, null, 2)}\n `);
  }
  const query = queryOf(input);
  const respelled = query.replace(
    /(?<=[=&]|^)[A-Za-z0-9]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return respelled === query ? undefined : queryMessage(contract, respelled);
}

/** Another input than the one that was signed. */
export function tamperedMessage(contract: RunContract, input: unknown): Message {
  const tampered = typeof input === 'object' && input !== null && !Array.isArray(input);
  return messageOf(contract, tampered ? { ...input, tampered: true } : { tampered: true });
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
