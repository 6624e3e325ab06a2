import { expect, it } from 'vitest';
import {
  hasSecret,
  isMatch,
  stateChanges,
  worstFirst,
} from '../../../src/pages/my-listings/words.ts';

it.each([
  ['draft', ['submit'], false],
  ['pending_review', [], false],
  ['flagged', ['submit'], false],
  ['published', ['pause', 'archive'], true],
  ['paused', ['resume', 'archive'], true],
  ['archived', [], false],
] as const)('a listing that is %s offers %j', (status, changes, secret) => {
  expect(stateChanges(status)).toEqual(changes);
  expect(hasSecret(status)).toBe(secret);
});

const listing = (slug: string, status: string, health = 'healthy') =>
  ({ id: slug, slug, title: slug, status, tags: ['maps'], health: { status: health } }) as never;

it('the listings that need their seller come first', () => {
  const listings = [
    listing('archived', 'archived'),
    listing('quiet', 'published'),
    listing('busy', 'published'),
    listing('failing', 'published'),
    listing('unhealthy', 'published', 'unhealthy'),
    listing('flagged', 'flagged'),
  ];
  const counts = new Map([
    ['busy', { calls: 9, completed: 9 }],
    ['failing', { calls: 9, completed: 8 }],
  ]);
  expect(worstFirst(listings, counts).map(({ slug }) => slug)).toEqual([
    'flagged',
    'unhealthy',
    'failing',
    'busy',
    'quiet',
    'archived',
  ]);
});

it.each([
  ['', undefined, true],
  ['CITY map', undefined, true],
  ['city', 'draft', false],
  ['city weather', undefined, false],
] as const)('the text %j and the state %s select a listing: %s', (text, state, expected) => {
  expect(isMatch({ text, state }, listing('city-map', 'published'))).toBe(expected);
});
