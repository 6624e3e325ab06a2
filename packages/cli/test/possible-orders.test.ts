// What mkt run says about an order that may have been placed although there is no result.
import type { Order } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { ID } from '../../../test-bed/completed-order.ts';
import { fakeMarketplace } from './fake-marketplace.ts';
import { order } from './records.ts';
import { runMkt } from './run-mkt.ts';

describe('an interrupted mkt run --json', () => {
  /** Runs it until the request that the marketplace leaves without a response. */
  async function interruptAt(method: string) {
    const { Interrupted } = await import('../src/terminal/shell.ts');
    const interruption = new AbortController();
    await using market = await fakeMarketplace((request) => {
      if (request.method !== method) return { status: 201, body: running };
      interruption.abort(new Interrupted(143));
      return { hang: true };
    });
    const { signal } = interruption;
    const ran = await runMkt(['run', 'a', '--json'], { env: market.env, signal });
    return { ...ran, sentKey: String(market.requests[0]?.headers['idempotency-key']) };
  }
  const running = order({ orderState: 'running', result: undefined, completedAt: null });

  it('prints the order that it was waiting for', async () => {
    const { code, stdout, stderr } = await interruptAt('GET');
    expect([code, JSON.parse(stdout) as Order]).toEqual([143, JSON.parse(JSON.stringify(running))]);
    expect(JSON.parse(stderr)).toEqual({
      error: 'Interrupted.',
      type: 'interrupted',
      next: `The order is still running. Wait for it: mkt orders wait ${ID}`,
      exitCode: 143,
    });
  });

  it('reports the idempotency key of an order that may have been placed', async () => {
    const { code, stdout, stderr, sentKey } = await interruptAt('POST');
    expect([code, stdout]).toEqual([143, '']);
    expect(JSON.parse(stderr)).toEqual({
      error: 'Interrupted.',
      type: 'interrupted',
      next: `The order may have been placed. To repeat it safely, add --idempotency-key ${sentKey}`,
      idempotencyKey: sentKey,
      exitCode: 143,
    });
  });
});

it.each([
  ['a defect', { status: 500, body: { error: 'Sorry.', type: 'internal' } }],
  ['a response that is no order', { status: 200, body: 'Welcome!' }],
])('names the idempotency key after %s', async (_, reply) => {
  await using market = await fakeMarketplace(() => reply);
  const { stderr } = await runMkt(['run', 'a', '--json'], { env: market.env });
  const key = market.requests[0]?.headers['idempotency-key'];
  expect(JSON.parse(stderr)).toMatchObject({ idempotencyKey: key });
});
