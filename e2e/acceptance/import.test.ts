// docs/reference/seller-interface.md#the-contract, docs/sell/listings.md and docs/reference/protocol.md#errors.
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contractFrom } from './contract-service.ts';
import { offerOf, runContractOf } from './contract.ts';
import { expectError, pathsOf } from './expect-error.ts';
import { openMarket } from './market.ts';
import { reviewed } from '../../test-bed/reviewed.ts';
import { json } from '../../test-bed/seller.ts';

const market = await openMarket();
const { api } = market;

const importFrom = (serviceUrl: string) => api.post('/v1/listings/from-service', { serviceUrl });
const preview = (serviceUrl: string) =>
  api.post('/v1/listings/from-service/preview', { serviceUrl });

describe.concurrent('an import from a service', () => {
  it('creates a listing from its contract, which is then reviewed and published', async () => {
    const service = await contractFrom(market, {
      title: 'Imported words',
      description: 'Counts.',
      category: 'data',
      tags: ['Text', 'text'],
      price: { currency: 'eur', amountCents: 1999, unit: 'page' },
      runContract: {
        healthEndpoint: 'HEALTH',
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object' },
        requestExampleJson: '{}',
        responseExampleJson: '{"echo":{}}',
      },
    });
    const runContract = {
      method: 'POST',
      endpointPath: `${service.url}/run`,
      healthEndpoint: `${service.url}/health`,
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object' },
      requestExampleJson: '{}',
      responseExampleJson: '{"echo":{}}',
    };
    service.on('GET /contract', () =>
      json({
        provider: offerOf(service, {
          title: 'Imported words',
          description: 'Counts.',
          tags: ['Text', 'text'],
          price: { currency: 'eur', amountCents: 1999, unit: 'page' },
          runContract,
        }),
      }),
    );
    const { status, body } = await importFrom(service.url);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'Imported words',
      slug: 'imported-words',
      description: 'Counts.',
      category: 'data',
      tags: ['text'],
      listingState: 'draft',
      price: { amount: 19.99, unit: 'page', currency: 'EUR' },
      runContract,
    });
    expect(body).not.toHaveProperty('status');
    expect((await reviewed(api, body.id)).status).toBe('published');
  });

  it('defaults to USD and call', async () => {
    const service = await contractFrom(market, { price: { amountCents: 5 } });
    const { body } = await importFrom(service.url);
    expect(body.price).toEqual({ amount: 0.05, unit: 'call', currency: 'USD' });
  });

  it('requires only title, method and endpoint', async () => {
    const service = await contractFrom(market);
    service.on('GET /contract', () =>
      json({
        provider: {
          title: 'Bare',
          runContract: runContractOf(service),
        },
      }),
    );
    const { status, body } = await importFrom(service.url);
    expect(status).toBe(201);
    expect(body).toMatchObject({ description: null, category: null, tags: null });
    expect(body.price).toEqual({ amount: 0, unit: 'call', currency: 'USD' });
    expect(body.warnings.map(({ code, path }: any) => [code, path])).toEqual([
      ['no_price', '/provider/price'],
    ]);
  });

  it('gives a contract without a price that of the request, and no other contract', async () => {
    const service = await contractFrom(market);
    const contract = { title: 'Unpriced', runContract: runContractOf(service) };
    service.on('GET /contract', () => json({ provider: contract }));
    const price = { amount: 0.45, unit: 'batch' };
    for (const path of ['/v1/listings/from-service/preview', '/v1/listings/from-service']) {
      const { body } = await api.post(path, { serviceUrl: service.url, price });
      expect((body.listing ?? body).price).toEqual({ ...price, currency: 'USD' });
      expect(body.warnings.map(({ code }: any) => code)).toEqual(['unknown_unit']);
    }
    const priced = await contractFrom(market, { price: { amountCents: 5 } });
    const refused = await api.post('/v1/listings/from-service', { serviceUrl: priced.url, price });
    expect(pathsOf(expectError(refused, 400, 'invalid_request'))).toEqual(['/price']);
  });

  it('reads a contract that a proxy has compressed', async () => {
    const service = await contractFrom(market);
    const contract = { provider: offerOf(service, { title: 'Compressed' }) };
    service.on('GET /contract', () => ({
      headers: { 'content-encoding': 'deflate' },
      body: deflateSync(JSON.stringify(contract)),
    }));
    expect(await importFrom(service.url)).toMatchObject({
      status: 201,
      body: { title: 'Compressed' },
    });
  });

  it('requests the service’s /contract with GET, without the caller’s key', async () => {
    const service = await contractFrom(market);
    await importFrom(service.url);
    const [call] = service.requestsTo('GET /contract');
    expect(call?.headers).not.toHaveProperty('x-mkt-api-key');
    expect(call?.headers).not.toHaveProperty('x-mkt-signature');
    expect(call?.body.length).toBe(0);
  });

  for (const [what, suffix] of [
    ['a slash at the end', '/'],
    ['no slash at the end', ''],
  ] as const) {
    it(`appends /contract to a service address with a path and ${what}`, async () => {
      const service = await market.seller();
      service.on('GET /shop/one/contract', () => json({ provider: offerOf(service) }));
      const { status } = await importFrom(`${service.url}/shop/one${suffix}`);
      expect(status).toBe(201);
      expect(service.requestsTo('GET /shop/one/contract')).toHaveLength(1);
    });
  }

  it('requires serviceUrl and nothing else', async () => {
    for (const path of ['/v1/listings/from-service', '/v1/listings/from-service/preview']) {
      for (const body of [{}, { serviceUrl: 5 }, { serviceUrl: null }, { serviceUrl: '' }]) {
        const error = expectError(await api.post(path, body), 400, 'invalid_request');
        expect(pathsOf(error)).toEqual(['/serviceUrl']);
      }
    }
    const more = { serviceUrl: 'http://127.0.0.1:1', colour: 'red' };
    const error = expectError(
      await api.post('/v1/listings/from-service', more),
      400,
      'invalid_request',
    );
    expect(pathsOf(error)).toEqual(['/colour']);
  });

  for (const url of [
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'not a url',
  ]) {
    it(`refuses the service address ${url}`, async () => {
      expectError(await importFrom(url), 400, 'url_not_allowed');
      expectError(await preview(url), 400, 'url_not_allowed');
    });
  }
});

describe.concurrent('the warnings of an import', () => {
  const warningsOf = async (contract: (url: string) => unknown) => {
    const service = await market.seller();
    service.on('GET /contract', () => json(contract(service.url)));
    const previewed = await preview(service.url);
    const imported = await importFrom(service.url);
    expect(imported.status, imported.text).toBe(201);
    expect(previewed.body.warnings).toEqual(imported.body.warnings ?? []);
    const warnings: { code: string; path: string }[] = imported.body.warnings;
    return { imported: imported.body, warnings };
  };

  it('point out the deprecated key', async () => {
    const { warnings } = await warningsOf((url) => ({ listing: offerOf({ url }) }));
    expect(warnings.map(({ code }) => code)).toEqual(['deprecated_key']);
  });

  it('report that both keys are present and that provider is used', async () => {
    const { imported, warnings } = await warningsOf((url) => ({
      listing: offerOf({ url }, { title: 'The loser' }),
      provider: offerOf({ url }, { title: 'The winner' }),
    }));
    expect(imported.title).toBe('The winner');
    expect(warnings).toHaveLength(1);
  });

  it('are unaffected by an invalid listing next to provider', async () => {
    const { imported } = await warningsOf((url) => ({
      listing: 5,
      provider: offerOf({ url }, { title: 'Wins anyway' }),
    }));
    expect(imported.title).toBe('Wins anyway');
  });

  it('name the unknown fields, which are ignored', async () => {
    const { imported, warnings } = await warningsOf((url) => ({
      version: 3,
      provider: offerOf(
        { url },
        {
          vendor: 'me',
          runContract: runContractOf({ url }, { retries: 5 }),
        },
      ),
    }));
    expect(imported).not.toHaveProperty('vendor');
    expect(imported.runContract).not.toHaveProperty('retries');
    expect(warnings.map(({ path }) => path).toSorted()).toEqual([
      '/provider/runContract/retries',
      '/provider/vendor',
      '/version',
    ]);
  });

  it('name an endpoint on a different origin from the service', async () => {
    const other = await market.seller();
    const { warnings } = await warningsOf((url) => ({
      provider: offerOf(
        { url },
        {
          runContract: runContractOf(other, { healthEndpoint: `${other.url}/health` }),
        },
      ),
    }));
    expect(warnings.map(({ path }) => path).toSorted()).toEqual([
      '/provider/runContract/endpointPath',
      '/provider/runContract/healthEndpoint',
    ]);
  });

  it('name an unknown category and an unknown unit', async () => {
    const { warnings } = await warningsOf((url) => ({
      provider: offerOf(
        { url },
        { category: 'Gardening', price: { amountCents: 1, unit: 'tree' } },
      ),
    }));
    expect(warnings.map(({ path }) => path).toSorted()).toEqual([
      '/provider/category',
      '/provider/price/unit',
    ]);
  });
});

describe.concurrent('the preview of an import', () => {
  it('shows the listing and its checks, and stores nothing', async () => {
    const { api: own } = await market.account();
    const service = await contractFrom(market, { title: 'Only looked at' });
    const { status, body } = await own.post('/v1/listings/from-service/preview', {
      serviceUrl: service.url,
    });
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual([
      'checks',
      'listing',
      'publishable',
      'valid',
      'warnings',
    ]);
    expect(body).toMatchObject({
      valid: true,
      publishable: true,
      warnings: [],
      listing: {
        title: 'Only looked at',
        price: { amount: 0.02, unit: 'call', currency: 'USD' },
        runContract: runContractOf(service),
      },
    });
    expect(body.listing).not.toHaveProperty('id');
    expect((await own.get('/v1/listings')).body.data).toEqual([]);
    expect((await own.get('/v1/providers')).body.data).toEqual([]);
    expect((await importFrom(service.url)).body.slug).toBe('only-looked-at');
  });

  it('is not publishable when a check of the review fails, and names the check', async () => {
    const service = await contractFrom(market);
    service.on('HEAD /run', () => ({ status: 404 }));
    const { status, body } = await preview(service.url);
    expect(status).toBe(200);
    expect(body).toMatchObject({ valid: true, publishable: false });
    const failed = body.checks.filter(({ outcome }: any) => outcome === 'failed');
    expect(failed.map(({ name }: any) => name)).toEqual(['reachability']);
    const imported = await importFrom(service.url);
    expect((await reviewed(api, imported.body.id)).status).toBe('flagged');
  });
});
