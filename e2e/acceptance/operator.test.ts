// docs/operations.md#appeals-and-takedowns: the operator's appeal and take-down.
import { describe, expect, it } from 'vitest';
import { expectError } from './expect-error.ts';
import { openMarket } from './market.ts';
import { providerIn } from './provider-in.ts';

const market = await openMarket();
const { api, anonymous, server } = market;

const run = (...args: string[]) => server.run([...args, '--data', server.dataDir]);

describe.concurrent('the operator', () => {
  it('publishes what the review has flagged', async () => {
    const { provider } = await providerIn(market, 'flagged');
    const { code, stderr } = await run('reviews', 'approve', provider.id);
    expect(code, stderr).toBe(0);
    expect((await api.get(`/v1/providers/${provider.id}`)).body).toMatchObject({
      status: 'published',
      reviewRejectionReason: null,
    });
    expect((await api.post(`/v1/providers/${provider.id}/signing-secret`, {})).status).toBe(200);
  });

  it('takes a listing down for good, with a reason that its owner reads', async () => {
    const { provider } = await providerIn(market, 'published');
    const reason = 'It sells what is not its own.';
    const { code, stderr } = await run('listings', 'archive', provider.id, '--reason', reason);
    expect(code, stderr).toBe(0);
    const after = (await api.get(`/v1/providers/${provider.id}`)).body;
    expect(after.status).toBe('archived');
    expect(after.reviewRejectionReason).toContain(reason);
    expectError(await anonymous.get(`/v1/marketplace/listings/${provider.id}`), 404, 'not_found');
    const back = await api.patch(`/v1/listings/${provider.id}`, { listingState: 'published' });
    expectError(back, 409, 'invalid_state_transition');
  });

  for (const status of ['draft', 'published', 'archived'] as const) {
    it(`cannot approve what is ${status}`, async () => {
      const { provider } = await providerIn(market, status);
      const { code, stderr } = await run('reviews', 'approve', provider.id);
      expect(code).toBeGreaterThan(0);
      expect(stderr).not.toMatch(/unknown command/);
      expect((await api.get(`/v1/providers/${provider.id}`)).body.status).toBe(status);
    });
  }
});
