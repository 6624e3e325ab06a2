// What a command says about a name that nothing has, and how its errors end.
import { createClient, type Client } from '@mkt/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt } from './run-mkt.ts';
import { startTextSeller, type TextSeller } from './seller.ts';

const NO_ID = '0190c1f2-7a00-7000-8000-000000000001';

let market: RealMarketplace;
let seller: TextSeller;
let client: Client;
let keyId: string;

beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startTextSeller()]);
  client = createClient({ baseUrl: market.url, apiKey: market.apiKey });
  // A draft is not in the catalogue: only the seller's own listings suggest it.
  await client.listings.create({
    title: 'City weather',
    price: { amount: 0.01 },
    runContract: { method: 'POST', endpointPath: `${seller.url}/run` },
    listingState: 'draft',
  });
  keyId = (await client.apiKeys.create({ name: 'ci', scopes: ['order:read'] })).id;
});
afterAll(async () => {
  await market[Symbol.asyncDispose]();
  await seller[Symbol.asyncDispose]();
});

const mkt = (...argv: string[]) => runMkt(argv, { env: market.env });

describe('a name that nothing has', () => {
  it.each([
    [
      'listings pause city-wether',
      'Listing not found: city-wether.',
      'Did you mean city-weather? Your listings: mkt listings list.',
    ],
    ['listings show city-wether', 'Listing not found: city-wether.', 'Did you mean city-weather?'],
    ['secrets pull city-wether', 'Listing not found: city-wether.', 'Did you mean city-weather?'],
    [
      'listings submit city-wether',
      'Listing not found: city-wether.',
      'Did you mean city-weather?',
    ],
    [
      'listings delete elsewhere --yes',
      'Listing not found: elsewhere.',
      'Your listings: mkt listings',
    ],
    ['listings resume elsewhere', 'Listing not found: elsewhere.', 'Your listings: mkt listings'],
    [`orders show ${NO_ID}`, `Order not found: ${NO_ID}.`, 'Your orders: mkt orders list'],
    [`orders wait ${NO_ID}`, `Order not found: ${NO_ID}.`, 'Your orders: mkt orders list'],
    [`keys revoke ${NO_ID} --yes`, `API key not found: ${NO_ID}.`, 'Your keys: mkt keys list'],
    [`webhooks show ${NO_ID}`, `Webhook not found: ${NO_ID}.`, 'mkt webhooks list'],
  ])('is named, with what may have been meant: mkt %s', async (line, message, next) => {
    const { code, stderr } = await mkt(...line.split(' '));
    expect([code, stderr]).toEqual([5, expect.stringContaining(`✖ ${message}`)]);
    expect(stderr).toContain(next);
  });

  it('of a listing may be one that the key may not read', async () => {
    const { key } = await client.apiKeys.create({ name: 'buyer', scopes: ['order:create'] });
    const env = { ...market.env, MKT_API_KEY: key };
    const { code, stderr } = await runMkt(['listings', 'show', 'city-weather'], { env });
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining('Listing not found: city-weather.'),
    ]);
    expect(stderr).toContain('use an API key with the scope provider:read.');
  });

  it('of a key leads to its id', async () => {
    const { code, stderr } = await mkt('keys', 'revoke', 'ci', '--yes');
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining(`Did you mean ${keyId} (ci)? Your keys: mkt keys list`),
    ]);
  });

  it('of a sale leads to the order that one placed', async () => {
    const listing = await client.listings.importFromService(seller.url);
    await market.reviewsIdle();
    const buyer = await market.createAccount();
    const { id } = await buyer.client().activate(listing.slug, { text: 'one' });
    const env = { ...market.env, MKT_API_KEY: buyer.apiKey };
    const { code, stderr } = await runMkt(['sales', 'show', id], { env });
    expect([code, stderr]).toEqual([5, expect.stringContaining(`mkt orders show ${id}`)]);
  });
});

describe('an error', () => {
  it('has its code, which is for programs, only with --json or --verbose', async () => {
    const plain = await mkt('orders', 'list', '--after', 'x', '--since', '1h');
    expect([plain.code, plain.stderr]).toEqual([2, '✖ Pass --after or --since, not both.\n']);
    const verbose = await mkt('orders', 'list', '--after', 'x', '--since', '1h', '--verbose');
    expect(verbose.stderr).toContain('invalid_usage');
    const json = await mkt('orders', 'list', '--after', 'x', '--since', '1h', '--json');
    expect(JSON.parse(json.stderr)).toMatchObject({ type: 'invalid_usage' });
  });

  it('of the marketplace has the request id, which support needs', async () => {
    const { stderr } = await mkt('orders', 'show', NO_ID);
    expect(stderr).toMatch(/ request [\da-f-]{36}\n$/);
    expect(stderr).not.toContain('not_found');
  });
});

describe('mkt keys create', () => {
  it('without scopes says which there are, and gives an example', async () => {
    const { code, stderr } = await mkt('keys', 'create', '--name', 'x');
    expect([code, stderr]).toEqual([2, expect.stringContaining('order:create, order:read')]);
    expect(stderr).toContain('mkt keys create --name ci --scopes order:create,order:read');
  });
});

describe('mkt listings list', () => {
  it('leaves out what is archived, and says so', async () => {
    const other = await startTextSeller('Old service', '/old');
    const { id } = await client.listings.importFromService(other.url);
    await market.reviewsIdle();
    await client.listings.archive(id);
    await other[Symbol.asyncDispose]();
    const { stdout, stderr } = await mkt('listings', 'list');
    expect(stdout).not.toContain('old-service');
    expect(stderr).toContain('1 archived, not shown. To see them: --archived');
    expect((await mkt('listings', 'list', '--archived')).stdout).toMatch(
      /^old-service .*archived/m,
    );
  });
});
