import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { curlCommand, onLines } from '../../src/data/curl-command.ts';

const run = promisify(execFile);

const market = {
  baseUrl: 'https://market.example.com',
  listing: 'rates',
  price: { amount: 0.005, currency: 'EUR' },
};

test('places the same order for no higher price, with the key as a variable', () => {
  expect(curlCommand({ ...market, input: '{"base":"EUR"}' })).toBe(
    [
      'curl https://market.example.com/v1/orders \\',
      '  -H "Authorization: Bearer $MKT_API_KEY" \\',
      '  -H "Content-Type: application/json" \\',
      '  -H "Prefer: wait=10" \\',
      "  -d '{",
      '  "listingId": "rates",',
      '  "requestBody": {',
      '    "base": "EUR"',
      '  },',
      '  "maxPrice": 0.005,',
      '  "currency": "EUR"',
      "}'",
    ].join('\n'),
  );
});

test.each(["it's", '$(id)', '`id`', '"; id #', String.raw`\'`, 'two\nlines'])(
  'a shell passes %j on unchanged',
  async (text) => {
    const command = curlCommand({ ...market, input: JSON.stringify({ text }) });
    const printing = command.replace('curl', `printf '%s\\n'`);
    const { stdout } = await run('sh', ['-c', printing]);
    const body = stdout.slice(stdout.indexOf('{\n'));
    expect(JSON.parse(body)).toMatchObject({ listingId: 'rates', requestBody: { text } });
  },
);

test('shows characters that a terminal would not', () => {
  const command = curlCommand({ ...market, input: '{"text":"\u202egnp\u200b"}' });
  expect(command).toContain(String.raw`"text": "\u202egnp\u200b"`);
});

test.each([
  [
    '{"a":[1.0,{}],"b":"x, {y}: \\"z"}',
    '{\n  "a": [\n    1.0,\n    {}\n  ],\n  "b": "x, {y}: \\"z"\n}',
  ],
  ['{\n\t"a" : [ ]\r\n}', '{\n  "a": []\n}'],
  ['1e2', '1e2'],
  ['{"a": not yet ', '{"a": not yet'],
])('%j is written with a line for each member, and otherwise as it was', (json, lines) => {
  expect(onLines(json, '  ')).toBe(lines);
});
