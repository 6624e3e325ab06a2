import type { CatalogueSummary } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { categoriesOf, figuresOf, initialsOf, sorted } from '../../../src/pages/seller/words.ts';

const listing = (
  slug: string,
  createdAt: string,
  quality: { calls: number; successRate: number } | null,
  status = quality ? 'healthy' : 'unknown',
) => ({ slug, createdAt, quality, health: { status } }) as CatalogueSummary;

const LISTINGS = [
  listing('new', '2026-11-20T00:00:00Z', null),
  listing('busy', '2026-10-01T00:00:00Z', { calls: 300, successRate: 0.9 }),
  listing('sound', '2026-09-01T00:00:00Z', { calls: 100, successRate: 1 }),
];

describe('a seller', () => {
  it('is known by the figures of all its listings, in which each call counts as much', () => {
    const shownOf = (listings: typeof LISTINGS) =>
      figuresOf(listings).map(({ value, note }) => [value, note]);
    expect(shownOf(LISTINGS)).toEqual([
      ['92.5%', 'of 400 counted calls'],
      ['3', '2 healthy now, 1 without a health check'],
      ['1 Sept 2026', undefined],
    ]);
    expect(shownOf(LISTINGS.slice(0, 1))).toContainEqual(['–', 'too few calls yet']);
    expect(shownOf(LISTINGS.slice(1))).toContainEqual(['2', 'all healthy now']);
    const ill = listing('ill', '2026-10-01T00:00:00Z', null, 'unhealthy');
    expect(shownOf([ill, ...LISTINGS.slice(1)])).toContainEqual([
      '3',
      '2 healthy now, 1 unhealthy',
    ]);
  });

  it('has initials and the categories it sells in, the largest first', () => {
    expect(['Fjord Tools', 'nordlicht', '《Δ》 data & more, Ltd', '—'].map(initialsOf)).toEqual([
      'FT',
      'N',
      'ΔL',
      '',
    ]);
    const of = (category: string | null) => ({ ...LISTINGS[0], category }) as CatalogueSummary;
    expect(categoriesOf([of('text'), of(null), of('data'), of('data')])).toEqual(['data', 'text']);
  });

  it('shows first what is used most, is most reliable, or is newest', () => {
    const order = (sort: Parameters<typeof sorted>[1]) =>
      sorted(LISTINGS, sort).map(({ slug }) => slug);
    expect(order('used')).toEqual(['busy', 'sound', 'new']);
    expect(order('reliable')).toEqual(['sound', 'busy', 'new']);
    expect(order('newest')).toEqual(['new', 'busy', 'sound']);
  });
});
