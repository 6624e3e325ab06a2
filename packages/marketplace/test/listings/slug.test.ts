// docs/sell/listings.md#slugs.
import { describe, expect, it } from 'vitest';
import { slugBase, slugCandidate } from '../../src/listings/slugs.ts';
import { isUuid } from '../../src/market/ids.ts';

describe('the slug of a title', () => {
  for (const [title, slug] of [
    ['Weather by city', 'weather-by-city'],
    ['  Weather -- by:  city!  ', 'weather-by-city'],
    ['Café São Tomé', 'cafe-sao-tome'],
    ['Погода по городам', 'pogoda-po-gorodam'],
    ['東京の天気', 'dongjingnotianqi'],
    ["Bob's “best” API", 'bobs-best-api'],
    ['Ｆｕｌｌ ｗｉｄｔｈ', 'full-width'],
    ['ß ﬁ ½', 'ss-fi-1-2'],
    ['1k tokens', '1k-tokens'],
    ['---', 'service'],
    ['\u0301', 'service'],
    ['', 'service'],
  ] as const) {
    it(`${JSON.stringify(title)} is ${slug}`, () => {
      expect(slugBase(title)).toBe(slug);
    });
  }

  it('is cut to leave room for a number, and does not end with a hyphen', () => {
    expect(slugBase('x'.repeat(200))).toHaveLength(55);
    expect(slugBase(`${'x'.repeat(54)} yyy`)).toBe('x'.repeat(54));
    expect(slugCandidate(slugBase('x'.repeat(200)), 99_999_999)).toHaveLength(64);
  });

  it('never looks like an id', () => {
    const title = '01900000-0000-7000-8000-000000000001';
    expect(isUuid(slugBase(title))).toBe(false);
    expect(isUuid(slugBase(title.toUpperCase()))).toBe(false);
  });

  it('consists of a-z, 0-9 and single hyphens, whatever the title', () => {
    const scripts = ['🚀🚀', 'אבג', 'ไทย', '\ud800', 'a\u0000b', '𝔘𝔫𝔦', '‮abc', 'Ⅷ', '한국어', 'ﷺ'];
    for (const title of scripts) expect(slugBase(title)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });
});

it('the first slug of a base has no number, and the others count from 2', () => {
  expect([1, 2, 3].map((n) => slugCandidate('a', n))).toEqual(['a', 'a-2', 'a-3']);
});
