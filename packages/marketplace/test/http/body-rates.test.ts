// docs/reference/limits.md#bytes: what an account sends and reads is limited in bytes too.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimits } from '../../src/http/rate-limits.ts';
import { openMarket, providerOf, publish } from '../market.ts';
import { json } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';

const KIB = 1024;
const FREE = 4 * KIB;

const openRates = () =>
  createRateLimits({
    requestsPerSecond: 50,
    burst: 100,
    kibPerSecond: 100,
    kibBurst: 300,
    orderReadsPerSecond: 200,
    outboundPerMinute: 30,
    failedKeysPerMinute: 600,
    signInsPerMinute: 10,
  });

/** Undefined if the account may continue, otherwise what the refusal says. */
const refusal = (
  work: Promise<unknown>,
): Promise<{ message: string; seconds: number } | undefined> =>
  work.then(
    () => undefined,
    ({ message, extras }) => ({ message, seconds: extras.retryAfterSeconds }),
  );

describe('the limit of bytes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('does not count the first 4 KiB of a body', async () => {
    const rates = openRates();
    for (let n = 0; n < 10_000; n++) await rates.takeBytes('ann', FREE);
    expect(await refusal(rates.takeBytes('ann', FREE + 300 * KIB))).toBeUndefined();
  });

  it('allows a burst and then a rate, for each account', async () => {
    const rates = openRates();
    const send = (account: string) => refusal(rates.takeBytes(account, FREE + 50 * KIB));
    for (let n = 0; n < 6; n++) expect(await send('ann')).toBeUndefined();
    expect(await send('ann')).toEqual({
      message: expect.stringMatching(
        /^Too many bytes: .*100 KiB of request bodies a second.* 1 s\.$/,
      ),
      seconds: 1,
    });
    expect(await send('ben')).toBeUndefined();
    for (let second = 0; second < 5; second++) {
      vi.advanceTimersByTime(1_000);
      for (let n = 0; n < 2; n++) expect(await send('ann')).toBeUndefined();
      expect(await send('ann')).toBeDefined();
    }
  });

  it('lets a body larger than the limit pass if no other bytes are counted yet', async () => {
    const rates = openRates();
    expect(await refusal(rates.takeBytes('ann', 5_000 * KIB))).toBeUndefined();
    expect(await refusal(rates.takeBytes('ann', 5_000 * KIB))).toBeDefined();
  });

  it('counts a body once for each time it is read', async () => {
    const rates = openRates();
    expect(await refusal(rates.takeBytes('ann', FREE + 75 * KIB, 4))).toBeUndefined();
    expect(await refusal(rates.takeBytes('ann', FREE + 75 * KIB, 4))).toBeDefined();
  });

  it('refuses an account until it has paid for what it read', async () => {
    const rates = openRates();
    const take = () => refusal(rates.take('requests', 'ann'));
    rates.addSent('ann', 64 * KIB);
    // 100 and 200 KiB are within the burst.
    for (const kib of [800, 1_600]) rates.addSent('ann', (64 + kib) * KIB);
    await vi.advanceTimersByTimeAsync(0);
    expect(await take()).toBeUndefined();
    for (let n = 0; n < 3; n++) rates.addSent('ann', (64 + 1_600) * KIB);
    await vi.advanceTimersByTimeAsync(0);
    expect(await take()).toMatchObject({ seconds: 6 });
    expect(await refusal(rates.take('requests', 'ben'))).toBeUndefined();
    await vi.advanceTimersByTimeAsync(5_900);
    expect(await take()).toBeDefined();
    await vi.advanceTimersByTimeAsync(200);
    expect(await take()).toBeUndefined();
  });
});

describe('an account that sends too many bytes', () => {
  const environment = { MKT_RATE_KIB_PER_SECOND: '64', MKT_RATE_KIB_BURST: '64' };
  const LARGE = 'x'.repeat(200 * KIB);

  it('is refused before its bodies are read, while others are served', async () => {
    const market = await openMarket({ environment });
    const other = await market.otherApi();
    const { id } = await publish(market, await openSeller());
    const orders = Array.from({ length: 12 }, () => market.api.activate(id, { text: LARGE }, 10));
    // This is not even JSON: the body is refused before it is parsed.
    const raw = `{"${LARGE}`;
    const broken = Array.from({ length: 12 }, () => market.api.post('/v1/orders', {}, { raw }));
    const placed = await other.activate(id, { text: 'small' }, 10);
    expect(placed.body.orderState).toBe('completed');
    const responses = await Promise.all([...orders, ...broken]);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({
        type: 'rate_limited',
        error: expect.stringMatching(/^Too many bytes/),
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(headers.get('ratelimit-policy')).toBe('"kib";q=64;w=1, "kib-burst";q=64;w=10');
    }
  });

  it('is refused at /mcp too', async () => {
    const market = await openMarket({ environment });
    const headers = { accept: 'application/json, text/event-stream' };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: { LARGE } } };
    const all = Array.from({ length: 12 }, () => market.api.post('/mcp', message, { headers }));
    const responses = await Promise.all(all);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body.type).toBe('rate_limited');
  });
});

describe('an account that reads too many bytes', () => {
  it('is refused until it has paid for them, while others are served', async () => {
    const environment = { MKT_RATE_KIB_PER_SECOND: '64', MKT_RATE_KIB_BURST: '164' };
    const market = await openMarket({ environment });
    const large = () => json({ text: 'x'.repeat(900 * KIB) });
    const { id } = await publish(market, await openSeller({ 'POST /run': large }));
    const placed = await market.api.activate(id, {}, 20);
    // An eighth of each counts, before it is compressed: the first response has used up the burst, and each
    // of these takes 1.6 s to pay for.
    const reads = Array.from({ length: 5 }, () => market.api.get(`/v1/orders/${placed.body.id}`));
    const served = (await Promise.all(reads)).filter(({ status }) => status === 200);
    const encodings = served.map(({ headers }) => headers.get('content-encoding'));
    expect(new Set(encodings)).toEqual(new Set(['gzip']));
    const refused = await market.api.get('/v1/me');
    expect(refused).toMatchObject({
      status: 429,
      body: { type: 'rate_limited', error: expect.stringMatching(/^Too many bytes/) },
    });
    expect((await (await market.otherApi()).get('/v1/me')).status).toBe(200);
  });
});

describe('a caller without a key that reads too many bytes', () => {
  it('is refused for pages in Markdown too', async () => {
    const environment = { MKT_RATE_KIB_PER_SECOND: '64', MKT_RATE_KIB_BURST: '164' };
    const market = await openMarket({ environment });
    const schema = { type: 'object', description: 'x'.repeat(60_000) };
    const runContract = { inputSchema: schema, outputSchema: schema };
    const listing = providerOf(await openSeller(), { runContract });
    const { body } = await market.api.post('/v1/providers', listing);
    await market.reviewsIdle();
    const read = () => fetch(`${market.url}/listings/${body.slug}.md`);
    // An eighth of what exceeds 64 KiB counts: 7 KiB for each page.
    const pages = await Promise.all(Array.from({ length: 150 }, read));
    expect(pages.map(({ status }) => status)).toContain(200);
    const refused = pages.find(({ status }) => status === 429);
    expect(await refused?.json()).toMatchObject({
      error: expect.stringMatching(/^Too many bytes/),
    });
  });
});

describe('a body below /auth', () => {
  it('has at most 16 KiB, because there is no account yet to count it for', async () => {
    const { url, api } = await openMarket();
    const origin = { headers: { origin: url } };
    const send = (size: number) =>
      api
        .as(undefined)
        .post(
          '/auth/sign-in/email',
          { email: 'a@example.com', password: 'x'.repeat(size) },
          origin,
        );
    const large = await send(17 * KIB);
    expect([large.status, large.body.error]).toEqual([413, 'The body is larger than 16 KiB.']);
    expect((await send(15 * KIB)).status).not.toBe(413);
  });
});
