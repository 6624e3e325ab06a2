import { expect, it } from 'vitest';
import {
  type ListSort,
  hasSecret,
  isMatch,
  sorted,
  stateChanges,
} from '../../../src/pages/my-listings/words.ts';
import { reasonOf } from '../../../src/ui/review-reason.ts';

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

it('the listings that need their seller come first, unless another order is chosen', () => {
  const listings = [
    listing('archived', 'archived'),
    listing('quiet', 'published'),
    listing('busy', 'published'),
    listing('failing', 'published'),
    listing('unhealthy', 'published', 'unhealthy'),
    listing('flagged', 'flagged'),
  ];
  const counts = new Map([
    ['busy', { calls: 10, completed: 10 }],
    ['failing', { calls: 9, completed: 8 }],
  ]);
  const slugs = (sort: ListSort) => sorted(listings, counts, sort).map(({ slug }) => slug);
  expect(slugs('attention')).toEqual([
    'flagged',
    'unhealthy',
    'failing',
    'busy',
    'quiet',
    'archived',
  ]);
  expect(slugs('calls').slice(0, 2)).toEqual(['busy', 'failing']);
  expect(slugs('success').slice(0, 3)).toEqual(['failing', 'busy', 'archived']);
  expect(slugs('title').slice(0, 2)).toEqual(['archived', 'busy']);
});

it.each([
  ['', undefined, true],
  ['CITY map', undefined, true],
  ['city', 'draft', false],
  ['city weather', undefined, false],
] as const)('the text %j and the state %s select a listing: %s', (text, state, expected) => {
  expect(isMatch({ text, state }, listing('city-map', 'published'))).toBe(expected);
});

it('a flagged listing has the reason that its review found first, another one that of the operator', () => {
  const check = (level: string, outcome: string, message: string) => ({ level, outcome, message });
  const reviewChecks = [
    check('advice', 'failed', 'no health endpoint'),
    check('required', 'failed', 'HEAD /run failed: the service could not be reached'),
  ];
  const reasonFor = (status: string, reviewRejectionReason: string | null) =>
    reasonOf({ status, reviewChecks, reviewRejectionReason } as never);
  expect(reasonFor('flagged', 'reachability: …')).toBe('The service could not be reached');
  expect(reasonFor('paused', 'Too many complaints.')).toBe('Too many complaints.');
  expect(reasonFor('paused', null)).toBeUndefined();
});
