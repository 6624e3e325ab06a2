// docs/buy/webhooks.md#event-streams: reading the event stream, and restoring it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createClient, type ClientOptions, type LogFields, type MarketEvent } from '@mkt/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ID } from '../../../test-bed/completed-order.ts';
import { closedAddress, serveHttp } from '../../../test-bed/local-server.ts';

const TYPES: Record<number, string> = {
  401: 'unauthenticated',
  429: 'rate_limited',
  503: 'overloaded',
};
const errorOf = (status: number) =>
  JSON.stringify({ error: 'A sentence.', type: TYPES[status], requestId: 'r' });

const event = (type: string, id: string | null, eventId = 'n-1') =>
  `id: ${eventId}\nevent: ${type}\ndata: ${JSON.stringify({ type, id })}\n\n`;
const [SALE, LISTING] = [2, 3].map((last) => ID.replace(/.$/, String(last))) as [string, string];
const ORDER = event('order.updated', ID);

type Step = (response: ServerResponse) => unknown;

function begin(response: ServerResponse): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('retry: 2000\n\n');
  return response;
}
const open =
  (...chunks: (string | Buffer)[]): Step =>
  (response) => {
    begin(response);
    for (const chunk of chunks) response.write(chunk);
  };
const cut =
  (...chunks: string[]): Step =>
  (response) =>
    begin(response).write(chunks.join(''), () => response.destroy());
const refuse =
  (status: number, headers = {}): Step =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(errorOf(status));

/** A marketplace whose streams are scripted one by one; the last step repeats. */
async function serve(...script: Step[]) {
  const requests: IncomingMessage[] = [];
  const local = await serveHttp((request, response) => {
    requests.push(request);
    script[Math.min(requests.length, script.length) - 1]?.(response);
  });
  onTestFinished(() => local.close());
  const client = (options: ClientOptions = {}) =>
    createClient({
      baseUrl: local.url,
      apiKey: null,
      backoff: { minDelay: 1, maxDelay: 1 },
      ...options,
    });
  return { client, requests, local };
}

/** The first events, after which it stops. */
async function take(events: AsyncIterable<MarketEvent>, count: number): Promise<MarketEvent[]> {
  const found: MarketEvent[] = [];
  for await (const each of events) {
    found.push(each);
    if (found.length === count) break;
  }
  return found;
}

const first = (events: AsyncIterable<MarketEvent>) => take(events, 1);

describe('the events of a stream', () => {
  it('are yielded in order, with their types', async () => {
    const { client, requests } = await serve(
      open(
        ORDER,
        ': heartbeat\n\n',
        event('sale.updated', SALE),
        event('listing.updated', LISTING),
      ),
    );
    expect(await take(client().events(), 3)).toEqual([
      { type: 'order.updated', id: ID },
      { type: 'sale.updated', id: SALE },
      { type: 'listing.updated', id: LISTING },
    ]);
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/v1/events' });
    expect(requests[0]?.headers).toMatchObject({ accept: 'text/event-stream' });
    expect(requests[0]?.headers['last-event-id']).toBeUndefined();
  });

  it('are the same however the bytes are split, and with any line ending', async () => {
    const text = Buffer.from(
      `: ü€😀\n${event('listing.updated', LISTING)}`.replaceAll('\n', '\r\n'),
    );
    const bytes = Array.from(text, (byte) => Buffer.from([byte]));
    const { client } = await serve(async (response) => {
      begin(response);
      for (const byte of bytes) {
        await new Promise<void>((resolve) => response.write(byte, () => resolve()));
      }
    });
    expect(await first(client().events())).toEqual([{ type: 'listing.updated', id: LISTING }]);
  });

  it('leave out types that this version does not know, and what is not an event', async () => {
    const { client } = await serve(
      open(
        event('balance.updated', 'b'),
        'event: order.updated\ndata: {"id":\n\n',
        'event: order.updated\ndata: {"id":7}\n\n',
        'event: order.updated\ndata: {"id":null}\n\n',
        event('sale.updated', '../../../.ssh'),
        event('listing.updated', `${LISTING}\u202e`),
        'event: toString\ndata: {}\n\n',
        'event: order.updated\n\n',
        event('resync', null),
      ),
    );
    expect(await first(client().events())).toEqual([{ type: 'resync', id: null }]);
  });

  it('narrow by their type', async () => {
    const { client } = await serve(open(event('resync', null)));
    const [only] = await first(client().events());
    const id: string | undefined = only?.type === 'resync' ? undefined : only?.id;
    expect(id).toBeUndefined();
  });
});

describe('a loop that ends', () => {
  it('closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const { client } = await serve((response) => {
      response.on('close', closed.resolve);
      begin(response).write(ORDER);
    });
    await first(client().events());
    await closed.promise;
    expect.assertions(0);
  });

  it('a loop whose signal aborts rejects with the reason, and closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const { client } = await serve((response) => {
      response.on('close', closed.resolve);
      begin(response).write(ORDER);
    });
    const controller = new AbortController();
    const reason = new Error('Enough.');
    const reading = async () => {
      for await (const _ of client().events({ signal: controller.signal })) {
        controller.abort(reason);
      }
    };
    await expect(reading()).rejects.toBe(reason);
    await closed.promise;
  });
});

describe('a lost connection', () => {
  it('is restored, from the last event on', async () => {
    const { client, requests } = await serve(
      cut(event('order.updated', SALE, 'n-7')),
      cut(),
      refuse(503),
      open(event('resync', null, 'n-9')),
    );
    const types = (await take(client().events(), 2)).map(({ type }) => type);
    expect(types).toEqual(['order.updated', 'resync']);
    const ids = requests.map(({ headers }) => headers['last-event-id']);
    expect(ids).toEqual([undefined, 'n-7', 'n-7', 'n-7']);
  });

  it('a connection lost before the first event is restored with the id 0, since events may be missing', async () => {
    const { client, requests } = await serve(cut(), open(event('resync', null)));
    await first(client().events());
    expect(requests[1]?.headers['last-event-id']).toBe('0');
  });

  it('is restored more often than there are retries', async () => {
    const { client, requests } = await serve(
      cut(),
      ...Array.from({ length: 9 }, () => refuse(503)),
      open(ORDER),
    );
    await first(client({ retries: 1 }).events());
    expect(requests).toHaveLength(11);
  });

  it('is not restored when the key is no longer valid', async () => {
    const { client, requests } = await serve(cut(ORDER), refuse(401));
    await expect(take(client().events(), 2)).rejects.toMatchObject({
      name: 'AuthenticationError',
    });
    expect(requests).toHaveLength(2);
  });

  it('is noticed when there is no heartbeat for 50 s', async () => {
    const { client, requests } = await serve(open(ORDER), open(event('resync', null)));
    const events = client().events()[Symbol.asyncIterator]();
    await events.next();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const next = events.next();
    await vi.advanceTimersByTimeAsync(49_000);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    expect((await next).value).toEqual({ type: 'resync', id: null });
    await events.return?.();
  });

  it('is restored after growing delays', async () => {
    const { client } = await serve(
      cut(),
      ...Array.from({ length: 6 }, () => refuse(503)),
      open(ORDER),
    );
    const delays: number[] = [];
    const warn = (_: string, { retryInMs }: LogFields) => delays.push(retryInMs ?? 0);
    const logger = { debug: () => undefined, warn };
    await first(client({ logger, backoff: { minDelay: 2, maxDelay: 16 } }).events());
    // Each is between half and all of a delay that doubles up to the longest.
    const fits = [2, 4, 8, 16, 16, 16].map((most, n) => [
      most / 2 <= delays[n]!,
      delays[n]! <= most,
    ]);
    expect([delays.length, ...fits.flat()]).toEqual([6, ...fits.flat().map(() => true)]);
  });
});

describe('a stream that cannot be opened', () => {
  it('throws the error of the response', async () => {
    const { client, requests } = await serve(refuse(401));
    await expect(first(client().events())).rejects.toMatchObject({ type: 'unauthenticated' });
    expect(requests).toHaveLength(1);
  });

  it('is retried like a read when the error is transient', async () => {
    const { client, requests } = await serve(refuse(429, { 'retry-after': '0' }));
    await expect(first(client().events())).rejects.toMatchObject({ name: 'RateLimitError' });
    expect(requests).toHaveLength(3);
    const { url: baseUrl } = await closedAddress();
    await expect(first(client({ baseUrl }).events({ retries: 1 }))).rejects.toMatchObject({
      type: 'unreachable',
    });
  });

  it('times out, while a stream that is open does not', async () => {
    const { client } = await serve(() => undefined);
    await expect(first(client().events({ timeout: 20, retries: 0 }))).rejects.toMatchObject({
      type: 'timeout',
    });
    const slow = await serve((response) => {
      begin(response);
      setTimeout(() => response.write(ORDER), 700);
    });
    expect(await first(slow.client().events({ timeout: 500 }))).toHaveLength(1);
  });

  it('throws an InvalidResponseError if something else responds', async () => {
    const { client } = await serve((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome'),
    );
    await expect(first(client().events())).rejects.toMatchObject({
      name: 'InvalidResponseError',
      message: expect.stringContaining('returned 200 (text/html) instead of an event stream'),
    });
  });

  it('throws for an option with an unknown name, and sends nothing', async () => {
    const { client, requests } = await serve(open());
    const options = { singal: undefined } as object;
    await expect(first(client().events(options))).rejects.toMatchObject({
      name: 'InvalidOptionError',
      message: expect.stringContaining('signal'),
    });
    expect(requests).toHaveLength(0);
  });
});

describe('an endless event', () => {
  it('is abandoned, and the stream is restored', async () => {
    const { client, requests } = await serve(
      (response) => {
        begin(response).write('data: ');
        const more = () => {
          if (!response.destroyed) response.write('x'.repeat(10_000), more);
        };
        more();
      },
      open(event('resync', null)),
    );
    expect(await first(client().events())).toEqual([{ type: 'resync', id: null }]);
    expect(requests).toHaveLength(2);
  });
});
