import type { CatalogueSummary } from '@mkt/client';
import { expect, it } from 'vitest';
import { popularOf } from '../../src/data/catalogue.ts';

function listing(
  slug: string,
  quality: { calls: number; successRate: number } | null,
  status = 'healthy',
): CatalogueSummary {
  return { slug, quality, health: { status } } as CatalogueSummary;
}

it('puts the listings of which most calls succeeded first, and those that do not answer last', () => {
  const listings = [
    listing('new', null),
    listing('down', { calls: 9_000, successRate: 1 }, 'unhealthy'),
    listing('failing', { calls: 1_000, successRate: 0.02 }),
    listing('unwatched', null, 'not_configured'),
    listing('busy', { calls: 400, successRate: 0.99 }),
  ];
  const slugs = popularOf(listings).map(({ slug }) => slug);
  expect(slugs).toEqual(['busy', 'failing', 'new', 'unwatched', 'down']);
});

it('shows six at most', () => {
  const many = Array.from({ length: 20 }, (_, index) => listing(`l${index}`, null));
  expect(popularOf(many).map(({ slug }) => slug)).toEqual(['l0', 'l1', 'l2', 'l3', 'l4', 'l5']);
});
