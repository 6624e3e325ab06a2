import { describe, expect, it } from 'vitest';
import {
  EMPTY_FIELDS,
  jsonFieldProblem,
  manualRequest,
  placesWithin,
} from '../../../src/features/new-listing/manual-listing.ts';

const FILLED = {
  ...EMPTY_FIELDS,
  title: ' QR code ',
  amount: '0.001',
  endpointPath: 'https://qr.example.com/run',
};
const publish = { isDraft: false };

describe('the request that creates a listing', () => {
  it('leaves out what is empty', () => {
    expect(JSON.parse(manualRequest(FILLED, publish))).toEqual({
      title: 'QR code',
      price: { amount: 0.001, unit: 'call', currency: 'USD' },
      runContract: { method: 'POST', endpointPath: 'https://qr.example.com/run' },
    });
  });

  it('sends schemas as they were typed, with every digit', () => {
    const inputSchema = '{"maximum": 9007199254740993}';
    expect(manualRequest({ ...FILLED, inputSchema }, publish)).toContain(
      '"inputSchema":{"maximum": 9007199254740993}',
    );
  });

  it('sends examples as the text of a JSON document', () => {
    const requestExampleJson = '{"content": "a"}';
    const request = JSON.parse(manualRequest({ ...FILLED, requestExampleJson }, publish));
    expect(request.runContract.requestExampleJson).toBe(requestExampleJson);
  });

  it.each([
    ['.5', 0.5],
    ['1.', 1],
    ['007', 7],
    ['0', 0],
  ])('reads the price %s', (amount, expected) => {
    expect(JSON.parse(manualRequest({ ...FILLED, amount }, publish)).price.amount).toBe(expected);
  });

  it('can save a draft', () => {
    expect(JSON.parse(manualRequest(FILLED, { isDraft: true })).listingState).toBe('draft');
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
  expect(placesWithin('inputSchema', details)).toBe(
    '/properties/size/type is not a type; is too large',
  );
  expect(placesWithin('requestExampleJson', details)).toBeUndefined();
});
