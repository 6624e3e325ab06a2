// docs/buy/spending.md#usage: what an account bought, by key, listing and day.
import { describe, expect, it } from 'vitest';
import { atNoon } from '../../../../test-bed/at-noon.ts';
import { json } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import type { StatsTable } from '../../src/database/tables.ts';
import { signedUp } from '../accounts/browser.ts';
import { changeBeside } from '../accounts/database-beside.ts';
import { newFolder, publish, type Market, type MarketOptions } from '../market.ts';
import { MARKETS } from '../markets.ts';

const COUNT_EVERY_MS = 2_000;
const DAY_MS = 86_400_000;
const SCOPES = ['order:create', 'order:read'];
const CSV = { headers: { accept: 'text/csv' } };

const obedient = () =>
  openSeller({
    'POST /run': ({ body }) => json({ done: true }, JSON.parse(String(body)).status ?? 200),
  });

/** A buyer with two calls by a key, one of them failed, and one call by session of another listing. */
async function buyer(market: Market) {
  const person = await signedUp(market);
  const { body: key } = await person.post('/v1/api-keys', { name: 'ci', scopes: SCOPES });
  const byKey = market.api.as(key.key);
  const first = await publish(market, await obedient(), { title: '=1+1', price: { amount: 0.02 } });
  const second = await publish(market, await obedient(), {
    title: 'Euros, "quoted"',
    price: { amount: 1, currency: 'EUR' },
  });
  await byKey.activate(first.id, {}, 5);
  await byKey.activate(first.id, { status: 503 }, 5);
  const order = { listingId: second.id, requestBody: {} };
  const placed = await person.post('/v1/orders', order, { prefer: 'wait=5' });
  expect(placed.body.orderState).toBe('completed');
  await market.advance(COUNT_EVERY_MS);
  return { person, key, byKey, first, second };
}

const KEYED = {
  calls: 2,
  completed: 1,
  failed: 1,
  failures: { seller_status: 1 },
  spend: [{ currency: 'USD', amount: 0.02 }],
};
const SIGNED_IN = {
  calls: 1,
  completed: 1,
  failed: 0,
  failures: {},
  spend: [{ currency: 'EUR', amount: 1 }],
};
const TOTALS = { ...KEYED, calls: 3, completed: 2, spend: [...SIGNED_IN.spend, ...KEYED.spend] };

describe.each(MARKETS)('usage, on $name', ({ openMarket: open, newHome }) => {
  const openMarket = async (options?: MarketOptions) => atNoon(await open(options));

  it('is what each key, listing and day cost', async () => {
    const market = await openMarket(await newHome());
    const { key, byKey, first, second } = await buyer(market);
    const { status, body: keys } = await byKey.get('/v1/usage?by=key');
    expect(status).toBe(200);
    expect(keys.totals).toEqual(TOTALS);
    expect(keys.data).toEqual([
      { keyId: key.id, keyName: 'ci', ...KEYED },
      { keyId: null, keyName: null, ...SIGNED_IN },
    ]);
    const { body: listings } = await byKey.get('/v1/usage?by=listing');
    expect(listings).toEqual({
      ...keys,
      by: 'listing',
      data: [
        { listingId: first.id, slug: first.slug, title: '=1+1', ...KEYED },
        { listingId: second.id, slug: second.slug, title: 'Euros, "quoted"', ...SIGNED_IN },
      ],
    });
    const { body: days } = await byKey.get('/v1/usage');
    expect([days.by, days.data.length, days.totals]).toEqual(['day', 30, TOTALS]);
    const day = new Date(market.clock.now()).toISOString().slice(0, 10);
    expect(days.data.at(-1)).toEqual({ day, ...TOTALS });
    // A seller has bought nothing.
    const { body: nothing } = await market.api.get('/v1/usage?by=key');
    expect([nothing.totals.calls, nothing.data]).toEqual([0, []]);
  });

  it('is by day what one key or one listing cost', async () => {
    const market = await openMarket(await newHome());
    const { person, key, first, second } = await buyer(market);
    for (const [filter, totals] of [
      [`keyId=${key.id}`, KEYED],
      ['keyId=none', SIGNED_IN],
      [`listingId=${first.slug}`, KEYED],
      [`listingId=${second.id}`, SIGNED_IN],
      ['listingId=no-such-listing', { calls: 0, completed: 0, failed: 0, failures: {}, spend: [] }],
    ] as const) {
      const { body } = await person.get(`/v1/usage?by=day&${filter}`);
      expect([filter, body.totals, body.data.length]).toEqual([filter, totals, 30]);
      expect(body.data.at(-1)).toMatchObject(totals);
    }
    // Of another account.
    const { body: nothing } = await market.api.get(`/v1/usage?keyId=${key.id}`);
    expect(nothing.totals.calls).toBe(0);
    for (const [query, path] of [
      [`by=key&keyId=${key.id}`, '/keyId'],
      [`by=key&listingId=${first.id}`, '/listingId'],
      [`keyId=none&listingId=${first.id}`, '/listingId'],
      ['keyId=all', '/keyId'],
    ]) {
      const { status, body } = await person.get(`/v1/usage?${query}`);
      expect([query, status, body.details[0].path]).toEqual([query, 400, path]);
    }
  });

  it('has the name of a key that was revoked, and of a listing that changed', async () => {
    const market = await openMarket(await newHome());
    const { person, key, first } = await buyer(market);
    await person.request('DELETE', `/v1/api-keys/${key.id}`);
    await market.api.patch(`/v1/listings/${first.id}`, { title: 'New title' });
    expect((await person.get('/v1/usage?by=key')).body.data[0].keyName).toBe('ci');
    expect((await person.get('/v1/usage?by=listing')).body.data[0].title).toBe('New title');
  });

  it('is a table of values for a spreadsheet, in which no text is a formula', async () => {
    const market = await openMarket(await newHome());
    const { byKey, first, second } = await buyer(market);
    const { status, text, headers } = await byKey.get('/v1/usage?by=listing', CSV);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('vary')).toContain('Accept');
    expect(text.split('\r\n')).toEqual([
      'listingId,slug,title,calls,completed,failed,spend EUR,spend USD,failed seller_status',
      `${first.id},${first.slug},"'=1+1",2,1,1,0,0.02,1`,
      `${second.id},${second.slug},"Euros, ""quoted""",1,1,0,1,0,0`,
      '',
    ]);
    for (const accept of ['*/*', 'text/csv;q=0.5, application/json', 'text/csv;q=0', 'text/html']) {
      const { body } = await byKey.get('/v1/usage', { headers: { accept } });
      expect(body).toMatchObject({ by: 'day' });
    }
  });

  it('has ranges of whole days', async () => {
    const market = await openMarket(await newHome());
    const at = (days: number) => new Date(market.clock.now() + days * 86_400_000).toISOString();
    for (const by of ['key', 'day']) {
      const { body } = await market.api.get(`/v1/usage?by=${by}&from=${at(-731)}`);
      expect(body.from.slice(10)).toBe('T00:00:00.000Z');
      const tooLong = await market.api.get(`/v1/usage?by=${by}&from=${at(-733)}`);
      expect([tooLong.status, tooLong.body.details[0].path]).toEqual([400, '/from']);
    }
    const { status, body } = await market.api.get('/v1/usage?by=hour');
    expect([status, body.details[0].path]).toEqual([400, '/by']);
  });

  it('has the thousand keys with the most calls, and totals of all that are exact', async () => {
    const home = await newHome();
    const market = await openMarket({ folder: newFolder(), ...home });
    const { userId } = (await market.api.get('/v1/me')).body;
    const today = Math.floor(market.clock.now() / DAY_MS) * DAY_MS;
    const store = (row: Partial<StatsTable>, counts: object) => {
      const { side = 'keys', part = '', start = today } = row;
      const values = ['day', start, side, userId, part, JSON.stringify(counts)];
      return `(${values.map((value) => `'${value}'`).join(', ')})`;
    };
    const insert = (rows: readonly string[]) =>
      changeBeside(market.home, `INSERT INTO stats VALUES ${rows.join(', ')}`);
    const keyId = (n: number) => `01920000-0000-7000-8000-${String(n).padStart(12, '0')}`;

    // The second row of each is of the day before. Their sum exceeds an integer of 64 bits.
    const huge = { completed: 700, amounts: { USD: '9000000000000000001' } };
    await insert([
      ...Array.from({ length: 1_200 }, (_, n) => store({ part: keyId(n) }, { completed: n })),
      store({}, huge),
      store({ start: today - DAY_MS }, huge),
      store({ side: 'orders' }, { completed: 1, amounts: huge.amounts }),
      store({ side: 'orders', start: today - DAY_MS }, huge),
    ]);
    const { status, body } = await market.api.get('/v1/usage?by=key');
    expect([status, body.data.length, body.data.at(-1).calls]).toEqual([200, 1_000, 201]);
    const spend = [{ currency: 'USD', amount: 18_000_000_000_000 }];
    expect(body.data[0]).toMatchObject({ keyId: null, calls: 1_400, spend });
    expect(body.totals).toMatchObject({ calls: 701, spend });

    // Fewer, if each was used in many currencies.
    await changeBeside(market.home, 'DELETE FROM stats');
    const currencies = Array.from({ length: 125 }, (_, n) =>
      String.fromCodePoint(65 + (n % 26), 65 + Math.floor(n / 26), 65),
    );
    const amounts = Object.fromEntries(currencies.map((currency) => [currency, '1000000']));
    await insert(
      Array.from({ length: 100 }, (_, n) => store({ part: keyId(n) }, { completed: 1, amounts })),
    );
    const { body: cut } = await market.api.get('/v1/usage?by=key');
    expect([cut.data.length, cut.data[0].spend.length]).toEqual([79, 125]);
  });
});
