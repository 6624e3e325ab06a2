// The input of mkt run as name=value.
import { createClient, type Client } from '@mkt/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json, startSeller, type Seller } from '../../../test-bed/seller.ts';
import { fieldsInput, parseFields } from '../src/input/fields.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt } from './run-mkt.ts';

let market: RealMarketplace;
let client: Client;
let seller: Seller;

const INPUT_SCHEMA = {
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    ratio: { type: ['number', 'null'] },
    isLoud: { type: 'boolean' },
    version: { type: ['string', 'integer'] },
    level: { enum: [1, 2, 'auto'] },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'integer' } },
    place: { $ref: '#/$defs/place' },
  },
  $defs: {
    place: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'integer' } } },
  },
};

beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startSeller()]);
  seller.on('POST /run', ({ body }) => json({ received: body.toString() }));
  client = createClient({ baseUrl: market.url, apiKey: market.env.MKT_API_KEY });
  await client.listings.create({
    title: 'Echo',
    runContract: {
      method: 'POST',
      endpointPath: `${seller.url}/run`,
      inputSchema: INPUT_SCHEMA,
    },
  });
  await market.reviewsIdle();
});
afterAll(async () => {
  await market[Symbol.asyncDispose]();
  await seller[Symbol.asyncDispose]();
});

const mkt = (...argv: string[]) => runMkt(['run', 'echo', ...argv], { env: market.env });

/** The bytes that the seller received. */
async function received(...fields: string[]): Promise<string> {
  const { code, stdout, stderr } = await mkt(...fields);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^✔ completed .*\n$/)]);
  return (JSON.parse(stdout) as { received: string }).received;
}

describe('mkt run with fields', () => {
  it('sends text as a string and := as JSON, with all digits', async () => {
    expect(await received('text=hello world', 'ratio:=0.1000000000000000055')).toBe(
      '{"text":"hello world","ratio":0.1000000000000000055}',
    );
  });

  it('gives text the type that the schema wants', async () => {
    expect(await received('text=1', 'count=3', 'isLoud=true', 'ratio=null', 'level=2')).toBe(
      '{"text":"1","count":3,"isLoud":true,"ratio":null,"level":2}',
    );
    expect(await received('text=true', 'version=3', 'level=auto')).toBe(
      '{"text":"true","version":"3","level":"auto"}',
    );
  });

  it('puts nested fields together, and repeated ones into an array', async () => {
    expect(await received('place.city=Rome', 'tags=a', 'text=x', 'place.zip=10184', 'tags=b')).toBe(
      '{"place":{"city":"Rome","zip":10184},"tags":["a","b"],"text":"x"}',
    );
    expect(await received('text=x', 'sizes=1', 'sizes=2')).toBe('{"text":"x","sizes":[1,2]}');
    expect(await received('text=x', 'sizes:=[1,2]')).toBe('{"text":"x","sizes":[1,2]}');
  });

  it('reports a field that does not fit like any other input', async () => {
    const { code, stderr } = await mkt('text=x', 'count=three');
    expect(code).toBe(2);
    expect(stderr).toContain('/count   must be integer');
  });

  it('works for a listing that does not exist up to the refusal', async () => {
    const { code } = await runMkt(['run', 'nowhere', 'a=1'], { env: market.env });
    expect(code).toBe(5);
  });

  it.each([
    [['text=x', '--input', '{}'], 'Pass fields or --input, not both.'],
    [['hello'], 'must have the form name=value'],
    [['=x'], 'has an empty name'],
    [['a..b=x'], 'has an empty name'],
    [['count:={'], 'The value of count:= '],
    [['count:='], 'The value of count:= '],
    [['text=a', 'text=b'], "'text' is given twice"],
    [['place=a', 'place.city=b'], "'place.city' is given twice"],
    [['tags=a', 'tags:=[]'], "'tags' is given twice"],
    [[`${'a.'.repeat(64)}b=1`], 'at most 64 levels deep'],
  ])('refuses %j as bad usage, without a call', async (argv, message) => {
    const before = seller.calls.length;
    const { code, stderr } = await mkt(...argv);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(seller.calls.length).toBe(before);
  });
});

describe('the names of fields', () => {
  const inputOf = (...args: string[]) => fieldsInput(parseFields(args), undefined);

  it.each([
    [String.raw`a\.b=1`, '{"a.b":"1"}'],
    [String.raw`a\=b=1`, '{"a=b":"1"}'],
    [String.raw`a\:=1`, '{"a:":"1"}'],
    [String.raw`a\\=1`, String.raw`{"a\\":"1"}`],
    ['a==1', '{"a":"=1"}'],
    ['a:b=1', '{"a:b":"1"}'],
    ['a=', '{"a":""}'],
    ['url=http://x/?a=b', '{"url":"http://x/?a=b"}'],
    ['__proto__.x=1', '{"__proto__":{"x":"1"}}'],
    ['text=\ud800', '{"text":"\ufffd"}'],
  ])('%j is %s', (argument, expected) => {
    expect(inputOf(argument)).toBe(expected);
  });
});

describe('a schema', () => {
  it('that refers to itself is not followed forever', () => {
    const schema = { properties: { a: { $ref: '#/properties/a' } } };
    expect(fieldsInput(parseFields(['a=1']), schema)).toBe('{"a":"1"}');
  });

  it.each([null, true, 'x', { properties: 3 }, { properties: { a: 1 } }, { $ref: '#/%zz' }])(
    'like %j makes every field text',
    (schema) => {
      expect(fieldsInput(parseFields(['a=1']), schema)).toBe('{"a":"1"}');
    },
  );
});
