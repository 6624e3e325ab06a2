import { expect, it } from 'vitest';
import { type Command, matching, orderIdIn } from '../../src/shell/commands.ts';

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
