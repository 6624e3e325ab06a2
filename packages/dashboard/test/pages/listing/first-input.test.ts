import { describe, expect, it } from 'vitest';
import { firstInput } from '../../../src/pages/listing/first-input.ts';

const firstOf = (contract: object): unknown =>
  JSON.parse(firstInput({ method: 'POST', ...contract }));

describe('the input that a listing begins with', () => {
  it('is the example of the seller', () => {
    expect(firstOf({ requestExampleJson: '{"a":1}', inputSchema: { required: ['b'] } })).toEqual({
      a: 1,
    });
  });

  it('keeps every digit of the example', () => {
    const requestExampleJson = '{"id":9007199254740993}';
    expect(firstInput({ method: 'POST', requestExampleJson })).toContain('9007199254740993');
  });

  it('has the required members, with what the schema proposes for them', () => {
    const inputSchema = {
      type: 'object',
      required: ['text', 'language', 'count', 'mode', 'toString'],
      properties: {
        text: { type: 'string' },
        language: { enum: ['en', 'de'] },
        count: { type: ['integer', 'null'] },
        mode: { default: 'fast' },
        unused: { type: 'string' },
      },
    };
    expect(firstOf({ inputSchema })).toEqual({
      text: '',
      language: 'en',
      count: 0,
      mode: 'fast',
      toString: null,
    });
  });

  it('is an empty object without a schema, or with a hostile one', () => {
    expect(firstOf({})).toEqual({});
    expect(firstOf({ inputSchema: { required: 'x', properties: [] } })).toEqual({});
  });
});
