import { expect, it } from 'vitest';
import { problemOf } from '../../src/dev/open-market.ts';

it.each([
  [{ err: new Error('database is locked') }, 'chore failed: database is locked'],
  [{ err: new Error('') }, 'chore failed'],
  [{ webhookId: 'w-1' }, 'chore failed'],
])('a problem that the marketplace has logged is shown with its error: %j', (fields, shown) => {
  expect(problemOf(fields, 'chore failed')).toBe(shown);
});
