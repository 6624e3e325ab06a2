import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createClient, type Client } from '@mkt/client';
import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';
import { defineService, ServiceError, type Service } from '@mkt/seller-kit';
import { serve, type Server } from '@mkt/seller-kit/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BARE_ENVIRONMENT, OWN_PACKAGES } from '../../../test-bed/own-programs.ts';
import { textInsights } from '../../text-insights/src/service.ts';
import { explain } from '../src/explain.ts';
import { failedOrders } from '../src/failed-orders.ts';
import { runWithRetry } from '../src/retry.ts';

const QUIET = { warn() {}, error() {} };

/** Fails every call, or hangs when the input says so. */
const moody = defineService({
  name: 'Moody',
  description: 'Fails.',
  price: { amountCents: 1 },
  logger: QUIET,
  input: { type: 'object', properties: { hang: { type: 'boolean' } } } as const,
  run: async ({ hang }, { signal }) => {
    if (hang) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw new ServiceError(503, 'Out of paper');
  },
});

/** Fails its first call with this status, and serves the next ones. */
const recovering = (status: number) => {
  let calls = 0;
  return defineService({
    name: `Recovers from ${status}`,
    description: 'Fails once.',
    price: { amountCents: 1 },
    logger: QUIET,
    input: { type: 'object' } as const,
    run: () => {
      calls += 1;
      if (calls === 1) throw new ServiceError(status, 'Not now');
      return { calls };
    },
  });
};

const TERMS = { maxPrice: 1 };
let marketplace: TestMarketplace;
let market: Client;
const sellers: Server[] = [];

async function publish(service: Service) {
  const seller = await serve(service, { port: 0, host: '127.0.0.1' });
  sellers.push(seller);
  const { id } = await market.listings.importFromService(seller.url);
  await marketplace.reviewsIdle();
  expect((await market.listings.get(id)).status).toBe('published');
}

beforeAll(async () => {
  marketplace = await createTestMarketplace();
  market = createClient({ baseUrl: marketplace.url, apiKey: marketplace.apiKey });
  await publish(textInsights());
  await publish(moody);
  await publish(recovering(503));
  await publish(recovering(422));
});

afterAll(async () => {
  await Promise.all(sellers.map((seller) => seller.close()));
  await marketplace.close();
});

describe('the buyer', () => {
  it('finds the listing, buys it twice, and explains why the last call was refused', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...OWN_PACKAGES, 'src/main.ts', 'Hello there, reader.'],
      {
        cwd: new URL('..', import.meta.url),
        env: {
          ...BARE_ENVIRONMENT,
          MKT_BASE_URL: marketplace.url,
          MKT_API_KEY: marketplace.apiKey,
        },
      },
    );
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^text-insights: 0\.02 USD per call, /);
    expect(stdout).toContain('words: 3,');
    expect(stdout).toMatch(/completed after \d+ ms, charged: true/);
    expect(lines.at(-1)).toBe('/text is required, /txt is not a known field. Did you mean text?');

    const { data } = await market.orders.list();
    expect(data.map(({ orderState, charged }) => [orderState, charged])).toEqual([
      ['completed', true],
      ['completed', true],
    ]);
  });
});

describe('an error', () => {
  const said = (call: Promise<unknown>) => call.then(() => 'nothing went wrong', explain);

  it('an invalid input is explained with the path of the error', async () => {
    expect(await said(market.run('text-insights', { text: 1 }))).toBe('/text must be string');
    expect(await said(market.run('text-insights', []))).toBe('the input must be object');
  });

  it('a failed call is explained with the order, which is not charged', async () => {
    expect(await said(market.run('moody', {}))).toMatch(
      /^order [-0-9a-f]{36} failed \(seller_status\), not charged$/,
    );
  });

  it('a timeout is explained with the order, which is still running', async () => {
    const waiting = said(market.run('moody', { hang: true }, { timeout: '1500ms' }));
    expect(await waiting).toMatch(/^order [-0-9a-f]{36} is still running$/);

    const { data } = await market.orders.list({ orderState: 'running' });
    await marketplace.clock.advance(30_000);
    expect(await market.orders.wait(data[0]?.id ?? '')).toMatchObject({
      orderState: 'failed',
      failure: { kind: 'timeout' },
    });
  });

  it('a timeout without a response is explained with the key to retry with', async () => {
    const waiting = said(market.run('moody', {}, { timeout: '1ms', idempotencyKey: 'mine' }));
    expect(await waiting).toBe('no response yet; retry with the same key: mine');
  });

  it('a changed price is explained: nothing was ordered', async () => {
    expect(await said(market.run('text-insights', { text: 'a' }, { maxPrice: 0.01 }))).toMatch(
      /^not ordered \(max_price\): it costs 0\.02 USD$/,
    );
  });

  it('any other error of the marketplace is explained with its type', async () => {
    expect(await said(market.run('no-such-listing', {}))).toMatch(/^not_found: /);
  });

  it('an error from elsewhere is rethrown', () => {
    expect(() => explain(new TypeError('mine'))).toThrow('mine');
  });
});

describe('a failed order', () => {
  it('is bought again when the reason is temporary', async () => {
    expect(await runWithRetry(market, 'recovers-from-503', {}, TERMS)).toEqual({ calls: 2 });
  });

  it('is not bought again when the input is to blame', async () => {
    await expect(runWithRetry(market, 'recovers-from-422', {}, TERMS)).rejects.toThrow('Not now');
  });

  it('is listed with the kind of failure', async () => {
    await expect(runWithRetry(market, 'moody', {}, TERMS)).rejects.toThrow('Out of paper');
    const [latest] = await failedOrders(market);
    expect(latest).toMatch(/^[-0-9a-f]{36}: seller_status$/);
  });
});
