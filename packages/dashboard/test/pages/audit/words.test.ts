import { expect, it } from 'vitest';
import {
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
