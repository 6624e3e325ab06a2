// docs/buy/orders.md#traces: an order continues the trace of the request that placed it.
import { describe, expect, it } from 'vitest';
import type { Api } from '../../../../test-bed/api.ts';
import { hold, OK, type SellerRequest } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { publish } from '../market.ts';
import { MARKETS } from '../markets.ts';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const HEADERS = { traceparent: TRACEPARENT, tracestate: 'vendor=a b,other=1' };

const activate = (api: Api, listingId: string, headers: Record<string, string>, wait = 10) =>
  api.post(
    '/v1/orders',
    { listingId, requestBody: {} },
    { headers: { ...headers, prefer: `wait=${wait}` } },
  );

const traceOf = (request: SellerRequest | undefined) => [
  request?.headers['traceparent'],
  request?.headers['tracestate'],
];

describe.each(MARKETS)('an order with a traceparent, on $name', ({ openMarket, newHome }) => {
  it('passes it on to the seller and to webhooks, and one without passes on nothing', async () => {
    const market = await openMarket();
    const seller = await openSeller({ 'POST /hook': () => OK });
    const { id } = await publish(market, seller);
    await market.api.post('/v1/webhooks', { url: `${seller.url}/hook` });
    for (const headers of [HEADERS, {}]) {
      const { status, body } = await activate(market.api, id, headers);
      expect([status, body.orderState]).toEqual([201, 'completed']);
      await market.advance(2_000);
    }
    const passedOn = [Object.values(HEADERS), [undefined, undefined]];
    expect(seller.calls.map(traceOf)).toEqual(passedOn);
    expect(seller.requestsTo('POST /hook').map(traceOf)).toEqual(passedOn);
  });

  it('remembers it while it waits, also over a restart', async () => {
    const home = await newHome();
    const environment = { MKT_CALLS_PER_SELLER: '1' };
    const seller = await openSeller({ 'POST /run': hold });
    const market = await openMarket({ ...home, environment });
    const { id } = await publish(market, seller);
    await activate(market.api, id, {}, 0);
    await activate(market.api, id, HEADERS, 0);
    await activate(market.api, id, {}, 0);
    const first = await seller.nextCall();
    const closed = market.close();
    first.respond({});
    await closed;

    await openMarket({ ...home, environment });
    const second = await seller.nextCall();
    expect(traceOf(second)).toEqual(Object.values(HEADERS));
    second.respond({});
    const third = await seller.nextCall();
    expect(traceOf(third)).toEqual([undefined, undefined]);
    third.respond({});
  });

  it('is the same order for its idempotency key, and shows the trace to nobody', async () => {
    const market = await openMarket();
    const { id } = await publish(market, await openSeller());
    const key = { 'idempotency-key': 'once' };
    const first = await activate(market.api, id, { ...key, ...HEADERS });
    const again = await activate(market.api, id, { ...key, traceparent: 'something else' });
    expect(again.text).toBe(first.text);
    const sale = await market.api.get(`/v1/sales/${first.body.id}`);
    expect(sale.status).toBe(200);
    expect(`${first.text}${sale.text}`).not.toContain('4bf92f35');
  });

  it('is placed as if it had none when that is not valid', async () => {
    const market = await openMarket();
    const seller = await openSeller();
    const { id } = await publish(market, seller);
    const hostile = [
      TRACEPARENT.toUpperCase(),
      `${TRACEPARENT}, 00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
      `${TRACEPARENT}-x`,
      'x'.repeat(8_000),
      '"><script>',
      '\u00ff\u00fe',
    ];
    for (const traceparent of hostile) {
      const { status, body, headers } = await activate(market.api, id, {
        traceparent,
        tracestate: 'vendor=1',
      });
      expect([status, body.orderState]).toEqual([201, 'completed']);
      expect([...headers.keys()].filter((name) => name.startsWith('trace'))).toEqual([]);
    }
    expect(seller.calls.map(traceOf)).toEqual(hostile.map(() => [undefined, undefined]));
  });
});
