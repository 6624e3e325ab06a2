// docs/buy/webhooks.md#event-streams: the event stream over the wire, and through the client.
import { createClient } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { openEventStream } from '../../test-bed/event-stream.ts';
import { expectError } from './expect-error.ts';
import { activate, openMarket } from './market.ts';
import { providerOf } from './contract.ts';

const market = await openMarket();
const { api, anonymous } = market;
const { baseUrl } = market.server;
const headersOf = ({ key }: { key: string | undefined }) => ({ 'x-mkt-api-key': key ?? '' });

describe('an event stream', () => {
  it('is a response of server-sent events that pages of any origin may read', async () => {
    const { response } = await openEventStream(baseUrl, {
      ...headersOf(api),
      origin: 'https://elsewhere.example',
    });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'x-request-id': expect.any(String),
    });
  });

  it('tells the buyer and the seller of an order, by its id alone', async () => {
    const { api: buyer } = await market.account();
    const { api: selling } = await market.account();
    const { provider } = await market.publish({ api: selling });
    const bought = await openEventStream(baseUrl, headersOf(buyer));
    const sold = await openEventStream(baseUrl, headersOf(selling));
    const { id } = await activate(buyer, provider.id, {});
    const [atBuyer] = await bought.upTo('order.updated', id);
    const [atSeller] = await sold.upTo('sale.updated', id);
    expect(atBuyer?.data).toEqual({ type: 'order.updated', id });
    expect(atSeller?.data).toEqual({ type: 'sale.updated', id });
  });

  it('begins with a resync if the client was connected before', async () => {
    const headers = { ...headersOf(api), 'last-event-id': 'some-event' };
    const stream = await openEventStream(baseUrl, headers);
    expect(await stream.next()).toMatchObject({
      type: 'resync',
      data: { type: 'resync', id: null },
    });
  });

  it('needs a valid key, and takes no query', async () => {
    expectError(await anonymous.get('/v1/events'), 401, 'unauthenticated');
    expectError(await api.get('/v1/events?types=all'), 400, 'invalid_request');
    expectError(await api.post('/v1/events', {}), 405, 'method_not_allowed');
  });
});

describe('client.events()', () => {
  it('yields what happens, until the loop ends', async () => {
    const { api: own } = await market.account();
    const client = createClient({ baseUrl, apiKey: own.key });
    const seller = await market.seller();
    const draft = { ...providerOf(seller), listingState: 'draft' };
    const events = client.events()[Symbol.asyncIterator]();
    const first = events.next();
    // Created until one of them is after the opening of the stream.
    const ids = new Set<string>();
    const seen: string[] = [];
    void first.then(({ value }) => seen.push(JSON.stringify(value)));
    while (seen.length === 0) ids.add((await own.post('/v1/providers', draft)).body.id);
    const [event] = seen.map((text) => JSON.parse(text));
    expect(event).toEqual({ type: 'listing.updated', id: expect.any(String) });
    expect(ids).toContain(event.id);
    await events.return?.();
  });
});
