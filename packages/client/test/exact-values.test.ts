import {
  createClient,
  InexactNumber,
  InvalidOptionError,
  JsonText,
  type Order,
  type SellerOrder,
} from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { mockMarketplace } from './mock-marketplace.ts';
import { API_KEY, BASE_URL, ownListing, order } from './records.ts';

const mock = mockMarketplace();
const client = createClient({ baseUrl: BASE_URL, apiKey: API_KEY });

const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown };
const REQUEST = '{ "id":9007199254740993,\n "10":1,"2":1.0 }';
const RESULT = '[0.1000000000000000055, 1e-400, "\\ud83d\\ude00"]';

/** A completed order whose input and result are these texts. */
const orderText = (result: string | null = RESULT) => {
  const { requestBody: _, result: __, ...rest } = { ...order(), buyerId: 'buyer_1' };
  const members = JSON.stringify(rest).slice(0, -1);
  return `${members},"requestBody":${REQUEST}${result === null ? '' : `,"result":${result}`}}`;
};
const responseText = (text: string) => () =>
  new Response(text, { headers: { 'content-type': 'application/json' } });

async function sent(input: unknown): Promise<string> {
  const requests = mock.respondsWith(responseText(orderText()));
  await client.activate('a', input);
  return requests[0]?.body ?? '';
}

describe('an input', () => {
  it('may contain BigInts, which become integers in JSON', async () => {
    const text = await sent({ id: 9007199254740993n, list: [-1n, 2], text: '1n' });
    expect(text).toBe(
      '{"listingId":"a","requestBody":{"id":9007199254740993,"list":[-1,2],"text":"1n"}}',
    );
    expect(await sent(18446744073709551615n)).toContain('"requestBody":18446744073709551615');
  });

  it('may contain values of JSON.rawJSON, also together with BigInts', async () => {
    const x = rawJSON('0.1000000000000000055');
    expect(await sent({ x })).toContain('"requestBody":{"x":0.1000000000000000055}');
    expect(await sent({ x, n: 1n })).toContain('"requestBody":{"x":0.1000000000000000055,"n":1}');
  });

  it('may be JSON text, which is sent unchanged', async () => {
    expect(await sent(new JsonText(REQUEST))).toBe(`{"listingId":"a","requestBody":${REQUEST}}`);
  });

  it('the input of run may be JSON text, also together with guards', async () => {
    const requests = mock.respondsWith(responseText(orderText()));
    await client.run('a', new JsonText('[1.0]'), { maxPrice: 1 });
    expect(requests[0]?.body).toBe('{"listingId":"a","requestBody":[1.0],"maxPrice":1}');
  });

  it('cannot contain JSON text or itself', async () => {
    const loop: unknown[] = [1n];
    loop.push(loop);
    for (const [input, why] of [
      [
        { a: new JsonText('1') },
        'a JsonText must be the whole input or the whole body; it cannot be part of one',
      ],
      [loop, 'circular'],
    ] as const) {
      const refused = client.activate('a', input);
      await expect(refused).rejects.toThrow(InvalidOptionError);
      await expect(client.activate('a', input)).rejects.toThrow(why);
    }
  });
});

it('the schemas of a listing keep their digits, also when they are sent back', async () => {
  const inputSchema = '{"maximum":9223372036854775807,"minimum":-5.0,"multipleOf":1e-400}';
  const shown = JSON.stringify({
    ...ownListing,
    runContract: { ...ownListing.runContract, inputSchema: 'INPUT' },
  });
  const requests = mock.respondsWith(responseText(shown.replace('"INPUT"', inputSchema)));
  const { runContract } = await client.listings.get('a');
  expect(runContract.inputSchema).toEqual({
    maximum: new InexactNumber('9223372036854775807'),
    minimum: -5,
    multipleOf: new InexactNumber('1e-400'),
  });
  await client.listings.update('a', { runContract });
  expect(requests[1]?.body).toContain('"maximum":9223372036854775807');
});

it('request sends a body of JSON text unchanged', async () => {
  const requests = mock.respondsWith(responseText(orderText()));
  const body = `{"listingId":"a","requestBody":${REQUEST}}`;
  const { response } = await client
    .request('POST', '/v1/orders', { body: new JsonText(body) })
    .withResponse();
  expect([requests[0]?.body, response.text]).toEqual([body, orderText()]);
});

describe('an order', () => {
  const textsOf = (order: Order | SellerOrder) => ({
    jsonText: order.jsonText,
    requestBodyText: order.requestBodyText,
    resultText: order.orderState === 'completed' ? order.resultText : undefined,
  });
  const texts = { jsonText: orderText(), requestBodyText: REQUEST, resultText: RESULT };

  it.each([
    ['activate', () => client.activate('a')],
    ['orders.get', () => client.orders.get('o')],
    ['orders.wait', () => client.orders.wait('o')],
  ])('an order of %s has its JSON texts', async (_, send) => {
    mock.respondsWith(responseText(orderText()));
    expect(textsOf(await send())).toEqual(texts);
  });

  it('an order without a result has no text of one', async () => {
    const text = orderText(null).replace('"completed"', '"running"');
    mock.respondsWith(responseText(text));
    expect(textsOf(await client.activate('a'))).toEqual({
      jsonText: text,
      requestBodyText: REQUEST,
      resultText: undefined,
    });
  });

  it.each([
    ['orders.list', () => client.orders.list()],
    ['listings.orders', () => client.listings.orders('p')],
  ])('an order of %s has its JSON texts, and the page has its own', async (_, list) => {
    const page = `{ "data" : [ ${orderText()} , ${orderText('"]},"')}],"nextCursor":null}`;
    mock.respondsWith(responseText(page));
    const { data, jsonText } = await list();
    expect(jsonText).toBe(page);
    expect(data.map((each) => textsOf(each))).toEqual([
      texts,
      { jsonText: orderText('"]},"'), requestBodyText: REQUEST, resultText: '"]},"' },
    ]);
  });

  it('does not repeat them in its own JSON', async () => {
    mock.respondsWith(responseText(orderText()));
    const activated = await client.activate('a');
    expect(Object.keys(activated)).not.toContain('resultText');
    expect(JSON.parse(JSON.stringify(activated))).toEqual(JSON.parse(orderText()));
  });

  it('computes them itself, whatever the marketplace sends under their names', async () => {
    mock.respondsWith(responseText(`{"resultText":"other",${orderText().slice(1)}`));
    expect(textsOf(await client.activate('a')).resultText).toBe(RESULT);
  });
});
