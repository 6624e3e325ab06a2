// docs/operate/monitor.md#logs: why an order failed, without a line for those that complete.
import { describe, expect, it } from 'vitest';
import { json } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { openMarket, publish } from '../market.ts';

const FAILED = 'order failed';

/** A listing whose calls fail if the input says so, and the activation of it. */
async function openListing() {
  const market = await openMarket();
  const seller = await openSeller({
    'POST /run': ({ body }) => json({}, JSON.parse(body.toString()).status ?? 200),
  });
  const { id: listingId } = await publish(market, seller);
  const activate = (requestBody: object, headers: Record<string, string> = {}) =>
    market.api.post(
      '/v1/orders',
      { listingId, requestBody },
      {
        headers: { Prefer: 'wait=20', ...headers },
      },
    );
  const failedLines = () => market.log.filter(({ message }) => message === FAILED);
  return { listingId, activate, failedLines, log: market.log };
}

describe('the log of orders', () => {
  it('has a line for an order that failed, with the ids of its request', async () => {
    const { listingId, activate, failedLines } = await openListing();
    const failed = await activate({ status: 500 }, { 'X-Request-Id': 'req_01HXYZ/7' });
    expect(failed.body.orderState).toBe('failed');
    expect(failedLines()).toEqual([
      {
        level: 'info',
        message: FAILED,
        fields: {
          orderId: failed.body.id,
          listingId,
          kind: 'seller_status',
          sellerStatus: 500,
          durationMs: expect.any(Number),
          requestId: failed.headers.get('x-request-id'),
          callerRequestId: 'req_01HXYZ/7',
        },
      },
    ]);
  });

  it('has none for an order that completes', async () => {
    const { activate, log } = await openListing();
    const before = log.length;
    expect((await activate({})).body.orderState).toBe('completed');
    expect(log).toHaveLength(before);
  });

  it.each(['a b', 'x'.repeat(129), 'mkt_1234', '{"level":"error"}'])(
    'leaves out the X-Request-Id %j',
    async (id) => {
      const { activate, failedLines } = await openListing();
      await activate({ status: 500 }, { 'X-Request-Id': id });
      const [line] = failedLines();
      expect(line?.fields['requestId']).toEqual(expect.any(String));
      expect(line?.fields).not.toHaveProperty('callerRequestId');
    },
  );
});

describe('the log of refusals', () => {
  it('has a line when there are many of a type, with the address of most', async () => {
    const market = await openMarket();
    const refuse = () => market.api.as('mkt_wrong').get('/v1/orders');
    for (let n = 0; n < 19; n++) expect((await refuse()).status).toBe(401);
    expect(market.log).toEqual([]);
    const last = await refuse();
    expect(market.log).toEqual([
      {
        level: 'warn',
        message: 'many requests were refused',
        fields: {
          type: 'unauthenticated',
          count: 20,
          withinSeconds: expect.any(Number),
          address: '127.0.0.1',
          fromAddress: 20,
          requestId: last.headers.get('x-request-id'),
        },
      },
    ]);
    for (let n = 0; n < 30; n++) await refuse();
    expect(market.log).toHaveLength(1);
  });
});
