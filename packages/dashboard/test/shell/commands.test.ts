import { expect, it } from 'vitest';
import {
  type Command,
  matching,
  matchingGroups,
  orderIdIn,
  recordAt,
  sortedGroups,
} from '../../src/shell/commands.ts';

const ID = '0198c7de-4f3a-7b21-9c1d-2f6a8e0b4d55';

it('the id of an order is found in whatever was pasted', () => {
  expect(orderIdIn(ID)).toBe(ID);
  expect(orderIdIn(`  order ${ID.toUpperCase()}, failed`)).toBe(ID);
  expect(orderIdIn(`https://market.example/orders/${ID}?state=failed`)).toBe(ID);
  expect(orderIdIn(ID.slice(1))).toBeUndefined();
});

const command = (label: string, words = '', note = ''): Command => ({
  id: label,
  label,
  kind: 'Action',
  words,
  note,
  icon: 'run',
  run: () => undefined,
});

it.each([
  ['', ['New listing', 'New API key', 'Dark colours', 'Holidays']],
  ['new', ['New listing', 'New API key']],
  ['key new', ['New API key']],
  ['DARK', ['Dark colours']],
  ['theme', ['Dark colours']],
  ['public', ['Holidays']],
  ['eu-pub', ['Holidays']],
  ['olidays', []],
])('“%s” finds the commands whose words begin with it', (typed, found) => {
  const commands = [
    command('New listing'),
    command('New API key'),
    command('Dark colours', 'theme'),
    command('Holidays', '', 'eu-public_holidays'),
  ];
  expect(matching(commands, typed).map(({ label }) => label)).toEqual(found);
});

const listing = (title: string, slug: string, description = ''): Command => ({
  ...command(title, description),
  names: [title, slug],
});

it.each([
  ['geo', ['Geo', 'Geocode', 'Time zones', 'Reverse geocode', 'Maps']],
  ['geocode', ['Geocode', 'Reverse geocode']],
  ['geo timezone', ['Time zones']],
  ['reverse-geo', ['Reverse geocode']],
  ['time-zones', ['Time zones']],
  ['fx-rates', ['Currencies']],
  ['rates', ['Shipping rates', 'Currencies']],
])('“%s” finds what is called so, or begins so, before the rest', (typed, found) => {
  const listings = [
    listing('Maps', 'maps', 'Tiles for geo data'),
    listing('Reverse geocode', 'reverse-geocode'),
    listing('Geocode', 'geocode'),
    listing('Time zones', 'geo-timezone'),
    listing('Shipping rates', 'rates'),
    listing('Currencies', 'fx-rates'),
    listing('Geo', 'places'),
  ];
  expect(matching(listings, typed).map(({ label }) => label)).toEqual(found);
});

it('a group in which something is called exactly what was typed is first', () => {
  const groups = [
    { name: 'Pages', commands: [command('Orders'), command('Order of the day')] },
    { name: 'Empty', commands: [] },
    { name: 'Catalogue', commands: [listing('Order', 'order-it')] },
  ];
  const names = (typed: string) => sortedGroups(groups, typed).map(({ name }) => name);
  expect(names('ord')).toEqual(['Pages', 'Catalogue']);
  expect(names('order-it')).toEqual(['Catalogue', 'Pages']);
});

it.each([
  ['webhoks', ['Webhooks']],
  ['wehbook', ['Webhooks']],
  ['invoce', ['Statement']],
  ['statemant', ['Statement']],
  // What is written correctly is meant so, and one of two errors is too many.
  ['today', ['Stats of today']],
  ['wbehoks', []],
  // In short words a letter says more.
  ['keyz', []],
])('“%s” finds %j, with at most one typing error', (typed, found) => {
  const groups = [
    {
      name: 'Pages',
      commands: [command('Webhooks'), command('Statement', 'invoice'), command('API keys')],
    },
    { name: 'Own', most: 1, commands: [command('Stats of today'), command('Toda today')] },
  ];
  const labels = matchingGroups(groups, typed).flatMap(({ commands }) => commands);
  expect(labels.map(({ label }) => label)).toEqual(found);
});

it.each([
  [`/orders/${ID}`, 'Order', '…4d55'],
  [`/sales/${ID}`, 'Sale', '…4d55'],
  [`/selling/${ID}`, 'My listing', undefined],
  ['/listings/geo', 'Listing', undefined],
  [`/webhooks/${ID}`, 'Webhook', undefined],
])('%s is offered again as %s %s', (path, kind, note) => {
  const record = recordAt(path);
  expect([record.kind, record.note]).toEqual([kind, note]);
});
