// docs/reference/protocol.md#numbers: inputs reach the seller and results reach the buyer digit by digit.
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openMarket, publish, type Market } from '../market.ts';
import { EMBEDDED, MARKETS } from '../markets.ts';
import { openSeller, serve } from '../../../../test-bed/within-test.ts';
import { OK, type Call, type Handler, type Seller } from '../../../../test-bed/seller.ts';

/** A seller whose response to every call is these bytes. */
function openRawSeller(body = '{"ok":true}', status = 200): Promise<Seller> {
  // Checks of a review have no input; those of a listing that has a secret are signed.
  const respond: Handler = ({ headers, query, body: input }) =>
    headers['x-mkt-signature'] && (query !== '' || input.length > 0) ? { status, body } : OK;
  return openSeller({ 'GET /run': respond, 'DELETE /run': respond, 'POST /run': respond });
}

/** An activation as text, so that no JavaScript object changes it. */
const activate = ({ api }: Pick<Market, 'api'>, listingId: string, input: string, key?: string) =>
  api.request('POST', '/v1/orders', undefined, {
    raw: `{ "listingId":"${listingId}", "request\\u0042ody" : ${input} }`,
    headers: { prefer: 'wait=20', ...(key === undefined ? {} : { 'idempotency-key': key }) },
  });

async function signatureOf({ api }: Market, providerId: string, { headers }: Call, of: string) {
  const { body } = await api.post(`/v1/providers/${providerId}/signing-secret`);
  const key = Buffer.from(body.secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['x-mkt-payload'])}.${of}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

const INPUT = `{
  "id": 9007199254740993, "x":[0.1000000000000000055, 1e-400, -0.0, 19.990, 1E+2],
  "10":1,"9":"\\ud800 \\u00fc ü\\/", "__proto__":{} }`;
const RESULT = '{"b": 18446744073709551615,\n"a":[1.00, 1e-400], "t":"\\ud83d\\ude00"}';

describe.each(MARKETS)('an input, on $name', ({ openMarket, newHome }) => {
  it('is signed, sent and shown as it was written, even after a restart', async () => {
    const home = await newHome();
    const market = await openMarket({ ...home });
    const seller = await openRawSeller(RESULT);
    const { id } = await publish(market, seller);
    const first = await activate(market, id, INPUT, 'once');
    expect(first).toMatchObject({ status: 201, body: { orderState: 'completed' } });
    const [call] = seller.calls;
    if (!call) throw new Error('The seller was not called');
    expect(call.body.toString()).toBe(INPUT);
    expect(call.headers['x-mkt-signature']).toBe(await signatureOf(market, id, call, INPUT));

    const shown = (text: string) => {
      expect(text).toContain(`"requestBody":${INPUT}`);
      expect(text).toContain(`"result":${RESULT}`);
    };
    shown(first.text);
    const replay = await activate(market, id, INPUT, 'once');
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    shown(replay.text);
    await market.close();

    const again = await openMarket({ ...home });
    for (const path of [
      `/v1/orders/${first.body.id}`,
      '/v1/orders',
      `/v1/providers/${id}/orders`,
    ]) {
      shown((await again.api.get(path)).text);
    }
    shown((await activate(again, id, INPUT, 'once')).text);
    expect(seller.calls).toHaveLength(1);
  });

  it.each(['GET', 'DELETE'])(
    'becomes the query of a %s call in the order of its members',
    async (method) => {
      const market = await openMarket();
      const seller = await openRawSeller();
      const { id } = await publish(market, seller, { runContract: { method } });
      const input = '{"b":9007199254740993,"10":[1.0,1E-400,null,true],"2":"a\\u0020b"}';
      const { text } = await activate(market, id, input);
      const [call] = seller.calls;
      const query = 'b=9007199254740993&10=1&10=1E-400&10=true&2=a%20b';
      expect(call?.query).toBe(query);
      expect(call?.headers['x-mkt-signature']).toBe(
        await signatureOf(market, id, call as Call, query),
      );
      expect(text).toContain(`"requestBody":${input}`);
    },
  );

  it('defaults to {}', async () => {
    const market = await openMarket();
    const seller = await openRawSeller();
    const { id } = await publish(market, seller);
    const { body } = await market.api.post('/v1/orders', { listingId: id });
    expect(body.requestBody).toEqual({});
    expect(seller.calls[0]?.body.toString()).toBe('{}');
  });

  it('counts toward the share of stored bytes with the bytes that are stored', async () => {
    const market = await openMarket({ environment: { MKT_SHARE_STORED_BYTES: '1024' } });
    const { id } = await publish(market, await openRawSeller());
    const padded = `{${' '.repeat(1_100)}}`;
    expect((await activate(market, id, padded)).status).toBe(201);
    expect(await activate(market, id, '{}')).toMatchObject({
      status: 429,
      body: { type: 'quota_exceeded', limit: 'stored_bytes' },
    });
  });
});

describe.each(MARKETS)('a result, on $name', ({ openMarket }) => {
  const outputSchema = { type: 'object' };

  it.each([
    ['a name that comes twice', '{"a":1,\n"a":2}'],
    ['a number without end', '{"a":1e999}'],
    ['a number of too many digits', `{"a":0.${'1'.repeat(1001)}}`],
  ])(
    'a result with %s completes the order as it was written, without validation',
    async (_, result) => {
      const market = await openMarket();
      const { id } = await publish(market, await openRawSeller(result), {
        runContract: { outputSchema },
      });
      const { text, body } = await activate(market, id, '{}');
      expect(text).toContain(`"result":${result}`);
      expect(body).toMatchObject({
        orderState: 'completed',
        charged: true,
        outputValid: null,
        outputErrors: null,
      });
    },
  );

  it('a result with any other number is validated', async () => {
    const market = await openMarket();
    for (const [result, outputValid] of [
      ['{"a":9007199254740993}', true],
      ['[9007199254740993]', false],
    ] as const) {
      const { id } = await publish(market, await openRawSeller(result), {
        runContract: { outputSchema },
      });
      expect((await activate(market, id, '{}')).body).toMatchObject({ outputValid });
    }
  });

  it('the response of a failed call provides the error message, although its numbers cannot be read', async () => {
    const market = await openMarket();
    const { id } = await publish(market, await openRawSeller('{"error":"Out","a":1e999}', 503));
    expect((await activate(market, id, '{}')).body.failure).toEqual({
      kind: 'seller_status',
      sellerStatus: 503,
      sellerMessage: 'Out',
    });
  });
});

/** Digits and spellings that no double keeps, and members in an order that no object keeps. */
const SCHEMA = `{"type":"object","properties":{"b":{"maximum":9223372036854775807,
  "multipleOf":0.1000000000000000055},"10":{"const":1e-400},"2":{"enum":[1.0,1E2,9007199254740993]},
  "u":{"minLength":2.0,"default":"\\u00fc /"}}}`;
const STORED = SCHEMA.replaceAll(/\n\s*/g, '');

describe.each(MARKETS)('a schema, on $name', ({ openMarket, newHome }) => {
  const contractWith = (endpointPath: string, schema: string) =>
    `{"method":"POST","endpointPath":"${endpointPath}","inputSchema": ${schema} ,"outputSchema":${schema}}`;
  const shown = (text: string) => {
    expect(text).toContain(`"inputSchema":${STORED}`);
    expect(text).toContain(`"outputSchema":${STORED}`);
  };

  it('keeps its digits by hand, in every record, in the history and after a restart', async () => {
    const home = await newHome();
    const market = await openMarket({ ...home });
    const { api } = market;
    const seller = await openRawSeller();
    const created = await api.request('POST', '/v1/providers', undefined, {
      raw: `{"title":"Digits","runContract":${contractWith(`${seller.url}/run`, SCHEMA)}}`,
    });
    expect(created.status).toBe(201);
    shown(created.text);
    const { id } = created.body;
    await market.reviewsIdle();
    const paths = [
      `/v1/providers/${id}`,
      '/v1/providers',
      `/v1/listings/${id}`,
      '/v1/listings',
      `/v1/marketplace/listings/${id}`,
      '/v1/marketplace/listings?include=contract',
    ];
    for (const path of paths) shown((await api.get(path)).text);

    // The same values in another spelling are no change, the next number is one.
    const patch = (schema: string) =>
      api.request('PATCH', `/v1/listings/${id}`, undefined, {
        raw: `{"runContract":{"inputSchema":${schema}}}`,
      });
    const same = await patch(SCHEMA.replace('1E2', '100').replace('2.0', '2'));
    expect(same.body).toMatchObject({ revision: 1 });
    shown(same.text);
    const next = await patch(SCHEMA.replace('9223372036854775807', '9223372036854775806'));
    expect(next.body).toMatchObject({ revision: 2 });
    const { body, text } = await api.get(`/v1/listings/${id}/history`);
    expect(text).toMatch(/"from":\{[^\n]*"maximum":9223372036854775807/);
    expect(body.data[0]).toMatchObject({ verdict: 'breaking' });
    expect(JSON.stringify(body.data[0].findings)).toContain('9223372036854775806');
    await patch(SCHEMA);
    await market.close();

    const again = await openMarket({ ...home });
    for (const path of paths) shown((await again.api.get(path)).text);
    const named = await again.api.patch(`/v1/listings/${id}`, { title: 'Other digits' });
    expect(named.body).toMatchObject({ title: 'Other digits', revision: 3 });
    shown(named.text);
    for (const [input, status] of [
      ['{"b":9223372036854775807,"2":9007199254740993}', 400],
      ['{"2":9007199254740993,"10":0.1e-399}', 201],
      ['{"2":9007199254740992}', 400],
      ['{"10":0}', 400],
    ] as const) {
      expect([input, (await activate(again, id, input)).status]).toEqual([input, status]);
    }
  });

  it('keeps its digits in an import, and in its preview', async () => {
    const market = await openMarket();
    const seller = await openRawSeller();
    const provider = `{"title":"Digits","price":{"amountCents":0},"runContract":${contractWith(`${seller.url}/run`, SCHEMA)}}`;
    seller.on('GET /contract', () => ({ status: 200, body: `{ "provider" : ${provider} }` }));
    const serviceUrl = { serviceUrl: seller.url };
    const preview = await market.api.post('/v1/listings/from-service/preview', serviceUrl);
    expect(preview.body).toMatchObject({ publishable: true });
    shown(preview.text);
    const imported = await market.api.post('/v1/listings/from-service', serviceUrl);
    shown(imported.text);
    shown((await market.api.get(`/v1/providers/${imported.body.id}`)).text);
  });
});

describe.each(EMBEDDED)('a body that parsers may read differently', () => {
  it('is refused as invalid_json by every endpoint', async () => {
    const market = await openMarket();
    const { id } = await publish(market, await openRawSeller());
    const bodies = [
      '{"a":1,"\\u0061":2}',
      '{"requestBody":{},"requestBody":[]}',
      '{"listingId":"x","requestBody":[{"n":{"":1,"":1}}]}',
      '{"requestBody":1e400}',
      `{"requestBody":${'9'.repeat(1001)}}`,
    ];
    for (const [method, path] of [
      ['POST', '/v1/orders'],
      ['POST', '/v1/providers'],
      ['POST', '/v1/listings/from-service'],
      ['POST', '/v1/listings/from-service/preview'],
      ['POST', '/v1/api-keys'],
      ['PATCH', `/v1/listings/${id}`],
      ['POST', `/v1/providers/${id}/signing-secret/rotate`],
    ] as const) {
      for (const raw of bodies) {
        const response = await market.api.request(method, path, undefined, { raw });
        expect(response, `${path} ${raw}`).toMatchObject({
          status: 400,
          body: { type: 'invalid_json' },
        });
      }
    }
  });
});

describe.each(EMBEDDED)('a number with too many digits', () => {
  it('is refused in an input, after the listing was found to be for sale', async () => {
    const market = await openMarket();
    const seller = await openRawSeller();
    const { id } = await publish(market, seller);
    for (const number of [`0.${'1'.repeat(1001)}`, '1e-1001']) {
      const { status, body } = await activate(market, id, `{"a":[0,${number}]}`);
      expect([status, body.type, body.details]).toEqual([
        400,
        'invalid_input',
        [
          {
            path: '/a/1',
            message: 'must have at most 1000 digits and an exponent of at most ±1000',
            keyword: 'precision',
          },
        ],
      ]);
      expect((await activate(market, 'no-such-listing', number)).status).toBe(404);
    }
    expect(seller.calls).toHaveLength(0);
    const kept = `[0.${'1'.repeat(999)},1e-1000,0e99999,1.${'0'.repeat(2000)}]`;
    expect((await activate(market, id, kept)).status).toBe(201);
    expect(seller.calls[0]?.body.toString()).toBe(kept);
  });

  it('is refused in a field of the API that is not an amount', async () => {
    const market = await openMarket();
    const { id } = await publish(market, await openRawSeller());
    const send = (raw: string) => market.api.request('POST', '/v1/orders', undefined, { raw });
    const { status, body } = await send(`{"listingId":"${id}","revision":1.00000000000000001}`);
    expect([status, body.type, body.details]).toEqual([
      400,
      'invalid_request',
      [
        {
          path: '/revision',
          message: 'has more digits than the marketplace can store',
          keyword: 'precision',
        },
      ],
    ]);
    expect((await send(`{"listingId":"${id}","maxPrice":1.00000000000000001}`)).status).toBe(201);
  });
});

describe.each(EMBEDDED)('a number in a schema that is too long to be compared', () => {
  const inputSchema = `{"properties":{"n":{"maximum":0.${'7'.repeat(1_001)}}}}`;
  const path = '/runContract/inputSchema/properties/n/maximum';
  const contractOf = (url: string) =>
    `"runContract":{"method":"POST","endpointPath":"${url}/run","inputSchema":${inputSchema}}`;

  it('is refused with its path when a listing is created or changed by a request', async () => {
    const market = await openMarket();
    const seller = await openRawSeller();
    const { id } = await publish(market, seller, {
      runContract: { inputSchema: { properties: { n: { maximum: 2 ** 53 } } } },
    });
    for (const [method, at, raw] of [
      ['POST', '/v1/providers', `{"title":"A",${contractOf(seller.url)}}`],
      ['PATCH', `/v1/listings/${id}`, `{"runContract":{"inputSchema":${inputSchema}}}`],
    ] as const) {
      const { status, body } = await market.api.request(method, at, undefined, { raw });
      expect([status, body.type, body.details?.[0]?.path]).toEqual([400, 'invalid_schema', path]);
    }
  });

  it('is refused with its path in a contract', async () => {
    const market = await openMarket();
    const service = await serve((request, response) => {
      const provider = `{"title":"A","price":{"amountCents":1},${contractOf(service.url)}}`;
      response.end(request.url === '/contract' ? `{"provider":${provider}}` : '{}');
    });
    for (const at of ['/v1/listings/from-service/preview', '/v1/listings/from-service']) {
      const { status, body } = await market.api.post(at, { serviceUrl: service.url });
      expect([status, body.type]).toEqual([422, 'invalid_contract']);
      expect(body.details[0].path).toMatch(/^\/provider\/runContract\/inputSchema/);
    }
  });
});

describe.each(EMBEDDED)('an idempotency key', () => {
  it('belongs to the bytes of a body: the same value spelled differently is a different body', async () => {
    const market = await openMarket();
    const { id } = await publish(market, await openRawSeller());
    expect((await activate(market, id, '{"a":1.0}', 'key')).status).toBe(201);
    expect((await activate(market, id, '{"a":1}', 'key')).body.type).toBe('idempotency_key_reused');
  });
});
