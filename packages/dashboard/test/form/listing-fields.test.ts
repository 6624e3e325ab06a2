import type { OwnListing } from '@mkt/client';
import { InexactNumber } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import {
  categoryNames,
  categoryOf,
  changesInWords,
  createRequest,
  EMPTY_FIELDS,
  fieldsOf,
  jsonFieldProblem,
  placesInWords,
  placesWithin,
  savedInWords,
  updateRequest,
  moreInWords,
} from '../../src/form/listing-fields.ts';

const FILLED = {
  ...EMPTY_FIELDS,
  title: ' QR code ',
  amount: '0.001',
  endpointPath: 'https://qr.example.com/run',
};
const publish = { isDraft: false };

describe('the request that creates a listing', () => {
  it('leaves out what is empty', () => {
    expect(JSON.parse(createRequest(FILLED, publish))).toEqual({
      title: 'QR code',
      price: { amount: 0.001, unit: 'call', currency: 'USD' },
      runContract: { method: 'POST', endpointPath: 'https://qr.example.com/run' },
    });
  });

  it('sends schemas as they were typed, with every digit', () => {
    const inputSchema = '{"maximum": 9007199254740993}';
    expect(createRequest({ ...FILLED, inputSchema }, publish)).toContain(
      '"inputSchema":{"maximum": 9007199254740993}',
    );
  });

  it('leaves the digits of a schema that was read as they are', () => {
    const inputSchema = { enum: [new InexactNumber('9007199254740993')], required: ['a/b'] };
    const runContract = { method: 'POST', endpointPath: 'https://a.example.com/run', inputSchema };
    const fields = fieldsOf({
      title: 'A',
      tags: null,
      price: {},
      runContract,
    } as unknown as OwnListing);
    expect(JSON.stringify(JSON.parse(fields.inputSchema))).toBe(
      '{"enum":[9007199254740992],"required":["a/b"]}',
    );
    expect(fields.inputSchema).toContain('9007199254740993');
  });

  it('sends examples as the text of a JSON document', () => {
    const requestExampleJson = '{"content": "a"}';
    const request = JSON.parse(createRequest({ ...FILLED, requestExampleJson }, publish));
    expect(request.runContract.requestExampleJson).toBe(requestExampleJson);
  });

  it.each([
    ['.5', 0.5],
    ['1.', 1],
    ['007', 7],
    ['0', 0],
  ])('reads the price %s', (amount, expected) => {
    expect(JSON.parse(createRequest({ ...FILLED, amount }, publish)).price.amount).toBe(expected);
  });

  it('can save a draft', () => {
    expect(JSON.parse(createRequest(FILLED, { isDraft: true })).listingState).toBe('draft');
  });
});

describe('the request that changes a listing', () => {
  it('has only the fields that differ, each at its place', () => {
    const after = { ...FILLED, title: 'QR codes', amount: '0.0020', method: 'PUT' };
    expect(JSON.parse(updateRequest(FILLED, after)!)).toEqual({
      title: 'QR codes',
      price: { amount: 0.002 },
      runContract: { method: 'PUT' },
    });
  });

  it('clears what was emptied', () => {
    const before = { ...FILLED, description: 'Draws', tags: ['qr'], outputSchema: '{}' };
    expect(JSON.parse(updateRequest(before, FILLED)!)).toEqual({
      description: null,
      tags: null,
      runContract: { outputSchema: null },
    });
  });

  it('is not made if a field is only written differently', () => {
    expect(updateRequest(FILLED, { ...FILLED, title: 'QR code', amount: '.001' })).toBeUndefined();
  });

  it('sends a schema with every digit', () => {
    const after = { ...FILLED, inputSchema: '{"maximum": 9007199254740993}' };
    expect(updateRequest(FILLED, after)).toContain('9007199254740993');
  });
});

describe('a JSON field', () => {
  it.each([
    ['inputSchema', ''],
    ['inputSchema', '{"type":"object"}'],
    ['requestExampleJson', '[1]'],
  ] as const)('of %s may be %s', (name, text) => {
    expect(jsonFieldProblem(name, text)).toBeUndefined();
  });

  it.each([
    ['inputSchema', '{'],
    ['outputSchema', '[]'],
    ['responseExampleJson', 'a'],
  ] as const)('of %s may not be %s', (name, text) => {
    expect(jsonFieldProblem(name, text)).toEqual(expect.any(String));
  });
});

it('the errors of a schema name their places within it', () => {
  const details = [
    { path: '/runContract/inputSchema/properties/size/type', message: 'is not a type' },
    { path: '/runContract/inputSchema', message: 'is too large' },
    { path: '/runContract/outputSchema/type', message: 'is not a type' },
  ];
  const places = placesWithin('inputSchema', details);
  expect(places.map(({ path }) => path)).toEqual(['/properties/size/type', '']);
  const schema = '{\n  "properties": {\n    "size": { "type": 1 }\n  }\n}';
  expect(placesInWords(schema, places)).toBe(
    '/properties/size/type is not a type (line 3). Is too large.',
  );
  expect(placesWithin('requestExampleJson', details)).toEqual([]);
});

it('what was typed is named as the form names it', () => {
  const listing = { ...FILLED, tags: ['a', 'b'] };
  expect(changesInWords(listing, { ...listing })).toBe('');
  expect(changesInWords(listing, { ...listing, amount: '0.0010' })).toBe('price');
  expect(changesInWords(listing, { ...listing, tags: ['a,b'], inputSchema: '{}', title: '' })).toBe(
    'title, tags, and input schema',
  );
});

it('what was saved is named, the price with what it was and is', () => {
  const listing = { ...FILLED, amount: '0.03' };
  const saved = (changes: Partial<typeof listing>) =>
    savedInWords(listing, { ...listing, ...changes });
  expect(saved({ amount: '0.30' })).toBe('price $0.03 → $0.30');
  expect(saved({ amount: '0' })).toBe('price $0.03 → Free');
  expect(saved({ currency: 'EUR', unit: 'page' })).toBe('price $0.03 per call → €0.03 per page');
  expect(saved({ title: 'QR codes', inputSchema: '{}', amount: '0.05' })).toBe(
    'title, price $0.03 → $0.05, and input schema',
  );
  // Typed in another way, it is the same.
  expect(saved({ amount: '0.030', title: 'QR code' })).toBe('');
});

it('says how the fields are that are folded', () => {
  expect(moreInWords(EMPTY_FIELDS, false)).toBe(
    'Tags: none · Slug: made from the title · Health endpoint: none, so its uptime is not shown',
  );
  const fields = {
    ...EMPTY_FIELDS,
    tags: ['text', 'qr'],
    slug: 'qr',
    healthEndpoint: ' https://a.example ',
  };
  expect(moreInWords(fields, true)).toBe('Tags: text, qr · Health endpoint: https://a.example');
});

const CATEGORIES = categoryNames(['tools', 'Tools', 'data', 'ai', 'developer-tools', 'data']);

it('categories have the names of the catalogue, each once', () => {
  expect([...CATEGORIES.keys()]).toEqual(['Tools', 'Data', 'AI', 'Developer tools']);
});

it.each([
  ['Developer tools', 'developer-tools'],
  ['developer-tools', 'developer-tools'],
  ['AI', 'ai'],
  ['TOOLS', 'tools'],
  ['Rockets', 'Rockets'],
  // Someone is typing another word.
  ['AI ', 'AI '],
])('what is typed as %j is the category %j', (typed, category) => {
  expect(categoryOf(typed, CATEGORIES)).toBe(category);
});
