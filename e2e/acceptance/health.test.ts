// docs/buy/catalogue.md#health, and the endpoints outside /v1.
import { describe, expect, it } from 'vitest';
import { runContractOf } from './contract.ts';
import { createKey, openMarket } from './market.ts';
import { productionEnv } from './production.ts';
import { providerIn } from './provider-in-state.ts';
import { pollUntil } from '../../test-bed/poll-until.ts';

const market = await openMarket();
const production = await openMarket({
  dev: false,
  env: productionEnv({ MKT_METRICS_TOKEN: 'metrics-token-of-the-test' }),
});
const closed = await openMarket({ dev: false, env: productionEnv() });
const { api, anonymous } = market;

const NOT_CONFIGURED = {
  status: 'not_configured',
  checkedAt: null,
  latencyMs: null,
  uptime24h: null,
};

const healthOf = async (id: string) => (await api.get(`/v1/providers/${id}/health`)).body;

describe.concurrent('the health of a listing', () => {
  for (const status of ['draft', 'flagged', 'published', 'paused', 'archived'] as const) {
    it(`is not_configured without a health endpoint when the listing is ${status}`, async () => {
      const { provider } = await providerIn(market, status);
      expect(provider.health).toEqual(NOT_CONFIGURED);
      expect(await healthOf(provider.id)).toEqual({ ...NOT_CONFIGURED, history: [] });
    });
  }

  it('is the result of its review, and afterwards of the latest probe', async () => {
    const seller = await market.seller();
    const runContract = runContractOf(seller, { healthEndpoint: `${seller.url}/health` });
    const { provider } = await market.publish({ seller, provider: { runContract } });
    // A probe may run between the two reads; then they agree the next time.
    const { history, ...health } = await pollUntil('both views agree', async () => {
      const report = await healthOf(provider.id);
      const shown = await anonymous.get(`/v1/marketplace/listings/${provider.id}`);
      return shown.body.health.checkedAt === report.checkedAt ? report : undefined;
    });
    expect(health).toMatchObject({ status: 'healthy', uptime24h: 1 });
    expect(history[0]).toMatchObject({ healthy: true, statusCode: 200 });
    expect(history[0].checkedAt).toBe(health.checkedAt);
  });

  it('becomes not_configured when the contract no longer has the endpoint', async () => {
    const seller = await market.seller();
    const runContract = runContractOf(seller, { healthEndpoint: `${seller.url}/health` });
    const { provider } = await market.publish({ seller, provider: { runContract } });
    const response = await api.patch(`/v1/listings/${provider.id}`, {
      runContract: { healthEndpoint: null },
    });
    expect(response.body.health.status).toBe('not_configured');
  });
});

describe.concurrent('the operator’s endpoints', () => {
  for (const path of ['/healthz', '/readyz']) {
    it(`respond with 200 without a key, in dev mode and outside: ${path}`, async () => {
      for (const each of [market, production]) {
        expect((await each.anonymous.get(path)).status).toBe(200);
        expect((await each.anonymous.request('HEAD', path)).status).toBe(200);
      }
    });
  }

  it('include /metrics, in Prometheus’ text format, open in dev mode', async () => {
    await api.get('/v1/me');
    const { status, text, headers } = await anonymous.get('/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^(text\/plain|application\/openmetrics-text)/);
    expect(text).toMatch(/^# (HELP|TYPE) /m);
    expect(text).not.toContain(api.key ?? '');
  });

  it('require the token for /metrics outside dev mode', async () => {
    const get = (authorization?: string) =>
      production.anonymous.get('/metrics', authorization ? { headers: { authorization } } : {});
    expect((await get('Bearer metrics-token-of-the-test')).status).toBe(200);
    for (const wrong of [undefined, 'Bearer wrong', 'Bearer ', 'metrics-token-of-the-test']) {
      const response = await get(wrong);
      expect([401, 403, 404], String(wrong)).toContain(response.status);
      expect(response.text).not.toContain('# TYPE');
    }
    const key = await createKey(production.server, 'operator@example.com', '*');
    expect((await production.anonymous.as(key).get('/metrics')).status).not.toBe(200);
  });

  it('return 404 for /metrics outside dev mode when no token is set', async () => {
    expect((await closed.anonymous.get('/metrics')).status).toBe(404);
    const headers = { authorization: 'Bearer ' };
    expect((await closed.anonymous.get('/metrics', { headers })).status).toBe(404);
  });

  it('include in /metrics whether orders can be stored', async () => {
    const { text } = await anonymous.get('/metrics');
    expect(text).toMatch(/^mkt_ready 1$/m);
    expect(text).toMatch(/^mkt_database_check\{state="damaged"\} 0$/m);
    expect(text).toMatch(/^mkt_connections_refused_total\{limit="process"\} 0$/m);
  });

  it('are not below /v1', async () => {
    for (const path of ['/v1/healthz', '/v1/readyz', '/v1/metrics']) {
      expect((await anonymous.get(path)).status).toBe(404);
    }
  });
});
