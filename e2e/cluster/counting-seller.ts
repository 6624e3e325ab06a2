import type { ServerResponse } from 'node:http';
import { bodyOf, serve } from '../../packages/marketplace/test/seller-server.ts';

export interface OrderCall {
  orderId: string;
  body: any;
  answer(): void;
}

export interface CountingSeller {
  url: string;
  /** How often each order was called, by its id. */
  calls: ReadonlyMap<string, number>;
  /** Requests that are no calls, as `HEAD /run`. */
  requests: string[];
  /** Responds to calls after this many milliseconds; without it the test responds to them. */
  answerAfter(ms: () => number): void;
  /** The next call that the test has not taken yet. */
  nextCall(): Promise<OrderCall>;
  /** Holds every `HEAD /run`, which a review begins with, until it is called. */
  holdReviews(): () => void;
}

/** The id of the order that a call is for, from its signed envelope. */
function orderIdOf(payload: string): string {
  const envelope = payload.split('.')[0] ?? '';
  return JSON.parse(Buffer.from(envelope, 'base64url').toString()).orderId;
}

/** A seller that knows which order each call was for. */
export async function openCountingSeller(): Promise<CountingSeller> {
  const calls = new Map<string, number>();
  const requests: string[] = [];
  const arrived: OrderCall[] = [];
  const waiting: ((call: OrderCall) => void)[] = [];
  let delay: (() => number) | undefined;
  let held: Promise<void> = Promise.resolve();

  async function take(payload: string, body: any, response: ServerResponse): Promise<void> {
    const orderId = orderIdOf(payload);
    calls.set(orderId, (calls.get(orderId) ?? 0) + 1);
    const answer = () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ echo: body }));
    };
    if (delay) {
      setTimeout(answer, delay());
      return;
    }
    const call = { orderId, body, answer };
    const taker = waiting.shift();
    if (taker) taker(call);
    else arrived.push(call);
  }

  const { url } = await serve(async (request, response) => {
    response.on('error', () => undefined);
    const payload = request.headers['x-mkt-payload'];
    if (typeof payload === 'string') {
      await take(payload, JSON.parse((await bodyOf(request)).toString()), response);
      return;
    }
    requests.push(`${request.method} ${request.url}`);
    if (request.method === 'HEAD') await held;
    response.end();
  });
  return {
    url,
    calls,
    requests,
    answerAfter(ms) {
      delay = ms;
    },
    nextCall() {
      const call = arrived.shift();
      return call ? Promise.resolve(call) : new Promise((resolve) => waiting.push(resolve));
    },
    holdReviews() {
      const hold = Promise.withResolvers<void>();
      held = hold.promise;
      return hold.resolve;
    },
  };
}
