import type { CatalogueSummary } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { figuresOf, sorted } from '../../../src/pages/seller/words.ts';

const listing = (
  slug: string,
  createdAt: string,
  quality: { calls: number; successRate: number } | null,
) =>
  ({
    slug,
    createdAt,
    quality,
    health: { status: quality ? 'healthy' : 'unknown' },
  }) as CatalogueSummary;

const LISTINGS = [
  listing('new', '2026-11-20T00:00:00Z', null),
  listing('busy', '2026-10-01T00:00:00Z', { calls: 300, successRate: 0.9 }),
  listing('sound', '2026-09-01T00:00:00Z', { calls: 100, successRate: 1 }),
];

describe('a seller', () => {
  it('is known by the figures of all its listings, in which each call counts as much', () => {
    expect(figuresOf(LISTINGS).map(({ value }) => value)).toEqual([
      '3',
      '2 of 3',
      '400',
      '92.5%',
      '1 Sept 2026',
    ]);
    expect(figuresOf(LISTINGS.slice(0, 1)).map(({ value }) => value)).toContain('–');
  });

  it('shows first what is used most, is most reliable, or is newest', () => {
    const order = (sort: Parameters<typeof sorted>[1]) =>
      sorted(LISTINGS, sort).map(({ slug }) => slug);
    expect(order('used')).toEqual(['busy', 'sound', 'new']);
    expect(order('reliable')).toEqual(['sound', 'busy', 'new']);
    expect(order('newest')).toEqual(['new', 'busy', 'sound']);
  });
});
