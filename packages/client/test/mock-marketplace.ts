// The marketplace, played by msw.
import { HttpResponse, http, type HttpResponseInit } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { BASE_URL } from './records.ts';

export interface ReceivedRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: Headers;
  body: string;
}

export type Reply = (request: ReceivedRequest) => Response | Promise<Response>;

export const json = (body: unknown, init?: HttpResponseInit) =>
  // Serialised here, so that exactly the test's bytes are sent.
  new HttpResponse(JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json', ...(init?.headers as Record<string, string>) },
  });

export const errorBody = (status: number, type: string, more: object = {}) =>
  json({ error: 'A sentence.', type, requestId: 'req-1', ...more }, { status });

/** A marketplace that sends the scripted replies in turn, then the last one, and records the requests. */
export function mockMarketplace() {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return {
    respondsWith(...script: Reply[]): ReceivedRequest[] {
      const requests: ReceivedRequest[] = [];
      server.use(
        http.all(`${BASE_URL}/*`, async ({ request }) => {
          const { pathname, search } = new URL(request.url);
          const { method, headers } = request;
          const received = { method, path: pathname + search, headers, body: await request.text() };
          requests.push(received);
          const reply = script[Math.min(requests.length, script.length) - 1];
          return reply ? await reply(received) : HttpResponse.error();
        }),
      );
      return requests;
    },
  };
}
