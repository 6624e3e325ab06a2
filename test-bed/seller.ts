import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { bodyOf, listen, type LocalServer } from './local-server.ts';

/** A request that the seller received, as it came over the wire. */
export interface SellerRequest {
  method: string;
  path: string;
  /** Without the `?`; empty if there is none. */
  query: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  atMs: number;
}

/** A signed request for an order. */
export interface Call extends SellerRequest {
  orderId: string;
  /** The body as JSON; `undefined` if there is none. */
  input: any;
  response: ServerResponse;
  /** Responds with JSON, if the seller has not responded yet. */
  respond(value: unknown, status?: number): void;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** Returns the reply; or writes to `response` itself, now or later, and returns nothing. */
export type Handler = (
  request: SellerRequest,
  response: ServerResponse,
) => Reply | undefined | Promise<Reply | undefined>;

export interface SellerOptions {
  /** By `METHOD /path`; they replace the defaults. */
  handlers?: Readonly<Record<string, Handler>>;
  /** Handles every other request; 404 unless given. */
  other?: Handler;
  tls?: ServerOptions;
  /** Called with the number of calls of an order so far, before the body is read. */
  onCall?: (orderId: string, count: number) => void;
  /**
   * False leaves the challenges to its webhooks to the handlers; otherwise it answers them, and records
   * no request.
   */
  confirms?: boolean;
  /** False counts calls but records no request, for sellers that run for hours. */
  records?: boolean;
}

export interface Seller extends LocalServer<Server> {
  /** Every request, in the order of arrival. */
  requests: SellerRequest[];
  requestsTo(methodAndPath: string): SellerRequest[];
  /** Requests that are for an order. */
  calls: Call[];
  /** How often each order was called, by its id; counted before the body is read. */
  callCounts: ReadonlyMap<string, number>;
  /** The next call that the test has not taken. */
  nextCall(): Promise<Call>;
  /** Changes the seller's replies, from the next request on. */
  on(methodAndPath: string, handler: Handler): void;
}

const HEADERS = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };

export const json = (value: unknown, status = 200): Reply => ({
  status,
  body: JSON.stringify(value),
});

export const OK: Reply = { status: 200 };

/** Leaves a call to the test, which takes it with `nextCall()` and responds to it. */
export const hold: Handler = () => undefined;

const echo: Handler = ({ body }) => json({ echo: JSON.parse(body.toString()) });

/** Returns the input after a delay, which is computed for each call. */
export const echoAfter =
  (delayMs: () => number): Handler =>
  async (request, response) => {
    await pause(delayMs());
    return echo(request, response);
  };

/** The default behaviour of a seller: it is reachable and healthy, and returns its input. */
const DEFAULTS: Readonly<Record<string, Handler>> = {
  'GET /': () => json({ name: 'Seller', description: 'Returns its input.' }),
  'GET /health': () => json({ status: 'ok' }),
  'HEAD /run': () => OK,
  'GET /run': () => OK,
  'POST /run': echo,
};

function send(response: ServerResponse, { status = 200, headers, body }: Reply): void {
  response.writeHead(status, { ...HEADERS, ...headers });
  response.end(body);
}

/** The id of the order that a request is for, from its signed envelope; none for that of a review. */
export function orderIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const [envelope = ''] = String(headers['x-mkt-payload'] ?? '').split('.');
  if (envelope === '') return undefined;
  const { orderId, buyerId } = JSON.parse(Buffer.from(envelope, 'base64url').toString()) as {
    orderId: string;
    buyerId: string;
  };
  return buyerId.startsWith('review-') ? undefined : orderId;
}

async function read(request: IncomingMessage): Promise<SellerRequest> {
  const { method = '', url = '', headers } = request;
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  return { method, path, query, headers, body: await bodyOf(request), atMs: Date.now() };
}

/** The text that a webhook must return to be sent anything. */
export function challengeIn({ body }: Pick<SellerRequest, 'body'>): string | undefined {
  const text = body.toString();
  if (!text.includes('webhook.challenge')) return undefined;
  return (JSON.parse(text) as { challenge: string }).challenge;
}

function callOf(request: SellerRequest, orderId: string, response: ServerResponse): Call {
  return {
    ...request,
    orderId,
    get input() {
      return request.body.length === 0 ? undefined : JSON.parse(request.body.toString());
    },
    response,
    respond(value, status) {
      if (!response.writableEnded && !response.destroyed) send(response, json(value, status));
    },
  };
}

/**
 * A scripted seller on Node's HTTP server alone, as docs/reference/seller-interface.md requires it. It records
 * the requests it receives, and tests change its replies.
 */
export async function startSeller(options: SellerOptions = {}): Promise<Seller> {
  const { tls, other = () => json({ error: 'Not found' }, 404) } = options;
  const { confirms = true, records = true } = options;
  const handlers = new Map(Object.entries({ ...DEFAULTS, ...options.handlers }));
  const requests: SellerRequest[] = [];
  const calls: Call[] = [];
  const callCounts = new Map<string, number>();
  const waiting: ((call: Call) => void)[] = [];
  let taken = 0;

  function count(orderId: string): void {
    const calls = (callCounts.get(orderId) ?? 0) + 1;
    callCounts.set(orderId, calls);
    options.onCall?.(orderId, calls);
  }

  function record(request: SellerRequest, orderId: string | undefined, response: ServerResponse) {
    requests.push(request);
    if (orderId === undefined) return;
    const call = callOf(request, orderId, response);
    calls.push(call);
    waiting.shift()?.(call);
  }

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const orderId = orderIdOf(incoming);
    if (orderId !== undefined) count(orderId);
    const request = await read(incoming);
    const challenge = confirms ? challengeIn(request) : undefined;
    if (challenge !== undefined) return send(response, { body: challenge });
    if (records) record(request, orderId, response);
    const handler = handlers.get(`${request.method} ${request.path}`) ?? other;
    const reply = await handler(request, response);
    if (reply) send(response, reply);
  }

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined);
    respond(request, response).catch(() => response.destroy());
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  const listening = await listen<Server>(server, tls ? 'https' : 'http');
  return {
    ...listening,
    requests,
    requestsTo: (methodAndPath) =>
      requests.filter(({ method, path }) => `${method} ${path}` === methodAndPath),
    calls,
    callCounts,
    nextCall() {
      const call = calls[taken];
      taken += 1;
      return call ? Promise.resolve(call) : new Promise((resolve) => waiting.push(resolve));
    },
    on: (methodAndPath, handler) => void handlers.set(methodAndPath, handler),
  };
}
