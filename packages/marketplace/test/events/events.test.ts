// docs/buy/webhooks.md#event-streams: what an event stream tells, to whom, and when it ends.
import { LIMITS } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { openEventStream, type EventStream } from '../../../../test-bed/event-stream.ts';
import { hold } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import type { Api } from '../../../../test-bed/api.ts';
import { signedUp } from '../accounts/browser.ts';
import { runCommand } from '../accounts/run-command.ts';
import { changeBeside, readBeside } from '../accounts/database-beside.ts';
import { publish, type Market } from '../market.ts';
import { MARKETS } from '../markets.ts';

const BEAT_MS = LIMITS.eventHeartbeatMs;

const streamOf = ({ url }: Pick<Market, 'url'>, { key }: Api, lastEventId?: string) =>
  openEventStream(url, {
    'x-mkt-api-key': key ?? '',
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  });

/**
 * Moves the time by a minute, in which three heartbeats are due, and resolves when the stream has
 * ended, with the heartbeats that it had.
 */
async function heartbeatsBeforeEnd(market: Pick<Market, 'clock'>, stream: EventStream) {
  const before = stream.heartbeatCount();
  for (let beats = 1; beats <= 3; beats++) {
    market.clock.move(BEAT_MS);
    // Resolves at once if the stream has ended.
    if (beats < 3) await stream.heartbeats(before + beats);
  }
  await stream.ended;
  return stream.heartbeatCount() - before;
}

const typesOf = (events: { type: string }[]) => new Set(events.map(({ type }) => type));

describe.each(MARKETS)('an event stream on $name', ({ openMarket, newHome }) => {
  it('tells the buyer of an order, the seller of a sale, and no one else', async () => {
    const market = await openMarket();
    const buyer = await market.otherApi();
    const stranger = await market.otherApi();
    const seller = await openSeller();
    const { id: listingId } = await publish(market, seller);
    const [bought, sold, none] = await Promise.all(
      [buyer, market.api, stranger].map((api) => streamOf(market, api)),
    );
    const { body: order } = await buyer.activate(listingId, {}, 20);
    const atBuyer = await bought!.upTo('order.updated', order.id);
    const atSeller = await sold!.upTo('sale.updated', order.id);
    expect(atBuyer.at(-1)).toEqual({
      id: expect.stringMatching(/^[\w-]+$/),
      type: 'order.updated',
      data: { type: 'order.updated', id: order.id },
    });
    expect([typesOf(atBuyer), typesOf(atSeller)]).toEqual([
      new Set(['order.updated']),
      new Set(['sale.updated']),
    ]);
    const { body: own } = await stranger.post('/v1/providers', {
      title: 'Own',
      listingState: 'draft',
      runContract: { method: 'POST', endpointPath: `${seller.url}/run` },
    });
    const atStranger = await none!.upTo('listing.updated', own.id);
    expect(atStranger).toHaveLength(1);
  });

  it('tells the owner of each change of a listing, from creation to deletion', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const stream = await streamOf(market, market.api);
    const { id } = await publish(market, seller);
    await stream.upTo('listing.updated', id);
    await market.api.patch(`/v1/listings/${id}`, { listingState: 'paused' });
    await stream.upTo('listing.updated', id);
    const { body: draft } = await market.api.post('/v1/providers', {
      title: 'Draft',
      listingState: 'draft',
      runContract: { method: 'POST', endpointPath: `${seller.url}/run` },
    });
    await stream.upTo('listing.updated', draft.id);
    expect((await market.api.delete(`/v1/providers/${draft.id}`)).status).toBe(204);
    await stream.upTo('listing.updated', draft.id);
  });

  it('tells of an order that waits, starts and settles', async () => {
    const market = await openMarket({ environment: { MKT_CALLS_PER_SELLER: '1' } });
    const seller = await openSeller({ 'POST /run': hold });
    const { id: listingId } = await publish(market, seller);
    const first = await market.api.activate(listingId, {});
    const stream = await streamOf(market, market.api);
    const second = await market.api.activate(listingId, {});
    await stream.upTo('sale.updated', second.body.id);
    const call = await seller.nextCall();
    call.respond({});
    await stream.upTo('sale.updated', first.body.id);
    (await seller.nextCall()).respond({});
    const last = await stream.upTo('order.updated', second.body.id);
    expect(last.at(-1)?.data.id).toBe(second.body.id);
  });

  it('has only the types whose scope the key holds', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const key = async (scopes: string[]) => {
      const { body } = await market.api.post('/v1/api-keys', { name: 'events', scopes });
      return market.api.as(body.key);
    };
    const buying = await streamOf(market, await key(['order:read']));
    const selling = await streamOf(market, await key(['provider:read']));
    const nothing = await streamOf(market, await key([]));
    // An event would name orders of other keys.
    const own = await streamOf(market, await key(['order:read_own', 'listing:read']));
    const { id } = await publish(market, seller);
    const { body: order } = await market.api.activate(id, {}, 20);
    expect(typesOf(await buying.upTo('order.updated', order.id))).toEqual(
      new Set(['order.updated']),
    );
    expect(typesOf(await selling.upTo('sale.updated', order.id))).toEqual(
      new Set(['listing.updated', 'sale.updated']),
    );
    expect(nothing.response.status).toBe(200);
    await market.api.patch(`/v1/listings/${id}`, { listingState: 'paused' });
    await own.upTo('listing.updated', id);
    expect(typesOf(await own.upTo('listing.updated', id))).toEqual(new Set(['listing.updated']));
    await market.close();
    expect(await nothing.next()).toBeUndefined();
  });

  it('tells clients to start over after a command of the operator, which runs in another process', async () => {
    const home = await newHome();
    const market = await openMarket(home);
    const { id } = await publish(market, await openSeller());
    const stream = await streamOf(market, market.api);
    const { code } = await runCommand(home, 'listings', 'archive', id, '--reason', 'Fraud.');
    expect(code).toBe(0);
    market.clock.move(BEAT_MS);
    expect((await stream.next())?.data).toEqual({ type: 'resync', id: null });
  });

  it('begins with a resync after a Last-Event-ID', async () => {
    const market = await openMarket();
    const stream = await streamOf(market, market.api, 'anything');
    expect((await stream.next())?.data).toEqual({ type: 'resync', id: null });
  });

  it('has a heartbeat every 20 seconds, and no event besides', async () => {
    const market = await openMarket();
    const stream = await streamOf(market, market.api);
    for (let beats = 1; beats <= 3; beats++) {
      market.clock.move(BEAT_MS);
      await stream.heartbeats(beats);
    }
    await market.close();
    expect(await stream.next()).toBeUndefined();
  });

  it('ends within 60 s of the revocation of its key, and not with that of another', async () => {
    const market = await openMarket();
    const { body: key } = await market.api.post('/v1/api-keys', { name: 'events', scopes: [] });
    const revoked = await streamOf(market, market.api.as(key.key));
    const other = await streamOf(market, market.api);
    await market.api.delete(`/v1/api-keys/${key.id}`);
    expect(await heartbeatsBeforeEnd(market, revoked)).toBeLessThan(3);
    await other.heartbeats(1);
    const { body: again } = await market.api.as(key.key).get('/v1/events');
    expect(again.type).toBe('unauthenticated');
  });

  it('ends within 60 s of the expiry of its key', async () => {
    const market = await openMarket();
    const expiresAt = new Date(market.clock.now() + 25_000).toISOString();
    const { body } = await market.api.post('/v1/api-keys', { name: 'e', scopes: [], expiresAt });
    const stream = await streamOf(market, market.api.as(body.key));
    expect(await heartbeatsBeforeEnd(market, stream)).toBeLessThan(3);
  });

  it('ends within 60 s of the suspension of its account', async () => {
    const home = await newHome();
    const market = await openMarket(home);
    const stream = await streamOf(market, market.api);
    await changeBeside(home, 'UPDATE account SET suspended_at = 1');
    expect(await heartbeatsBeforeEnd(market, stream)).toBeLessThan(3);
  });

  it('the stream of a session ends with it, and does not renew it', async () => {
    const home = await newHome();
    const market = await openMarket(home);
    const browser = await signedUp(market);
    const headers = { cookie: browser.cookieHeader(), origin: market.url };
    const stream = await openEventStream(market.url, headers);
    const inFiveDays = new Date(Date.now() + 5 * 86_400_000).toISOString();
    await changeBeside(home, `UPDATE session SET "expiresAt" = '${inFiveDays}'`);
    market.clock.move(BEAT_MS);
    await stream.heartbeats(1);
    const [session] = await readBeside(home, 'SELECT "expiresAt" FROM session');
    expect(JSON.stringify(session)).toContain(inFiveDays);
    await browser.post('/auth/sign-out');
    expect(await heartbeatsBeforeEnd(market, stream)).toBeLessThan(3);
  });

  it('the stream of a session is only for pages of the marketplace itself', async () => {
    const market = await openMarket();
    const browser = await signedUp(market);
    const { status, body } = await browser.get('/v1/events', { origin: 'https://evil.example' });
    expect([status, body.type]).toEqual([403, 'forbidden_origin']);
  });

  it('ends at once when the server shuts down', async () => {
    const market = await openMarket();
    const stream = await streamOf(market, market.api);
    const closed = market.close();
    await stream.ended;
    await closed;
    expect(await stream.next()).toBeUndefined();
  });
});
