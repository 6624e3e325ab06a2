// docs/buy/catalogue.md#the-catalogue: the public catalogue.
import { PROVIDER_STATUSES } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { newTitle, runContractOf } from './contract.ts';
import { expectError } from './expect-error.ts';
import { openMarket } from './market.ts';
import { providerIn } from './provider-in-state.ts';
import { CATALOGUE_FIELDS } from './listing-fields.ts';

const market = await openMarket();
const { api, anonymous } = market;
const seller = await market.seller();

const search = async (query: Record<string, string>) => {
  const response = await anonymous.get(`/v1/marketplace/listings?${new URLSearchParams(query)}`);
  expect(response.status, response.text).toBe(200);
  return response.body.data as any[];
};
const ids = (listings: any[]): string[] => listings.map(({ id }) => id);
let words = 0;
/** A word that only one test's listings contain, so that a test finds no other test's listings. */
const newWord = () => `zyx${process.pid}q${(words += 1)}z`;

const publish = async (provider: Record<string, unknown>) =>
  (await market.publish({ seller, provider })).provider;

describe.concurrent('the visibility of a listing in the catalogue', () => {
  for (const status of PROVIDER_STATUSES) {
    const isFound = status === 'published';
    const isShown = status === 'published' || status === 'paused';
    it(`${status} is ${isFound ? '' : 'not '}found by search and ${isShown ? '' : 'not '}readable by id`, async () => {
      const { provider, release } = await providerIn(market, status);
      const found = await search({ query: provider.title, limit: '100' });
      expect(ids(found).includes(provider.id)).toBe(isFound);
      for (const name of [provider.id, provider.slug]) {
        const response = await anonymous.get(`/v1/marketplace/listings/${name}`);
        if (isShown) expect(response.body).toMatchObject({ id: provider.id, listingState: status });
        else expectError(response, 404, 'not_found');
      }
      release();
    });
  }

  it('excludes the owner and the addresses of the service', async () => {
    const word = newWord();
    const { provider } = await market.publish({
      seller,
      provider: {
        title: word,
        runContract: runContractOf(seller, {
          healthEndpoint: `${seller.url}/health`,
          inputSchema: { type: 'object' },
          requestExampleJson: '{}',
        }),
      },
    });
    const shown = await anonymous.get(`/v1/marketplace/listings/${provider.id}`);
    const [found] = await search({ query: word, include: 'contract' });
    const [summary] = await search({ query: word });
    expect(summary).toEqual({
      ...found,
      runContract: { method: 'POST', hasInputSchema: true, hasOutputSchema: false },
    });
    for (const record of [shown.body, found]) {
      expect(Object.keys(record).toSorted()).toEqual(CATALOGUE_FIELDS);
      expect(record.runContract).toEqual({
        method: 'POST',
        inputSchema: { type: 'object' },
        requestExampleJson: '{}',
      });
      expect(JSON.stringify(record)).not.toContain(seller.url);
      expect(JSON.stringify(record)).not.toContain(provider.userId);
    }
  });

  it('needs no key, but a key that is sent must be valid', async () => {
    for (const path of ['', `/${(await publish({})).id}`]) {
      const at = `/v1/marketplace/listings${path}`;
      expect((await anonymous.get(at)).status).toBe(200);
      expect((await api.get(at)).status).toBe(200);
      expectError(await api.as('mkt_wrong').get(at), 401, 'unauthenticated');
    }
    expectError(await api.as('x').get('/v1/marketplace/categories'), 401, 'unauthenticated');
  });
});

describe.concurrent('a search of the catalogue', () => {
  it('matches title, description and tags, regardless of case', async () => {
    const word = newWord();
    const made = await Promise.all([
      publish({ title: newTitle(`Title ${word}`) }),
      publish({ description: `A description with ${word} in it.` }),
      publish({ tags: [word] }),
      publish({ title: newTitle('Nothing of it') }),
    ]);
    const expected = ids(made).slice(0, 3).toSorted();
    expect(ids(await search({ query: word })).toSorted()).toEqual(expected);
    expect(ids(await search({ query: word.toUpperCase() })).toSorted()).toEqual(expected);
  });

  it('requires every word of the query', async () => {
    const [one, two] = [newWord(), newWord()];
    const both = await publish({ title: newTitle(`${one} ${two}`) });
    await publish({ title: newTitle(one) });
    expect(ids(await search({ query: `${two} ${one}` }))).toEqual([both.id]);
  });

  for (const query of [
    '"',
    "'",
    '*',
    'a AND',
    'NEAR(a b)',
    '(',
    '-',
    '%',
    '\\',
    ':',
    '🙂',
    'a"b*c',
  ]) {
    it(`treats ${query} as text, not as an operator`, async () => {
      await search({ query });
    });
  }

  it('finds changed words immediately', async () => {
    const [before, after] = [newWord(), newWord()];
    const listing = await publish({ title: newTitle(before) });
    await api.patch(`/v1/listings/${listing.id}`, { title: after });
    expect(await search({ query: before })).toEqual([]);
    expect(ids(await search({ query: after }))).toEqual([listing.id]);
  });

  it('returns the entire catalogue when there are no words', async () => {
    const listing = await publish({});
    expect(ids(await search({ query: '', limit: '100' }))).toContain(listing.id);
  });
});

describe.concurrent('the filters of the catalogue', () => {
  it('the category must match exactly', async () => {
    const category = newWord();
    const listing = await publish({ category });
    expect(ids(await search({ category }))).toEqual([listing.id]);
    expect(await search({ category: `${category}x` })).toEqual([]);
  });

  it('a tag finds the listings that have it', async () => {
    const tag = newWord();
    const listing = await publish({ tags: ['other', tag] });
    await publish({ tags: [`${tag}more`] });
    expect(ids(await search({ tag }))).toEqual([listing.id]);
  });

  it('the highest price is inclusive, to the millionth', async () => {
    const category = newWord();
    const cheap = await publish({ category, price: { amount: 0.1 } });
    const expensive = await publish({ category, price: { amount: 0.3 } });
    const upTo = (maxPrice: string) => search({ category, maxPrice, sort: 'price' });
    expect(ids(await upTo('0.3'))).toEqual([cheap.id, expensive.id]);
    expect(ids(await upTo('0.299999'))).toEqual([cheap.id]);
    expect(ids(await upTo('0.1'))).toEqual([cheap.id]);
    expect(await upTo('0')).toEqual([]);
  });

  it('health finds the listings in that state', async () => {
    const category = newWord();
    const without = await publish({ category });
    const healthEndpoint = `${seller.url}/health`;
    const withOne = await publish({
      category,
      runContract: runContractOf(seller, { healthEndpoint }),
    });
    expect(ids(await search({ category, health: 'not_configured' }))).toEqual([without.id]);
    expect(await search({ category, health: 'unhealthy' })).toEqual([]);
    // The first probe may run meanwhile: unknown becomes healthy, and never unknown again.
    const unknown = await search({ category, health: 'unknown' });
    const healthy = await search({ category, health: 'healthy' });
    expect(ids([...unknown, ...healthy])).toContain(withOne.id);
  });

  it('all filters can be combined', async () => {
    const [category, tag, word] = [newWord(), newWord(), newWord()];
    const all = { category, tags: [tag], title: newTitle(word), price: { amount: 1 } };
    const expected = await publish(all);
    await publish({ ...all, title: newTitle() });
    await publish({ ...all, tags: [] });
    await publish({ ...all, price: { amount: 2 } });
    const found = await search({ category, tag, query: word, maxPrice: '1' });
    expect(ids(found)).toEqual([expected.id]);
  });
});

describe.concurrent('the order of search results', () => {
  it('a search without words shows the newest listing first', async () => {
    const category = newWord();
    const made = [];
    for (let i = 0; i < 3; i++) made.push((await publish({ category })).id);
    expect(ids(await search({ category }))).toEqual(made.toReversed());
    expect(ids(await search({ category, sort: 'newest' }))).toEqual(made.toReversed());
  });

  it('sorting by price shows the cheapest listing first', async () => {
    const category = newWord();
    const amounts = [10, 9, 0.5, 100, 0];
    for (const amount of amounts) await publish({ category, price: { amount } });
    const found = await search({ category, sort: 'price' });
    expect(found.map(({ price }) => price.amount)).toEqual([0, 0.5, 9, 10, 100]);
  });

  it('sorting by relevance ranks a word in the title above one late in a description', async () => {
    const word = newWord();
    const weak = await publish({ description: `${'Some other words. '.repeat(200)} ${word}` });
    const strong = await publish({ title: `${word} ${word}`, tags: [word] });
    expect(ids(await search({ query: word, sort: 'relevance' }))).toEqual([strong.id, weak.id]);
    expect(ids(await search({ query: word }))).toEqual([strong.id, weak.id]);
  });

  for (const sort of ['newest', 'price', 'relevance', 'calls', 'quality']) {
    it(`sorting by ${sort} shows every listing on exactly one page`, async () => {
      const word = newWord();
      const made = await Promise.all(
        Array.from({ length: 7 }, (_, i) => publish({ tags: [word], price: { amount: i % 2 } })),
      );
      const received: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        // Listings created in between match another search, and must not shift the pages of this one.
        await publish({ description: 'Something else that has nothing to do with it.' });
        const query = new URLSearchParams({ query: word, sort, limit: '3' });
        if (cursor) query.set('cursor', cursor);
        const { body }: any = await anonymous.get(`/v1/marketplace/listings?${query}`);
        expect(body.data.length).toBeLessThanOrEqual(3);
        received.push(...ids(body.data));
        cursor = body.nextCursor;
      }
      expect(received.toSorted()).toEqual(ids(made).toSorted());
      const onePage = await search({ query: word, sort });
      expect(received).toEqual(ids(onePage));
    });
  }
});

describe.concurrent('the list of categories', () => {
  it('counts only published listings', async () => {
    const category = newWord();
    const countOf = async () => {
      const { body } = await anonymous.get('/v1/marketplace/categories');
      return body.data.find((each: any) => each.category === category)?.count;
    };
    expect(await countOf()).toBeUndefined();
    await api.post('/v1/providers', {
      title: newTitle(),
      category,
      runContract: runContractOf(seller),
      listingState: 'draft',
    });
    expect(await countOf()).toBeUndefined();
    const first = await publish({ category });
    await publish({ category });
    expect(await countOf()).toBe(2);
    await api.patch(`/v1/listings/${first.id}`, { listingState: 'paused' });
    expect(await countOf()).toBe(1);
    await api.patch(`/v1/listings/${first.id}`, { listingState: 'published' });
    expect(await countOf()).toBe(2);
    await api.patch(`/v1/listings/${first.id}`, { listingState: 'archived' });
    expect(await countOf()).toBe(1);
  });
});
