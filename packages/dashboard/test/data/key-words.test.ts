import { SCOPES } from '@mkt/protocol';
import { expect, test } from 'vitest';
import { expiryOf, SCOPE_CHOICES, scopesInShort, scopesInWords } from '../../src/data/key-words.ts';

test('says what a key may do', () => {
  expect(scopesInWords(['order:create', 'order:read'])).toBe(
    'It can place orders and read all orders of the account',
  );
  expect(scopesInWords(['*', 'order:read'])).toBe(
    'It can do everything, including what is added later',
  );
  expect(scopesInWords([])).toBe('It can do nothing');
});

test('says in short what a key is for', () => {
  expect(scopesInShort(['order:create', 'order:read'])).toBe('Buy');
  expect(scopesInShort(['order:create'])).toBe('Place orders');
  expect(scopesInShort(['provider:create', 'listing:read'])).toBe('Create listings · 1 more');
  expect(scopesInShort(['order:read'])).toBe('Read all orders of the account');
  expect(scopesInShort(['order:create', 'order:read', 'provider:create'])).toBe(
    'Place orders · 2 more',
  );
  expect(scopesInShort([...SCOPES].filter((scope) => scope !== 'api_key:delete'))).toBe(
    'Buy · Sell · 2 more',
  );
  expect(scopesInShort(['*'])).toBe('Everything');
  expect(scopesInShort(SCOPES)).toBe('Everything');
});

test('offers every scope once', () => {
  const offered = SCOPE_CHOICES.flatMap(({ choices }) => choices.map(({ value }) => value));
  expect(offered.toSorted()).toEqual([...SCOPES].toSorted());
});

test('a key expires after the chosen number of days, or never', () => {
  const now = Date.parse('2026-11-22T10:00:00Z');
  expect(expiryOf('90', now)).toBe('2027-02-20T10:00:00.000Z');
  expect(expiryOf('never', now)).toBeNull();
});
