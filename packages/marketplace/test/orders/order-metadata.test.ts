// docs/buy/orders.md#metadata: texts of the buyer's own.
import { describe, expect, it } from 'vitest';
import { json } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { publish } from '../market.ts';
import { MARKETS, type MarketUnderTest } from '../markets.ts';

async function openBuyer({ openMarket }: MarketUnderTest) {
  const market = await openMarket();
  const calls: string[] = [];
  const seller = await openSeller({
    'POST /run': ({ body, headers }) => {
      calls.push(`${String(body)} ${JSON.stringify(headers)}`);
      return json({ done: true });
    },
  });
  const { id } = await publish(market, seller);
  const buyer = await market.otherApi();
  const activate = (metadata?: unknown, headers: Record<string, string> = {}) =>
    buyer.post(
      '/v1/orders',
      { listingId: id, requestBody: {}, metadata },
      { headers: { prefer: 'wait=5', ...headers } },
    );
  const find = async (query: string) => {
    const { status, body } = await buyer.get(`/v1/orders?${query}`);
    if (status !== 200) return body;
    return body.data.map(({ metadata }: any) => metadata);
  };
  return { market, listingId: id, buyer, calls, activate, find };
}

describe.each(MARKETS)('metadata of orders on $name', (under) => {
  it('is stored and returned as given, and is {} by default', async () => {
    const { buyer, activate, find } = await openBuyer(under);
    const metadata = { job: 'nightly', 'a.b-C_9': '', text: 'quotes " \\ and 日本 \ud83c\udf89' };
    const placed = await activate(metadata);
    expect([placed.status, placed.body.metadata]).toEqual([201, metadata]);
    expect((await buyer.get(`/v1/orders/${placed.body.id}`)).body.metadata).toEqual(metadata);
    for (const none of [undefined, {}]) expect((await activate(none)).body.metadata).toEqual({});
    expect(await find('')).toEqual([{}, {}, metadata]);
  });

  it('is kept with any allowed name, also one that objects have', async () => {
    const { buyer, listingId, find } = await openBuyer(under);
    const raw = `{"listingId":"${listingId}","metadata":{"__proto__":"a","constructor":"b"}}`;
    const placed = await buyer.post('/v1/orders', undefined, {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect(placed.text).toContain('"metadata":{"__proto__":"a","constructor":"b"}');
    expect(await find('metadata[__proto__]=a&metadata[constructor]=b')).toHaveLength(1);
    expect(await find('metadata[__proto__]=b')).toEqual([]);
  });

  it('never reaches the seller, in its calls or in its lists', async () => {
    const { market, listingId, activate, calls } = await openBuyer(under);
    await activate({ job: 'SECRET-JOB' });
    expect(calls).toHaveLength(1);
    expect(calls[0]).not.toContain('SECRET-JOB');
    for (const path of ['/v1/sales', `/v1/providers/${listingId}/orders`]) {
      const { body, text } = await market.api.get(path);
      expect(body.data).toHaveLength(1);
      expect(text).not.toContain('metadata');
      // A filter would show it one guess at a time.
      const guessed = await market.api.get(`${path}?metadata[job]=SECRET-JOB`);
      expect([guessed.status, guessed.body.type]).toEqual([400, 'invalid_request']);
    }
  });

  it('finds orders by one text or several, with other filters and page by page', async () => {
    const { activate, find, buyer } = await openBuyer(under);
    for (const n of [1, 2, 3]) await activate({ job: 'nightly', n: String(n) });
    await activate({ job: 'hourly', n: '1' });
    await activate();
    expect(await find('metadata[job]=nightly&metadata[n]=2')).toEqual([{ job: 'nightly', n: '2' }]);
    expect(await find('metadata%5Bn%5D=1&orderState=completed')).toHaveLength(2);
    expect(await find('metadata[n]=1&orderState=failed')).toEqual([]);
    const path = '/v1/orders?metadata[job]=nightly&limit=2';
    const { body: first } = await buyer.get(path);
    expect(first.data.map(({ metadata }: any) => metadata.n)).toEqual(['3', '2']);
    const { body: last } = await buyer.get(`${path}&cursor=${first.nextCursor}`);
    expect([last.data.map(({ metadata }: any) => metadata.n), last.nextCursor]).toEqual([
      ['1'],
      null,
    ]);
  });

  it('finds orders that have a rare text and a common one, in either order', async () => {
    const { activate, find } = await openBuyer(under);
    for (const n of [1, 2, 3]) await activate({ stage: 'test', n: String(n), same: String(n % 2) });
    for (const query of [
      'metadata[stage]=test&metadata[n]=2',
      'metadata[n]=2&metadata[stage]=test',
    ]) {
      expect(await find(query)).toEqual([{ stage: 'test', n: '2', same: '0' }]);
    }
    const every = 'metadata[same]=1&metadata[stage]=test&metadata[n]=3';
    expect(await find(every)).toHaveLength(1);
    expect(await find(`${every}&metadata[missing]=1`)).toEqual([]);
  });

  it('is found only by the whole text under the very name', async () => {
    const { activate, find } = await openBuyer(under);
    const tricky = { a: 'x","b":"y', b: 'z\\', ab: 'é%_*', c: '\u2028"' };
    await activate(tricky);
    const found = async (name: string, text: string) =>
      (await find(new URLSearchParams({ [`metadata[${name}]`]: text }).toString())).length;
    for (const [name, text] of Object.entries(tricky)) {
      expect([name, await found(name, text)]).toEqual([name, 1]);
    }
    for (const [name, text] of [
      ['b', 'y'],
      ['a', 'x'],
      ['b', 'z'],
      ['ab', 'é%_'],
      ['ab', 'É%_*'],
      ['a', ''],
      ['c', '"'],
      ['x', 'y'],
    ] as const) {
      expect([name, text, await found(name, text)]).toEqual([name, text, 0]);
    }
  });

  it('is bounded, and nothing is stored past a bound', async () => {
    const { activate, find } = await openBuyer(under);
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']));
    for (const [metadata, path] of [
      ['text', '/metadata'],
      [null, '/metadata'],
      [['a'], '/metadata'],
      [{ a: 1 }, '/metadata/a'],
      [{ a: null }, '/metadata/a'],
      [{ a: { b: 'c' } }, '/metadata/a'],
      [{ a: 'x'.repeat(201) }, '/metadata/a'],
      [{ a: '\u0000' }, '/metadata/a'],
      [{ a: '\ud800' }, '/metadata/a'],
      [{ '': 'a' }, '/metadata/'],
      [{ 'a b': 'a' }, '/metadata/a b'],
      [{ ä: 'a' }, '/metadata/ä'],
      [{ ['x'.repeat(41)]: 'a' }, `/metadata/${'x'.repeat(41)}`],
      [many(17), '/metadata'],
      [many(20_000), '/metadata'],
    ] as const) {
      const { status, body } = await activate(metadata);
      expect([status, body.type, body.details?.[0].path]).toEqual([400, 'invalid_request', path]);
    }
    const full = Object.fromEntries(
      Array.from({ length: 16 }, (_, n) => [`${n}`.padEnd(40, 'k'), '😀'.repeat(200)]),
    );
    expect((await activate(full)).body.metadata).toEqual(full);
    expect(await find('')).toEqual([full]);
    for (const query of [
      'metadata=a',
      'metadata[a b]=c',
      'metadata[]=c',
      'metadata[a]=b&metadata[a]=c',
      'metadata=a&metadata[a]=c',
      'metadata[a][b]=c',
      'metadata[a=c',
      `metadata[a]=${'x'.repeat(201)}`,
      'limit[a]=1',
    ]) {
      expect([query, (await find(query)).type]).toEqual([query, 'invalid_request']);
    }
  });

  it('is part of the request that an idempotency key identifies', async () => {
    const { activate } = await openBuyer(under);
    const headers = { 'idempotency-key': 'one' };
    const first = await activate({ job: 'a' }, headers);
    const again = await activate({ job: 'a' }, headers);
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect(again.body.metadata).toEqual({ job: 'a' });
    const other = await activate({ job: 'b' }, headers);
    expect([other.status, other.body.type]).toEqual([422, 'idempotency_key_reused']);
  });
});
