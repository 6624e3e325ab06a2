// docs/reference/limits.md#bytes: what sellers respond with is limited in bytes; their further orders wait.
import { describe, expect, it } from 'vitest';
import { openMarket, publish } from '../market.ts';
import { json } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';

const KIB = 1024;
const environment = { MKT_RATE_RESULT_KIB_PER_SECOND: '4' };

describe('a seller whose responses are large', () => {
  it.each([
    ['results', 'completed', () => json({ text: 'x'.repeat(900 * KIB) })],
    [
      'responses that fail at their last byte',
      'failed',
      () => ({ body: `"${'x'.repeat(900 * KIB)}` }),
    ],
    ['responses that are too large', 'failed', () => json('x'.repeat(1_200 * KIB))],
  ])('is called again only when its %s are paid for', async (_, orderState, respond) => {
    const market = await openMarket({ environment });
    const [seller, other] = [await openSeller({ 'POST /run': respond }), await openSeller()];
    const { id } = await publish(market, seller);
    const stranger = await market.otherApi();
    const { id: otherId } = await publish(market, other, { api: stranger });
    const first = await market.api.activate(id, {}, 20);
    expect(first.body.orderState).toBe(orderState);
    // Less the burst of 16 KiB, 900 KiB are paid back in 221 s, and 1 MiB in 252 s.
    const waiting = await market.api.activate(id, {}, 0);
    expect(waiting.body.orderState).toBe('pending');
    expect((await market.api.activate(otherId, {}, 20)).body.orderState).toBe('completed');
    await market.advance(150_000);
    expect((await market.api.get(`/v1/orders/${waiting.body.id}`)).body.orderState).toBe('pending');
    await market.advance(110_000);
    const headers = { prefer: 'wait=20' };
    const { body } = await market.api.get(`/v1/orders/${waiting.body.id}`, { headers });
    expect(body.orderState).toBe(orderState);
    expect(seller.calls.length).toBe(2);
  });
});
