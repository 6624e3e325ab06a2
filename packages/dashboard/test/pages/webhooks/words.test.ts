import type { Webhook } from '@mkt/client';
import { expect, it } from 'vitest';
import {
  disabledWords,
  emptyText,
  filterOf,
  mostUrgentFirst,
  nextAttemptText,
  receives,
  recentText,
  shownUrl,
  stateOf,
  waitingText,
  whichOf,
} from '../../../src/pages/webhooks/words.ts';

const WEBHOOK = {
  filter: { keyId: null, listingId: null, orderState: null },
  state: 'active',
  failingSince: null,
  nextAttemptAt: null,
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

it('puts first what needs attention, and says of an active webhook that it is failing', () => {
  const failingSince = '2026-11-20T10:00:00Z';
  const states = (['active', 'paused', 'pending', 'disabled'] as const).map((state) => ({
    ...WEBHOOK,
    state,
    failingSince: null,
  }));
  const failing: Webhook = { ...WEBHOOK, state: 'active', failingSince };
  const sorted = mostUrgentFirst([...states, failing]);
  expect(sorted.map(stateOf)).toEqual(['disabled', 'failing', 'not-confirmed', 'active', 'paused']);
  expect(stateOf({ state: 'paused', failingSince })).toBe('paused');
});

it('says why it is disabled, and leaves out what the reason says to programs', () => {
  const said = (disabledReason: string | null) => disabledWords({ disabledReason });
  const title = 'Disabled: every delivery failed for 5 days';
  const failed = 'No delivery has succeeded for 5 days.';
  expect(said(`${failed} The last one got the status 503.`)).toEqual({
    title,
    why: 'every delivery failed for 5 days',
    last: 'The last one got the status 503.',
  });
  expect(said(`${failed} Set state to "active" once the URL works again.`)).toEqual({
    title,
    why: 'every delivery failed for 5 days',
    last: '',
  });
  expect(said('The receiver returned 410: it wants no more requests.')).toEqual({
    title: 'Disabled by the marketplace',
    why: 'The receiver returned 410: it wants no more requests.',
    last: 'The receiver returned 410: it wants no more requests.',
  });
  expect(said(null)).toEqual({ title: 'Disabled', why: '', last: '' });
});

it('says how the newest attempts went, and what is waiting', () => {
  const recent = (succeeded: number, failed: number) =>
    recentText({ ...WEBHOOK, recentAttempts: { succeeded, failed } });
  expect(recent(0, 0)).toBe('');
  expect(recent(1, 0)).toBe('1 attempt, succeeded');
  expect(recent(0, 1)).toBe('1 attempt, failed');
  expect(recent(20, 0)).toBe('The last 20 succeeded');
  expect(recent(0, 3)).toBe('The last 3 failed');
  expect(recent(18, 2)).toBe('2 of the last 20 failed');
  expect(waitingText(WEBHOOK)).toBeUndefined();
  expect(waitingText({ ...WEBHOOK, waiting: 1 })).toBe('1 delivery');
  expect(waitingText({ ...WEBHOOK, waiting: 100 })).toBe('100+ deliveries');
});

it('says when something is sent again, and what waits for it', () => {
  const nowMs = Date.parse('2026-11-20T10:00:00Z');
  const textOf = (nextAttemptAt: string | null, waiting: number) =>
    nextAttemptText({ ...WEBHOOK, nextAttemptAt, waiting }, nowMs);
  expect(textOf('2026-11-20T10:04:00Z', 100)).toBe(
    'Next attempt in 4 min; 100+ deliveries are queued.',
  );
  expect(textOf('2026-11-20T10:00:03Z', 1)).toBe(
    'Next attempt any moment now; 1 delivery is queued.',
  );
  expect(textOf('2026-11-20T09:59:00Z', 2)).toContain('any moment now');
  expect(textOf(null, 0)).toBe('Nothing is queued: your next settled order is the next attempt.');
});

it('leaves out https://, but not http://', () => {
  expect(shownUrl('https://buyer.example.com/hook')).toBe('buyer.example.com/hook');
  expect(shownUrl('http://localhost:3000/hook')).toBe('http://localhost:3000/hook');
});

it('says that nothing was sent only of the time for which attempts are kept', () => {
  const created = '2026-11-20T12:00:00Z';
  const after = (days: number) => Date.parse(created) + days * 24 * 3_600_000;
  expect(emptyText(false, created, after(6))).toBe('Only the challenge has been sent');
  expect(emptyText(false, created, after(8))).toBe('Nothing sent in the last 7 days');
  expect(emptyText(true, created, after(6))).toBe('No attempt has failed');
  expect(emptyText(true, created, after(8))).toBe('No attempt has failed in the last 7 days');
});
