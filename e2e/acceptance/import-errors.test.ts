// docs/reference/protocol.md#errors-of-an-import and docs/reference/protocol.md#errors.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { ErrorType } from '@mkt/protocol';
import { offerOf, runContractOf } from './contract.ts';
import { expectError, pathsOf } from './expect-error.ts';
import { openMarket } from './market.ts';
import { json, type Handler } from '../../test-bed/seller.ts';

const market = await openMarket();
const { api } = market;

/** The error of an import, and of a preview, which must be the same for the same service. */
async function errorOf(serviceUrl: string, type: ErrorType) {
  const previewed = await api.post('/v1/listings/from-service/preview', { serviceUrl });
  const imported = await api.post('/v1/listings/from-service', { serviceUrl });
  const { requestId: _p, ...first } = expectError(previewed, 422, type);
  const { requestId: _i, ...second } = expectError(imported, 422, type);
  expect(second).toEqual(first);
  return first;
}

async function serving(handler: Handler) {
  const seller = await market.seller();
  seller.on('GET /contract', handler);
  return seller;
}

const ofOffer = (change: (offer: any) => unknown) =>
  serving(({ headers }) => {
    const offer: any = offerOf({ url: `http://${headers.host}` });
    change(offer);
    return json({ provider: offer });
  });

describe.concurrent('an import that fails', () => {
  it('fails with network when nothing listens', async () => {
    const seller = await market.seller();
    await seller.close();
    await errorOf(seller.url, 'network');
  });

  it('fails with network when the connection closes before the end of the response', async () => {
    const seller = await serving((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"provider":');
      setImmediate(() => response.destroy());
      return undefined;
    });
    await errorOf(seller.url, 'network');
  });

  for (const status of [400, 401, 404, 500, 503]) {
    it(`non_ok_status when /contract returns ${status}`, async () => {
      const seller = await serving(() => json({ error: 'No' }, status));
      const error = await errorOf(seller.url, 'non_ok_status');
      expect(JSON.stringify(error)).toContain(String(status));
    });
  }

  it('non_ok_status for a redirect, because redirects are not followed', async () => {
    const target = await market.seller();
    const seller = await serving(() => ({
      status: 302,
      headers: { location: `${target.url}/contract` },
    }));
    await errorOf(seller.url, 'non_ok_status');
    expect(target.requests).toEqual([]);
  });

  for (const [what, body] of [
    ['HTML', '<!doctype html><p>Hello'],
    ['nothing', ''],
    ['half a document', '{"provider":{'],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xff, 0xfe, 0x22)],
    ['JSON with something after it', '{} {}'],
  ] as const) {
    it(`invalid_json when /contract returns ${what}`, async () => {
      const seller = await serving(() => ({ body }));
      await errorOf(seller.url, 'invalid_json');
    });
  }

  for (const [what, document, path] of [
    ['no object', [1], ''],
    ['null', null, ''],
    ['neither key', { title: 'x' }, '/provider'],
    ['a provider that is no object', { provider: 'x' }, '/provider'],
    ['a listing that is no object', { listing: null }, '/listing'],
  ] as const) {
    it(`invalid_contract when it is ${what}`, async () => {
      const seller = await serving(() => json(document));
      expect(pathsOf(await errorOf(seller.url, 'invalid_contract'))[0]).toBe(path);
    });
  }

  for (const [what, change, path] of [
    ['no title', (o) => delete o.title, '/title'],
    ['a title that is a number', (o) => (o.title = 5), '/title'],
    ['an empty title', (o) => (o.title = ''), '/title'],
    ['a price of nothing', (o) => (o.price = null), '/price'],
    ['no amount', (o) => (o.price = {}), '/price/amountCents'],
    ['half a cent', (o) => (o.price.amountCents = 0.5), '/price/amountCents'],
    ['a negative amount', (o) => (o.price.amountCents = -1), '/price/amountCents'],
    ['an amount as text', (o) => (o.price.amountCents = '2'), '/price/amountCents'],
    ['no run contract', (o) => delete o.runContract, '/runContract'],
    ['no method', (o) => delete o.runContract.method, '/runContract/method'],
    ['a method of its own', (o) => (o.runContract.method = 'RUN'), '/runContract/method'],
    ['no endpoint', (o) => delete o.runContract.endpointPath, '/runContract/endpointPath'],
    ['a relative one', (o) => (o.runContract.endpointPath = '/run'), '/runContract/endpointPath'],
    ['ftp', (o) => (o.runContract.endpointPath = 'ftp://a.example/'), '/runContract/endpointPath'],
    [
      'a bad health URL',
      (o) => (o.runContract.healthEndpoint = 'x'),
      '/runContract/healthEndpoint',
    ],
    ['tags as text', (o) => (o.tags = 'a'), '/tags'],
    ['eleven tags', (o) => (o.tags = Array.from({ length: 11 }, (_, i) => `t${i}`)), '/tags'],
    [
      'a schema that is text',
      (o) => (o.runContract.inputSchema = '{}'),
      '/runContract/inputSchema',
    ],
  ] as [string, (offer: any) => unknown, string][]) {
    it(`invalid_contract and the path for ${what}`, async () => {
      const seller = await ofOffer(change);
      const error = await errorOf(seller.url, 'invalid_contract');
      expect(pathsOf(error)[0]).toBe(`/provider${path}`);
    });
  }

  it('fails with 422 for a contract of more than 256 KiB', async () => {
    const seller = await ofOffer((offer) => (offer.padding = 'x'.repeat(256 * 1024)));
    const response = await api.post('/v1/listings/from-service', { serviceUrl: seller.url });
    expect(response.status).toBe(422);
  });

  it('lists at most 10 details, none of which contains a value that the seller sent', async () => {
    const secret = 'hunter2-do-not-echo';
    const seller = await ofOffer((offer) => {
      offer.tags = Array.from({ length: 10 }, () => ({ secret }));
      offer.title = { secret };
      offer.category = { secret };
    });
    const error = await errorOf(seller.url, 'invalid_contract');
    expect(error.details.length).toBe(10);
    expect(JSON.stringify(error)).not.toContain(secret);
  });
});

describe.concurrent('/v1/mkt-schema', () => {
  it('is a JSON Schema 2020-12 that accepts and refuses the same contracts as the import', async () => {
    const { status, body: schema } = await market.anonymous.get('/v1/mkt-schema');
    expect(status).toBe(200);
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const url = 'http://127.0.0.1:1';
    const offer = offerOf({ url });
    const verdicts: [unknown, boolean][] = [
      [{ provider: offer }, true],
      [{ listing: offer }, true],
      [{ provider: offer, listing: 5 }, true],
      [{ provider: { ...offer, more: 1 }, more: 1 }, true],
      [{ provider: 5, listing: offer }, false],
      [{}, false],
      [[], false],
      [{ provider: { ...offer, price: { amountCents: 1.5 } } }, false],
      [{ provider: { ...offer, runContract: runContractOf({ url }, { method: 'RUN' }) } }, false],
    ];
    for (const [document, isValid] of verdicts) {
      expect(validate(document), JSON.stringify(document)).toBe(isValid);
      const seller = await serving(() => json(document));
      const response = await api.post('/v1/listings/from-service', { serviceUrl: seller.url });
      expect(response.status, response.text).toBe(isValid ? 201 : 422);
    }
  });
});
