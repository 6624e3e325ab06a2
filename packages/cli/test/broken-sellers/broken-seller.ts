// A seller with one fault: the correct one of the tests of the checks, with something in front of it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CheckName } from '@mkt/conformance';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { startSeller, type Seller, type SellerOptions } from '../../../conformance/test/seller.ts';

export const SECRET = formatSigningSecret(new Uint8Array(32).fill(7));

/** Answers a request itself, or returns false to leave it to the correct seller. */
export type Fault = (request: IncomingMessage, response: ServerResponse, seller: Seller) => boolean;

/** What mkt publish says: the type of the error, and a part of its text. */
export type Refused = [type: string, says: RegExp];

export interface BrokenSeller {
  /** A title: "a seller that …". */
  that: string;
  /** The fault of the correct seller. */
  options?: SellerOptions;
  fault?: Fault;
  /** Where mkt looks for the service, if not at its address. */
  serviceUrl?: (seller: Seller) => string;
  /** The secret that mkt validate is given; by default that of the seller. */
  secret?: string;
  /** The only check that fails, what it says, and the next step that it names. */
  check: CheckName;
  says: RegExp;
  next: RegExp;
  /** Other checks that fail for the same reason. */
  alsoFails?: CheckName[];
  /** What mkt publish says, unless the fault does not keep a service from being published. */
  publish?: Refused | undefined;
}

export async function startBroken({ options = {}, fault }: BrokenSeller): Promise<Seller> {
  const seller = await startSeller({ secret: SECRET, ...options });
  if (!fault) return seller;
  const correct = seller.server.listeners('request') as ((...given: unknown[]) => void)[];
  seller.server.removeAllListeners('request');
  seller.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined);
    if (fault(request, response, seller)) return;
    for (const listener of correct) listener(request, response);
  });
  return seller;
}

export interface Sent {
  status?: number;
  /** Replaces a header of the correct seller; `null` removes it. */
  headers?: Record<string, string | string[] | null>;
  body?: string | Uint8Array | undefined;
}

const HEADERS = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };

export function send(response: ServerResponse, { status = 200, headers, body }: Sent): void {
  const all = Object.entries({ ...HEADERS, ...headers });
  for (const [name, value] of all) if (value !== null) response.setHeader(name, value);
  response.writeHead(status).end(body);
}

/** Answers requests of one kind, such as `GET /contract`. */
export const at =
  (route: string, answer: Sent | ((response: ServerResponse, seller: Seller) => void)): Fault =>
  (request, response, seller) => {
    const { pathname } = new URL(request.url ?? '', seller.url);
    if (`${request.method} ${pathname}` !== route) return false;
    request.resume();
    if (typeof answer === 'function') answer(response, seller);
    else send(response, answer);
    return true;
  };

/** Writes bytes to the socket in place of a response, and closes it. */
export const raw =
  (bytes: string | Uint8Array) =>
  ({ socket }: ServerResponse): void =>
    void socket?.end(bytes);

/** Calls that the correct seller accepts are answered by this instead. */
export const call =
  (answer: Sent | ((response: ServerResponse) => void)): Fault =>
  (request, response) => {
    if (request.method !== 'POST' || request.headers['x-mkt-signature'] === undefined) return false;
    const end = response.end.bind(response);
    response.end = ((body: string) => {
      response.end = end;
      if (response.statusCode !== 200) return end(body);
      if (typeof answer === 'function') answer(response);
      else send(response, answer);
      return response;
    }) as typeof response.end;
    return false;
  };

/** The contract with changes. */
export const contract = (change: (provider: any, seller: Seller) => void): Fault =>
  at('GET /contract', (response, seller) => {
    const provider = structuredClone(seller.provider);
    change(provider, seller);
    send(response, { body: JSON.stringify({ provider }) });
  });
