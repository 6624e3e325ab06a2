import { SCOPES } from '@mkt/protocol';
import { expect, test } from 'vitest';
import { SCOPE_CHOICES, scopesInWords } from '../../src/data/key-words.ts';

test('says what a key may do', () => {
  expect(scopesInWords(['order:create', 'order:read'])).toBe(
    'Place orders · read all orders of the account',
  );
  expect(scopesInWords(['*'])).toBe('Everything, later scopes included');
  expect(scopesInWords([])).toBe('Nothing');
});

test('offers every scope once', () => {
  const offered = SCOPE_CHOICES.flatMap(({ choices }) => choices.map(({ value }) => value));
  expect(offered.toSorted()).toEqual([...SCOPES].toSorted());
});
