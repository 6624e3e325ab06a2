import {
  LIMITS,
  textMembers,
  toQueryString,
  withQuery,
  type RunContract,
  sendsQuery,
} from '@mkt/protocol';
import type { TransportOutcome, Transport } from '../transport.ts';

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
