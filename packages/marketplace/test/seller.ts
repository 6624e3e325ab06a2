import type { ServerResponse } from 'node:http';
import { bodyOf, serve, type SellerServer } from './seller-server.ts';

export interface Call {
  body: any;
  /** Answers the call, with 200 and JSON unless told otherwise. */
  answer(value: unknown, status?: number): void;
  response: ServerResponse;
}

export interface Seller extends SellerServer {
  /** Requests as `GET /health`, in the order in which they came. */
  requests: string[];
  requestsTo(methodAndPath: string): number;
  /** Calls of `/run`, answered or not. */
  calls: Call[];
  /** The next call of `/run` that nobody has taken yet. */
  nextCall(): Promise<Call>;
}

export interface SellerOptions {
  /** Answers calls of `/run`; with `hold`, a test answers each of them itself. */
  run?: ((call: Call) => void) | 'hold';
  /** Answers every other request, if it wants to. */
  other?: (methodAndPath: string, response: ServerResponse) => boolean | Promise<boolean>;
}

const echo = (call: Call) => call.answer({ echo: call.body });

/** A seller made of Node's own server: reachable, healthy, and calls of its `/run` as a test wants them. */
export async function openSeller({ run = echo, other }: SellerOptions = {}): Promise<Seller> {
  const requests: string[] = [];
  const calls: Call[] = [];
  const waiting: ((call: Call) => void)[] = [];
  const taken = { count: 0 };

  async function answer(methodAndPath: string, body: Buffer, response: ServerResponse) {
    requests.push(methodAndPath);
    if (methodAndPath === 'POST /run') {
      const call: Call = {
        body: JSON.parse(body.toString()),
        response,
        answer: (value, status = 200) => {
          response.writeHead(status, { 'content-type': 'application/json' });
          response.end(JSON.stringify(value));
        },
      };
      calls.push(call);
      waiting.shift()?.(call);
      if (run !== 'hold') run(call);
      return;
    }
    if (await other?.(methodAndPath, response)) return;
    response.end(methodAndPath === 'GET /health' ? '{"status":"ok"}' : undefined);
  }

  const server = await serve((request, response) => {
    const methodAndPath = `${request.method} ${request.url?.split('?')[0]}`;
    void bodyOf(request)
      .then((body) => answer(methodAndPath, body, response))
      .catch(() => response.destroy());
  });
  return {
    ...server,
    requests,
    requestsTo: (methodAndPath) => requests.filter((each) => each === methodAndPath).length,
    calls,
    nextCall() {
      const call = calls[taken.count];
      taken.count += 1;
      if (call) return Promise.resolve(call);
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
