import type { CatalogueSummary } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import type { Outage } from '../../../src/data/outages.ts';
import {
  categoriesOf,
  figuresOf,
  initialsOf,
  sorted,
  summaryOf,
} from '../../../src/pages/seller/words.ts';

const listing = (
  slug: string,
  createdAt: string,
  quality: { calls: number; successRate: number } | null,
  status = quality ? 'healthy' : 'unknown',
  uptime24h: number | null = null,
) => ({ slug, createdAt, quality, health: { status, uptime24h } }) as CatalogueSummary;

const LISTINGS = [
  listing('new', '2026-11-20T00:00:00Z', null),
  listing('busy', '2026-10-01T00:00:00Z', { calls: 300, successRate: 0.9 }),
  listing('sound', '2026-09-01T00:00:00Z', { calls: 100, successRate: 1 }),
];

const NOW_MS = Date.parse('2026-11-28T12:00:00Z');
const at = (time: string) => Date.parse(`2026-11-28T${time}:00Z`);
const outage = (from: string, to?: string): Outage => ({
  fromMs: at(from),
  toMs: to === undefined ? undefined : at(to),
  checks: 1,
  statusCode: null,
});

describe('a seller', () => {
  it.each<
    [said: string, ...offers: [category: string | null, amount: number, currency?: string][]]
  >([
    [
      '3 services in AI and data, from free to $0.05 per call',
      ['ai', 0],
      ['data', 0.05],
      ['ai', 0.01],
    ],
    ['1 service in AI, for $0.05 per call', ['ai', 0.05]],
    ['2 services, free', [null, 0], [null, 0]],
    [
      '4 services in developer tools, data, maps and more, for $1.00 per call',
      ['developer-tools', 1],
      ['data', 1],
      ['maps', 1],
      ['text', 1],
    ],
    ['2 services in AI', ['ai', 0.05], ['ai', 0.05, 'EUR']],
  ])('is described by what it sells: %s', (said, ...offers) => {
    const sold = offers.map(([category, amount, currency = 'USD']) => ({
      category,
      price: { amount, currency, unit: 'call' },
    }));
    expect(summaryOf(sold)).toBe(said);
  });

  it('is known by the figures of all its listings, in which each call counts as much', () => {
    const shownOf = (listings: typeof LISTINGS) =>
      figuresOf(listings, new Map(), NOW_MS).map(({ value, note }) => [value, note]);
    expect(shownOf(LISTINGS)).toEqual([
      ['92.5%', 'of 400 counted calls'],
      ['3', '2 healthy now, 1 without a health check'],
      ['–', 'no health checks yet'],
      ['1 Sept 2026', 'newest 20 Nov 2026'],
    ]);
    expect(shownOf(LISTINGS.slice(0, 1))).toContainEqual(['20 Nov 2026', 'with one listing']);
    expect(shownOf(LISTINGS.slice(0, 1))).toContainEqual(['–', 'too few calls yet']);
    expect(shownOf(LISTINGS.slice(1))).toContainEqual(['2', 'all healthy now']);
    const ill = listing('ill', '2026-10-01T00:00:00Z', null, 'unhealthy');
    expect(shownOf([ill, ...LISTINGS.slice(1)])).toContainEqual([
      '3',
      '2 healthy now, 1 unhealthy',
    ]);
  });

  it('was down as long as any of its listings was: what failed together counts once', () => {
    const up = listing('up', '2026-10-01T00:00:00Z', null, 'healthy', 1);
    const [first, second] = ['first', 'second'].map((slug) =>
      listing(slug, '2026-10-01T00:00:00Z', null, 'healthy', 0.9),
    );
    const downOf = (outages: Record<string, Outage[]>, listings = [up, first!, second!]) => {
      const figures = figuresOf(listings, new Map(Object.entries(outages)), NOW_MS);
      const { value, note } = figures.find(({ name }) => name === 'Down, 24 hours')!;
      return [value, note];
    };
    expect(downOf({}, [up, LISTINGS[0]!])).toEqual(['None', 'all health checks succeeded']);
    const both = { first: [outage('08:32', '08:50')], second: [outage('08:40', '08:59')] };
    expect(downOf(both)).toEqual(['27 min', '2 of 3 listings']);
    const apart = { ...both, second: [outage('09:00', '09:10')] };
    expect(downOf(apart)).toEqual(['28 min', '2 of 3 listings']);
    const open = { ...both, second: [outage('08:40')] };
    expect(downOf(open)).toEqual(['Down now', 'Since today, 08:32\u00A0UTC']);
    // Until they are read.
    expect(downOf({ first: [], second: [] })).toEqual(['…', '2 of 3 listings']);
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
    // Of those with few calls or none, a new one is last.
    const few = listing('few', '2026-08-01T00:00:00Z', null);
    expect(sorted([...LISTINGS, few], 'used').map(({ slug }) => slug)).toEqual([
      'busy',
      'sound',
      'few',
      'new',
    ]);
    expect(order('reliable')).toEqual(['sound', 'busy', 'new']);
    expect(order('newest')).toEqual(['new', 'busy', 'sound']);
  });
});
