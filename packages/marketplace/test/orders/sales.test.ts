// docs/sell/publish.md: what sellers are told of a call.
import { describe, expect, it } from 'vitest';
import { json } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { publish } from '../market.ts';
import { MARKETS } from '../markets.ts';

describe.each(MARKETS)('a sale, on $name', ({ openMarket, newHome }) => {
  it('is one order, whole, for the seller of its listing alone', async () => {
    const market = await openMarket(await newHome());
    const buyer = market.api.as((await market.createAccount()).apiKey);
    const seller = await openSeller({ 'POST /run': () => json({ error: 'out of paper' }, 503) });
    const { id: listingId, slug, title } = await publish(market, seller);
    const bought = await buyer.activate(slug, { city: 'Oslo' }, 5);
    const { keyId: _, metadata: __, ...order } = bought.body;
    expect(order).toMatchObject({ listingId, listing: { slug, title }, orderState: 'failed' });

    const sale = await market.api.get(`/v1/sales/${order.id}`);
    expect(sale).toMatchObject({ status: 200 });
    const { buyerId, ...rest } = sale.body;
    expect(rest).toEqual(order);
    expect(buyerId).toMatch(/^[\w-]+$/);
    expect((await market.api.get('/v1/sales')).body.data).toEqual([sale.body]);

    // Neither the buyer nor a third account sells it.
    const third = market.api.as((await market.createAccount()).apiKey);
    for (const [api, id] of [
      [buyer, order.id],
      [third, order.id],
      [market.api, listingId],
    ] as const) {
      const response = await api.get(`/v1/sales/${id}`);
      expect(response).toMatchObject({ status: 404, body: { error: 'Order not found.' } });
    }
  });

  it('that waited for its call names its listing', async () => {
    const environment = { MKT_CALLS_PER_SELLER: '1' };
    const market = await openMarket({ ...(await newHome()), environment });
    const seller = await openSeller({ 'POST /run': () => json({}) });
    const { slug, title } = await publish(market, seller);
    const orders = await Promise.all([1, 2, 3].map((n) => market.api.activate(slug, { n }, 10)));
    for (const { body } of orders) {
      expect(body).toMatchObject({ orderState: 'completed', listing: { slug, title } });
    }
  });
});
