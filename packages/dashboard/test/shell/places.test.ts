import { expect, it } from 'vitest';
import { labelOf, ROUTES } from '../../src/routes.ts';
import { type Command, matching } from '../../src/shell/commands.ts';
import { API_REFERENCE, PAGE_WORDS, placesAt } from '../../src/shell/places.ts';

const NOW = Date.parse('2026-11-28T05:00:00Z');
const run = () => undefined;
const pages = ROUTES.flatMap(({ path, nav }): Command[] =>
  nav
    ? [
        {
          id: path,
          label: labelOf(nav, true),
          kind: 'Page',
          icon: nav.icon,
          words: PAGE_WORDS[path],
          run,
        },
      ]
    : [],
);
const places = [API_REFERENCE, ...placesAt(NOW)].map((place): Command => ({
  id: place.href,
  ...place,
  run,
}));

it('every page of the navigation has other words by which it is found', () => {
  expect(Object.keys(PAGE_WORDS)).toEqual(pages.map(({ id }) => id));
});

it.each([
  ['invoice', '/usage/2026-11'],
  ['bill', '/usage/:month?'],
  ['money', '/usage/:month?'],
  ['spend', '/usage/:month?'],
  ['password', '/account#password'],
  ['token', '/keys'],
  ['api key', '/keys'],
  ['earnings', '/sales/:id?'],
  ['uptime', '/selling/:id?'],
  ['status', '/selling/:id?'],
  ['docs', '/docs'],
  ['python', '/docs/api'],
  ['openapi', '/docs/api'],
  ['delete account', '/account#close'],
  ['invite', '/account#invitations'],
  ['settings', '/account'],
  ['gdpr', '/account#data'],
  ['invoices', '/usage/2026-11'],
  ['how much did I spend', '/usage/:month?'],
  ['change my password', '/account#password'],
  ['why did my call fail', '/orders?state=failed'],
  ['stop my listing', '/selling/:id?'],
  ['how do I get paid', '/sales/:id?'],
  ['csv', '/orders/:id?'],
  ['export', '/orders/:id?'],
  ['outage', '/selling/:id?'],
  ['refund', '/orders?state=failed'],
])('“%s” finds %s first', (typed, id) => {
  expect(matching([...pages, ...places], typed)[0]?.id).toBe(id);
});
