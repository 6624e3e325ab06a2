import { expect, it } from 'vitest';
import { EMPTY_FIELDS } from '../../src/form/listing-fields.ts';
import {
  addressProblem,
  listingProblems,
  missingForBuyers,
  priceProblem,
  SAMPLES,
} from '../../src/form/listing-problems.ts';

it.each([
  ['foo', 'Enter a whole address, such as https://api.example.com/run.'],
  ['api.example.com/run', 'Put https:// in front of it.'],
  ['ftp:/x', 'An address that starts with ftp: cannot be called. Use https://.'],
  ['http://api.example.com', 'Use https:// instead of http://.'],
  [
    'https:/api.example.com',
    'This address is not complete. Write it like https://api.example.com/run.',
  ],
  ['https://a b', 'Remove the spaces: an address has none.'],
  [
    'https://user:pw@host',
    'Remove the user name and password before the @. Your service knows calls by their signature.',
  ],
  [' https://api.example.com/a@b ', undefined],
])('says what is wrong with the address %s', (typed, problem) => {
  expect(addressProblem(typed, false)).toBe(problem);
});

it('takes an address on this machine while the marketplace is in dev mode', () => {
  expect(addressProblem('http://localhost:8810/run', true)).toBeUndefined();
  for (const address of ['localhost:8810/run', '127.0.0.1:8810/run', '[::1]:8810']) {
    expect(addressProblem(address, true)).toBe('Put http:// in front of it.');
  }
  expect(addressProblem('api.example.com/run', true)).toBe('Put https:// in front of it.');
});

it.each([
  ['', 'Enter a price: 0 if calls are free.'],
  ['five', 'Enter a number, such as 0.05.'],
  ['$0.05', 'Enter the number alone, such as 0.05.'],
  ['0.05 USD', 'Enter the number alone, such as 0.05.'],
  ['0,05', 'Write it without a comma, such as 0.05 or 1000.'],
  ['-1', 'A price cannot be below 0.'],
  ['0.0000001', 'Use at most 6 decimals.'],
  ['1000001', 'The highest price is 1,000,000.'],
  ['.5', undefined],
  ['0', undefined],
  ['0.0500000000', undefined],
])('says what is wrong with the price %j', (typed, problem) => {
  expect(priceProblem(typed)).toBe(problem);
});

it('finds everything at once', () => {
  const fields = {
    ...EMPTY_FIELDS,
    title: ' ',
    slug: 'QR',
    tags: ['a'.repeat(33)],
    amount: '0,1',
    endpointPath: 'foo',
    healthEndpoint: 'ftp:/x',
    inputSchema: '{',
    requestExampleJson: 'a',
    outputSchema: '[]',
    responseExampleJson: '}',
  };
  expect(Object.keys(listingProblems(fields, false)).toSorted()).toEqual(
    Object.keys(fields)
      .filter((name) => !['description', 'category', 'currency', 'unit', 'method'].includes(name))
      .toSorted(),
  );
  expect(
    listingProblems(
      { ...EMPTY_FIELDS, title: 'A', amount: '1', endpointPath: 'https://a.example.com' },
      false,
    ),
  ).toEqual({});
});

it('names what buyers would miss; either an output schema or a response example is enough', () => {
  const nameless = { id: 'abcdefghijkl', name: 'Seller abcdefgh' };
  const missing = missingForBuyers(EMPTY_FIELDS, nameless);
  const asked = Object.entries(missing).filter(([, problem]) => problem !== undefined);
  expect(asked.map(([name]) => name)).toEqual([
    'description',
    'category',
    'name',
    'responseExampleJson',
  ]);
  expect(missing.name).toBe('Say who sells: buyers read “Unnamed seller”.');
  const fields = { ...EMPTY_FIELDS, description: 'Counts words.', category: 'data' };
  const seller = { ...nameless, name: 'Echo Works' };
  expect(missingForBuyers({ ...fields, outputSchema: '{}' }, seller)).toEqual({});
  expect(missingForBuyers({ ...fields, responseExampleJson: '{}' }, seller)).toEqual({});
});

it.each([
  ['inputSchema', JSON.stringify(JSON.parse(SAMPLES.inputSchema)), /still our example of a schema/],
  ['responseExampleJson', '{\n  "words": 2\n}', /still our example\./],
  ['requestExampleJson', '{"text":"","options":{"limit":0}}', /Fill in values/],
  ['requestExampleJson', '{"text":"Good evening"}', undefined],
  ['requestExampleJson', '{}', undefined],
  ['outputSchema', '{"type":"object"}', undefined],
] as const)('finds in %s what is still as it was inserted: %j', (name, text, problem) => {
  const found = missingForBuyers({ ...EMPTY_FIELDS, outputSchema: '{}', [name]: text }, undefined);
  if (problem) expect(found[name]).toMatch(problem);
  else expect(found[name]).toBeUndefined();
});
