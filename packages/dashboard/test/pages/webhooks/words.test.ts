import type { Webhook } from '@mkt/client';
import { expect, it } from 'vitest';
import {
  filterOf,
  receives,
  shownUrl,
  successText,
  waitingText,
  whichOf,
} from '../../../src/pages/webhooks/words.ts';

const WEBHOOK = {
  filter: { keyId: null, listingId: null, orderState: null },
  recentAttempts: { succeeded: 0, failed: 0 },
  waiting: 0,
} as unknown as Webhook;

const withFilter = (filter: Partial<Webhook['filter']>): Webhook => ({
  ...WEBHOOK,
  filter: { ...WEBHOOK.filter, ...filter },
});

it('says which orders a webhook receives', () => {
  expect(receives(WEBHOOK)).toBe('Every order');
  expect(receives(withFilter({ orderState: 'failed' }))).toBe('Failed orders');
  expect(receives(withFilter({ listingId: 'l', keyId: 'k' }))).toBe(
    'Every order of one listing placed with one API key',
  );
});

it('turns the choice of a form into a condition, and back', () => {
  for (const which of ['all', 'completed', 'failed'] as const) {
    expect(whichOf(withFilter(filterOf(which)))).toBe(which);
  }
});

it('says how the newest attempts went, and what is waiting', () => {
  expect(successText(WEBHOOK)).toBe('');
  expect(successText({ ...WEBHOOK, recentAttempts: { succeeded: 18, failed: 2 } })).toBe(
    '18 of 20',
  );
  expect(waitingText(WEBHOOK)).toBeUndefined();
  expect(waitingText({ ...WEBHOOK, waiting: 1 })).toBe('1 delivery');
  expect(waitingText({ ...WEBHOOK, waiting: 100 })).toBe('100 or more deliveries');
});

it('leaves out https://, but not http://', () => {
  expect(shownUrl('https://buyer.example.com/hook')).toBe('buyer.example.com/hook');
  expect(shownUrl('http://localhost:3000/hook')).toBe('http://localhost:3000/hook');
});
