import type { AuditEntry } from '@mkt/client';
import { expect, it } from 'vitest';
import {
  auditRows,
  browserOf,
  eventOf,
  filterOf,
  readShown,
  webhookName,
  writeShown,
} from '../../../src/pages/audit/words.ts';

const shownBy = (query: string) => readShown(new URLSearchParams(query));

it('what no entry can have narrows nothing, when it is in the address', () => {
  const shown = { kind: 'listing', actor: 'operator', from: '2026-02-01', to: '2026-02-28' };
  expect(shownBy(String(new URLSearchParams(shown)))).toEqual({ ...shown, subject: undefined });
  expect(writeShown(shownBy('kind=all&actor=me&subject=1&from=today&to=2026-02-30'))).toEqual({});
});

it('both days are included, in UTC', () => {
  expect(filterOf({ from: '2026-02-28', to: '2026-02-28' })).toEqual({
    from: '2026-02-28T00:00:00Z',
    to: '2026-03-01T00:00:00.000Z',
  });
});

it('webhooks to one host are told apart: by their addresses, or once they are gone by their ids', () => {
  const urls = new Map([['a', 'https://buyer.example/orders']]);
  expect(webhookName({ id: 'a', name: 'buyer.example' }, urls)).toBe('buyer.example/orders');
  expect(webhookName({ id: '01993b33-0b10', name: 'buyer.example' }, urls)).toBe(
    'buyer.example …0b10',
  );
});

it.each<[...Parameters<typeof eventOf>, string]>([
  [{ action: 'listing.update', state: 'paused' }, 'Listing paused'],
  [{ action: 'listing.update', state: 'published' }, 'Listing resumed'],
  [{ action: 'listing.update', changed: ['/description'] }, 'Description changed'],
  [
    {
      action: 'listing.update',
      changed: ['/price/amount', '/price/currency', '/runContract/inputSchema'],
    },
    'Price and input schema changed',
  ],
  [
    { action: 'listing.update', changed: ['/title', '/tags', '/category', '/a', '/description'] },
    'Title, tags, category and 2 more changed',
  ],
  // An entry that was written before its details were recorded.
  [{ action: 'listing.update' }, 'Listing changed'],
  [{ action: 'webhook.update', state: 'active' }, 'Webhook enabled'],
  [{ action: 'webhook.update', changed: ['/url'] }, 'Webhook URL changed'],
  [{ action: 'webhook.update', changed: ['/url', '/filter'] }, 'Webhook changed'],
  [{ action: 'key.update', changed: ['/budget'] }, 'Key budget changed'],
  [{ action: 'key.create' }, 'Key created'],
])('%j is called %j', (entry, event) => {
  expect(eventOf(entry)).toBe(event);
});

it('a session is called by its browser for as long as it is known', () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
  const session = {
    id: 'a',
    createdAt: '2026-11-20T12:00:00Z',
    expiresAt: '2026-11-27T12:00:00Z',
    ipAddress: null,
    userAgent,
    current: true,
  };
  expect(browserOf('a', [session])).toBe('You, in Firefox on Linux');
  expect(browserOf('b', [session])).toBe('In a browser');
});

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0';
const sessionOf = (id: string, userAgent: string) => ({
  id,
  createdAt: '2026-11-20T12:00:00Z',
  expiresAt: '2026-11-27T12:00:00Z',
  ipAddress: null,
  userAgent,
  current: false,
});
const SESSIONS = [
  ...['s1', 's2', 's3', 's4'].map((id) => sessionOf(id, CHROME)),
  sessionOf('other', 'curl/8.0'),
];

/** Newest first: the later ones have the smaller numbers. */
const entry = (id: number, by: string, of: Partial<AuditEntry> = {}): AuditEntry => ({
  id: String(id),
  at: `2026-11-20T12:00:${String(59 - id).padStart(2, '0')}Z`,
  action: 'session.start',
  actor: { kind: 'session', id: by, name: null, lastFour: null },
  subject: { id: by, name: null, lastFour: null, exists: true },
  reason: null,
  requestId: null,
  ...of,
});

const shownOf = (entries: readonly AuditEntry[], opened: readonly string[] = []) =>
  auditRows(entries, SESSIONS, new Set(opened)).map(({ entry: { id }, folded, isInside }) =>
    [id, folded && `×${folded.length}`, isInside && 'inside'].filter(Boolean).join(' '),
  );

it('three or more in a row that say the same are one, which opens to show each', () => {
  const entries = [entry(1, 's1'), entry(2, 's2'), entry(3, 's3'), entry(4, 'gone')];
  expect(shownOf(entries)).toEqual(['1 ×3', '4']);
  const open = ['1 ×3', '1 inside', '2 inside', '3 inside', '4'];
  expect(shownOf(entries, ['1'])).toEqual(open);
  // Whoever signs in meanwhile, or however many more are loaded, it stays open.
  expect(shownOf(entries, ['3'])).toEqual(open);
  expect(shownOf(entries.slice(0, 2))).toEqual(['1', '2']);
});

it('another browser, another day, another item and another reason are never folded away', () => {
  const item = (id: string) => ({ id, name: 'ci', lastFour: 'aaaa', exists: true });
  const renamed = (id: number, of: string) =>
    entry(id, 's1', { action: 'key.update', changed: ['/name'], subject: item(of) });
  expect(shownOf([entry(1, 's1'), entry(2, 'other'), entry(3, 's1')])).toEqual(['1', '2', '3']);
  const before = entry(4, 's1', { at: '2026-11-19T23:59:59Z' });
  expect(shownOf([entry(1, 's1'), entry(2, 's2'), entry(3, 's3'), before])).toEqual(['1 ×3', '4']);
  expect(shownOf([renamed(1, 'a'), renamed(2, 'a'), renamed(3, 'a')])).toEqual(['1 ×3']);
  expect(shownOf([renamed(1, 'a'), renamed(2, 'b'), renamed(3, 'a')])).toEqual(['1', '2', '3']);
  const suspended = (id: number, reason: string) =>
    entry(id, 's1', { action: 'account.suspend', reason });
  expect(shownOf([suspended(1, 'a'), suspended(2, 'b'), suspended(3, 'a')])).toHaveLength(3);
});
