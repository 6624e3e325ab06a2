// docs/buy/webhooks.md#connections: readers that are slow, stop reading or disappear cost a bounded amount.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS, SCOPES } from '@mkt/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEventStream } from '../../../../test-bed/event-stream.ts';
import { pollUntil } from '../../../../test-bed/poll-until.ts';
import { until } from '../../../../test-bed/until.ts';
import { serve } from '../../../../test-bed/within-test.ts';
import { createShare } from '../../src/structures/counters.ts';
import type { Caller } from '../../src/market/caller.ts';
import { createEventStreams, type EventStreamsOptions } from '../../src/events/http.ts';
import { createLocalEventFeed } from '../../src/events/local.ts';
import { openMarket } from '../market.ts';
import { createStillClock } from '../still-clock.ts';
import { message, open } from '../http/raw-exchange.ts';

const GET = message(['GET /v1/events HTTP/1.1', 'Host: x']);
const caller: Caller = {
  accountId: 'account',
  actor: { kind: 'key', keyId: 'key' },
  scopes: SCOPES,
};
const BEAT_MS = LIMITS.eventHeartbeatMs;

/** A server of nothing but event streams, all of one account. */
async function serveStreams(given: Partial<EventStreamsOptions> = {}) {
  const feed = createLocalEventFeed();
  const clock = createStillClock();
  const responses: ServerResponse[] = [];
  const streams = createEventStreams({
    feed,
    clock,
    longPolls: createShare(1_000),
    maxStreams: 1_000,
    name: 'test',
    activeActors: ({ keyIds }) => Promise.resolve([...keyIds]),
    onError: () => undefined,
    ...given,
  });
  const { url } = await serve((_req, res) => {
    responses.push(res);
    res.writeHead(200).flushHeaders();
    streams.open(caller, false)(res);
  });
  let sold = 0;
  const sell = (count: number, padding = '') => {
    for (let n = 0; n < count; n++) {
      const id = `order-${++sold}${padding}`;
      feed.orderUpdated({ id, buyerId: 'buyer', sellerId: 'account' });
    }
  };
  /** Resolves when what was sold has been delivered to the streams. */
  const delivered = () =>
    new Promise<void>((resolve) => {
      const unsubscribe = feed.subscribe('account', () => {
        unsubscribe();
        resolve();
      });
    });
  return { url, feed, clock, streams, sell, delivered, response: () => responses[0] };
}

type Served = Awaited<ReturnType<typeof serveStreams>>;

/** A connection that asks for a stream and reads nothing, until the system buffers no more of it. */
async function openStalled({ url, sell, delivered, response }: Served): Promise<Socket> {
  const socket = await open(url);
  onTestFinished(() => void socket.destroy());
  socket.write(GET);
  await until(() => response() !== undefined);
  let stalledFor = 0;
  for (let before = 0; stalledFor < 3;) {
    sell(LIMITS.queuedEvents, 'x'.repeat(1_000));
    await delivered();
    const now = response()?.writableLength ?? 0;
    stalledFor = now > 0 && now === before ? stalledFor + 1 : 0;
    before = now;
  }
  return socket;
}

describe('a reader that does not read', () => {
  it('the server keeps none of 10,000 events, and sends one resync instead', async () => {
    const served = await serveStreams();
    const socket = await openStalled(served);
    const buffered = served.response()?.writableLength ?? 0;
    // One delivery, of events that are ten times as long as real ones.
    expect(buffered).toBeLessThan(2 * 1024 * 1024);
    for (let batch = 0; batch < 20; batch++) {
      served.sell(500);
      await served.delivered();
    }
    expect(served.response()?.writableLength).toBe(buffered);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await until(() => text.includes('event: resync'));
    served.feed.listingUpdated({ id: 'after', accountId: 'account' });
    await until(() => text.includes('"id":"after"'));
    const events = text.split('\n').filter((line) => line.startsWith('event: '));
    expect(events.slice(-2)).toEqual(['event: resync', 'event: listing.updated']);
    expect(events.filter((line) => line === 'event: resync')).toHaveLength(1);
  });

  it('is disconnected after 20 to 40 seconds', async () => {
    const served = await serveStreams();
    await openStalled(served);
    served.clock.move(BEAT_MS);
    await new Promise((resolve) => setImmediate(resolve));
    expect(served.streams.count()).toBe(1);
    served.clock.move(BEAT_MS);
    await until(() => served.streams.count() === 0);
    expect(served.response()?.destroyed).toBe(true);
  });
});

describe('more changes at once than a stream may queue', () => {
  it('are one resync', async () => {
    const { url, sell } = await serveStreams();
    const stream = await openEventStream(url, {});
    sell(LIMITS.queuedEvents + 1);
    expect(await stream.next()).toMatchObject({ type: 'resync' });
    sell(LIMITS.queuedEvents);
    expect(await stream.next()).toMatchObject({ type: 'sale.updated' });
  });
});

describe('changes of one record in a moment', () => {
  it('are one event; ids of events differ', async () => {
    const { url, feed } = await serveStreams();
    const stream = await openEventStream(url, {});
    const listing = { id: 'l', accountId: 'account' };
    for (let n = 0; n < 3; n++) feed.listingUpdated(listing);
    feed.listingUpdated({ ...listing, id: 'm' });
    const [first, second] = [await stream.next(), await stream.next()];
    expect([first?.data.id, second?.data.id]).toEqual(['l', 'm']);
    expect(first?.id).not.toBe(second?.id);
    feed.listingUpdated(listing);
    expect((await stream.next())?.data.id).toBe('l');
  });
});

describe('while the database is away', () => {
  it('a stream continues for one heartbeat, then ends: its key may have been revoked', async () => {
    const errors: unknown[] = [];
    const { url, clock, streams } = await serveStreams({
      activeActors: () => Promise.reject(new Error('on purpose')),
      onError: (error) => errors.push(error),
    });
    const stream = await openEventStream(url, {});
    clock.move(BEAT_MS);
    await stream.heartbeats(1);
    clock.move(BEAT_MS);
    await stream.ended;
    await until(() => streams.count() === 0);
    expect(errors).toHaveLength(2);
  });
});

describe('while changes of other processes do not arrive', () => {
  it('every heartbeat comes with a resync', async () => {
    const feed = { ...createLocalEventFeed(), isComplete: () => false };
    const { url, clock } = await serveStreams({ feed });
    const stream = await openEventStream(url, {});
    for (let beats = 1; beats <= 2; beats++) {
      clock.move(BEAT_MS);
      expect(await stream.next()).toMatchObject({ type: 'resync' });
      await stream.heartbeats(beats);
    }
  });
});

describe('many streams', () => {
  it('are checked with few queries', async () => {
    const queries: number[] = [];
    const { url, clock } = await serveStreams({
      activeActors({ keyIds }) {
        queries.push(keyIds.length);
        return Promise.resolve([...keyIds]);
      },
    });
    const all = await Promise.all(Array.from({ length: 50 }, () => openEventStream(url, {})));
    clock.move(BEAT_MS);
    await Promise.all(all.map((stream) => stream.heartbeats(1)));
    expect(queries).toEqual([50]);
  });

  it('streams that were closed leave nothing behind', async () => {
    const market = await openMarket({ environment: { MKT_SHARE_LONG_POLLS: '10' } });
    const headers = { 'x-mkt-api-key': market.apiKey ?? '' };
    const gauge = async () =>
      /^mkt_event_streams (\d+)$/m.exec((await market.api.get('/metrics')).text)?.[1];
    for (let round = 0; round < 20; round++) {
      const ten = await Promise.all(
        Array.from({ length: 10 }, () => openEventStream(market.url, headers)),
      );
      expect(ten.filter(({ response }) => response.status === 200)).toHaveLength(10);
      for (const stream of ten) stream.close();
      await pollUntil('no stream is open', async () => (await gauge()) === '0' || undefined);
    }
  }, 60_000);
});

describe('the number of streams', () => {
  const headers = (key: string | undefined) => ({ 'x-mkt-api-key': key ?? '' });

  it('is limited per account, together with long polls', async () => {
    const market = await openMarket({ environment: { MKT_SHARE_LONG_POLLS: '1' } });
    const other = await market.otherApi();
    const stream = await openEventStream(market.url, headers(market.apiKey));
    const refused = await market.api.get('/v1/events');
    expect([refused.status, refused.body]).toEqual([
      429,
      expect.objectContaining({ type: 'quota_exceeded', limit: 'long_polls' }),
    ]);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await other.get('/v1/events')).status).toBe(200);
    stream.close();
    await until(() => stream.response.bodyUsed);
  });

  it('is limited per process', async () => {
    const market = await openMarket({ environment: { MKT_EVENT_STREAMS: '1' } });
    const other = await market.otherApi();
    await openEventStream(market.url, headers(market.apiKey));
    const { status, body, headers: got } = await other.get('/v1/events');
    expect([status, body.type, got.get('retry-after')]).toEqual([503, 'overloaded', '5']);
  });

  it('does not count HEAD, which opens none', async () => {
    const market = await openMarket({ environment: { MKT_EVENT_STREAMS: '0' } });
    const { status, headers: got } = await market.api.request('HEAD', '/v1/events');
    expect([status, got.get('content-type')]).toEqual([200, 'text/event-stream']);
  });
});
