// The code of packages/client/README.md that needs a marketplace.
// #region json-text
import { JsonText } from '@mkt/client';
// #endregion
import { createClient, type Client, type Order } from '@mkt/client';
import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';
import { defineService, type Trace } from '@mkt/seller-kit';
import { serve, type Server } from '@mkt/seller-kit/node';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { read } from '../scripts/documentation/pages.ts';
import { JSON } from './raw-json.ts';

/** What the service received, as it was written. */
const received: string[] = [];
const traces: (Trace | undefined)[] = [];
const bankLookup = defineService({
  name: 'Bank lookup',
  description: 'Finds the balance of an account.',
  price: { amountCents: 1 },
  input: { type: 'object' },
  logger: { warn() {}, error() {} },
  run: (_input, { bodyText, trace }) => {
    received.push(bodyText);
    traces.push(trace);
    return { balance: JSON.rawJSON('18446744073709551615') };
  },
});

let marketplace: TestMarketplace;
let service: Server;
let market: Client;

beforeAll(async () => {
  marketplace = await createTestMarketplace();
  vi.stubEnv('MKT_BASE_URL', marketplace.url);
  vi.stubEnv('MKT_API_KEY', marketplace.apiKey);
  market = createClient();
  service = await serve(bankLookup, { port: 0, host: '127.0.0.1' });
  await market.listings.importFromService(service.url);
  await marketplace.reviewsIdle();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.close();
  await marketplace.close();
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

describe('the code of packages/client/README.md', () => {
  it('sets options of the client and of a call', async () => {
    // #region options
    const market = createClient({ timeout: '10s', retries: 4, headers: { 'x-team': 'search' } });
    const me = await market.me({ timeout: '2s', retries: 0, signal: AbortSignal.timeout(5_000) });
    // #endregion
    expect(me.scopes).toContain('order:create');
  });

  it('follows events', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    onTestFinished(() => log.mockRestore());
    const { signal, abort } = abortable();
    async function follow(market: Pick<Client, 'events' | 'orders'>): Promise<void> {
      // #region events
      for await (const event of market.events()) {
        if (event.type === 'order.updated') console.log(await market.orders.get(event.id));
        // Events may have been missed: reload what you show.
        if (event.type === 'resync') console.log((await market.orders.list()).data.length);
      }
      // #endregion
    }
    const following = follow({ ...market, events: () => market.events({ signal }) });
    // An order that is read at once may still be running.
    const isCompleted = () =>
      log.mock.calls.some(([order]) => (order as Partial<Order>).orderState === 'completed');
    while (!isCompleted()) await market.run('bank-lookup', {});
    abort();
    received.length = 0;
    await expect(following).rejects.toThrow();
  });

  it('reads the response', async () => {
    // #region response
    const { data, response } = await market.me().withResponse();
    const { status, headers, requestId, text } = response;
    // #endregion
    expect(JSON.parse(text ?? '')).toEqual(data);
    expect([status, headers.get('x-request-id')]).toEqual([200, requestId]);
  });

  it('continues a trace', async () => {
    // #region traces
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const headers = { traceparent, tracestate: 'job=42' };
    const result = await market.run('bank-lookup', { account: 1 }, { headers });
    // #endregion
    received.length = 0;
    expect(result).toMatchObject({ balance: expect.anything() });
    expect(traces.at(-1)).toMatchObject({ ...headers, sampled: true });
  });

  it('sends and receives numbers with all digits', async () => {
    // #region numbers
    await market.run('bank-lookup', { account: 9007199254740993n }); // sent as 9007199254740993
    await market.run('bank-lookup', { rate: JSON.rawJSON('0.1000000000000000055') }); // where the runtime supports it
    const input = new JsonText('{ "account": 9007199254740993 }');
    const order = await market.activate('bank-lookup', input, { wait: '10s' });
    if (order.orderState === 'completed') console.log(order.resultText); // {"balance":18446744073709551615}
    // #endregion
    expect(received).toEqual([
      '{"account":9007199254740993}',
      '{"rate":0.1000000000000000055}',
      '{ "account": 9007199254740993 }',
    ]);
    expect(order).toMatchObject({ resultText: '{"balance":18446744073709551615}' });
  });

  it('sells a service', async () => {
    const serviceUrl = service.url;
    // #region sell
    const preview = await market.listings.preview(serviceUrl); // nothing is saved
    const listing = await market.listings.importFromService(serviceUrl, { slug: 'iban-lookup' });
    const { status, reviewChecks } = await market.listings.get(listing.id); // pending_review → published
    // #endregion
    expect([preview.listing.slug, listing.slug]).toEqual(['bank-lookup-2', 'iban-lookup']);
    expect(['pending_review', 'published']).toContain(status);
    expect(reviewChecks).toBeInstanceOf(Array);
    await marketplace.reviewsIdle();
    await market.run(listing.slug, {});
    // #region sold
    const { secret } = await market.listings.signingSecret(listing.id); // your MKT_SIGNING_SECRET
    for await (const order of market.listings.orders(listing.id)) {
      console.log(order.buyerId, order.durationMs);
    }
    // #endregion
    expect(secret).toMatch(/^whsec_/);
  });
});

it('packages/client/README.md lists every method of the client', () => {
  const methodsOf = (object: object) =>
    Object.entries(object).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
  const resources = Object.entries(market).filter(([, value]) => typeof value === 'object');
  const actual = [
    ['market', methodsOf(market)] as const,
    ...resources.map(([name, resource]) => [`market.${name}`, methodsOf(resource)] as const),
  ];
  const lines = read('packages/client/README.md').matchAll(
    /^- `(market(?:\.\w+)?)`[^:]*: (`.*)$/gm,
  );
  const listed: [string, string[]][] = [...lines].map(([, object = '', methods = '']) => [
    object,
    [...methods.matchAll(/`(\w+)/g)].map(([, method = '']) => method),
  ]);
  const sorted = (rows: readonly (readonly [string, string[]])[]) =>
    rows.flatMap(([object, methods]) => methods.map((method) => `${object}.${method}`)).toSorted();
  expect(actual.length).toBeGreaterThan(5);
  expect(sorted(listed)).toEqual(sorted(actual));
});
