// docs/buy/catalogue.md#the-catalogue: every combination of filters, sorts and words.
import { describe, expect, it } from 'vitest';
import { BOTH } from '../database/engines.ts';
import { type ContentParts } from '../database/samples.ts';
import { type Query, sell, SORTS, titles } from '../database/searches.ts';

describe.each(BOTH)('filters on $name', ({ open }) => {
  it('find the same listings in every combination, with and without words, in every order', async () => {
    const { store } = await open();
    const runContract = { healthEndpoint: 'https://seller.example.com/health' };
    const prices = [0, 1, 9, 10, 99, 100, 4_999_999, 5_000_000, 5_000_001, 9_000_000, 1e12];
    const parts = prices.map((priceMicros, n): ContentParts => ({
      title: `rain ${n}`,
      category: n % 2 === 0 ? 'data' : 'ai',
      tags: n % 3 === 0 ? ['wet'] : null,
      priceMicros,
      currency: n % 4 === 3 ? 'EUR' : 'USD',
      ...(n % 5 === 0 ? {} : { runContract }),
    }));
    const listings = await sell(store, ...parts);
    const healthOf = (n: number) =>
      n % 5 === 0 ? 'not_configured' : ['healthy', 'unknown'][n % 2];
    for (const [n, { id }] of listings.entries()) {
      const probe = { checkedAtMs: 1, healthy: true, statusCode: 200, latencyMs: 1 };
      if (healthOf(n) === 'healthy') await store.health.record({ listingId: id, ...probe });
    }
    const choices = {
      category: [undefined, 'data'],
      tag: [undefined, 'wet'],
      currency: [undefined, 'EUR', 'JPY'],
      maxPriceMicros: [undefined, 0, 9, 100, 5_000_000, 2e12],
      health: [undefined, 'healthy', 'not_configured'] as const,
      query: [undefined, 'rain'],
      sort: SORTS,
    };
    let all: Query[] = [{}];
    for (const [name, values] of Object.entries(choices)) {
      all = all.flatMap((query) => values.map((value) => ({ ...query, [name]: value })));
    }
    for (const query of all.filter(({ sort, query: words }) => sort !== 'relevance' || words)) {
      const { category, tag, currency, maxPriceMicros = Infinity, health } = query;
      const expected = parts.filter(
        (each, n) =>
          (category === undefined || each.category === category) &&
          (tag === undefined || each.tags?.includes(tag)) &&
          (currency === undefined || each.priceMicros === 0 || each.currency === currency) &&
          (each.priceMicros ?? 0) <= maxPriceMicros &&
          (health === undefined || healthOf(n) === health),
      );
      const found = await titles(store, query);
      expect([query, new Set(found), found.length]).toEqual([
        query,
        new Set(expected.map(({ title }) => title)),
        expected.length,
      ]);
    }
  });
});
