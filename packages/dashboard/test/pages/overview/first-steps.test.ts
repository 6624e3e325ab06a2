import type { OwnListing } from '@mkt/client';
import { expect, it } from 'vitest';
import { buyerSteps, sellerSteps } from '../../../src/pages/overview/first-steps.ts';

const done = (steps: readonly { isDone: boolean }[]) => steps.map(({ isDone }) => isDone);
const listing = (slug: string, status: OwnListing['status']) => ({ id: slug, slug, status });

it('ticks each step of a buyer by what happened, in any order', () => {
  const nothing = { hasOrder: false, hasKey: false, hasOrderByKey: false };
  expect(done(buyerSteps(nothing))).toEqual([false, false, false]);
  expect(done(buyerSteps({ ...nothing, hasKey: true }))).toEqual([false, true, false]);
  const [, , code] = buyerSteps({ ...nothing, hasOrder: true, called: 'rates' });
  expect(code?.action?.href).toBe('/listings/rates?tab=api');
});

it('leads a seller to the review of the newest listing, and then to one that can be called', () => {
  expect(done(sellerSteps([], false))).toEqual([false, false, false]);
  const flagged = sellerSteps([listing('new', 'flagged'), listing('old', 'draft')], false);
  expect(done(flagged)).toEqual([true, false, false]);
  expect(flagged[2]?.action).toBeUndefined();
  expect(flagged[1]?.action?.href).toBe('/selling/new');
  expect(flagged[1]?.action?.label).toBe('See the review');
  const [, draft] = sellerSteps([listing('old', 'draft')], false);
  expect(draft?.action?.label).toBe('Submit for review');
  const listed = sellerSteps([listing('new', 'flagged'), listing('old', 'published')], false);
  expect(done(listed)).toEqual([true, true, false]);
  expect(listed[2]?.action?.href).toBe('/listings/old');
  expect(done(sellerSteps([listing('old', 'paused')], true))).toEqual([true, true, true]);
});
