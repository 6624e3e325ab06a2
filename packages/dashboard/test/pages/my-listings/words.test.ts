import { expect, it } from 'vitest';
import { hasSecret, stateChanges } from '../../../src/pages/my-listings/words.ts';

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
