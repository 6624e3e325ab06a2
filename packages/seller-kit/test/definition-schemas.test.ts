import { describe, expect, it } from 'vitest';
import { define, problemsOf } from './definition.ts';

describe('a schema of a definition', () => {
  it.each([
    [{ type: 'strnig' }, '/type must be one of "array", "boolean", '],
    [{ required: 'text' }, '/required must be array'],
    [{ properties: { a: { minLength: -1 } } }, '/properties/a/minLength must be >= 0'],
    [{ minimum: 1, exclusiveMinimum: true }, '/exclusiveMinimum must be number'],
    [{ prefixItems: [{}], additionalItems: false }, '/additionalItems is not known to 2020-12'],
    [{ pattern: '[' }, '/pattern is not a valid ECMA-262 regular expression'],
    [{ $ref: '#/$defs/none' }, '/$ref refers to a schema that does not exist'],
    [{ $ref: '#' }, 'the schema refers to itself'],
    [{ $ref: 'https://example.com/schema.json' }, '/$ref refers to a different document'],
    [
      { $schema: 'http://json-schema.org/draft-03/schema#' },
      '/$schema is not supported; supported',
    ],
    [{ description: 'x'.repeat(65 * 1024) }, 'the schema is larger than 64 KiB'],
  ])('refuses what the marketplace would refuse, in its own words: %o', (input, fault) => {
    for (const [field, changes] of Object.entries({
      input: { input },
      output: { output: input },
    })) {
      expect(problemsOf(changes)).toEqual([
        expect.stringContaining(`${field} would be refused by the marketplace: ${fault}`),
      ]);
    }
  });

  it('refuses an input for GET that a query string cannot express', () => {
    const input = { properties: { a: { type: 'object' } } };
    expect(problemsOf({ input, method: 'GET' })).toEqual([
      'input/properties/a cannot be sent in the query string of a GET call: it can carry only scalars and lists of scalars',
    ]);
    expect(problemsOf({ input })).toEqual([]);
  });

  it.each([
    ['string', /^input must be a JSON Schema object, or a Standard Schema/],
    [[], /^input must be a JSON Schema object/],
    [null, /^input must be a JSON Schema object/],
    [true, /^input must be a JSON Schema object/],
    [{ const: 1n }, 'input cannot be written as JSON'],
  ])('refuses with a message that names the field: %o', (input, problem) => {
    const problems = problemsOf({ input });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });

  it.each([
    'http://json-schema.org/draft-04/schema#',
    'http://json-schema.org/draft-06/schema#',
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft-07/schema',
    'https://json-schema.org/draft/2019-09/schema',
    'https://json-schema.org/draft/2020-12/schema',
  ])('accepts the dialect %s', ($schema) => {
    expect(problemsOf({ input: { $schema, type: 'object' } })).toEqual([]);
  });

  it('accepts an $id that another service has too', () => {
    const input = { $id: 'https://example.com/input', type: 'object' };
    expect(problemsOf({ input, output: input })).toEqual([]);
    expect(problemsOf({ input })).toEqual([]);
  });

  it('does not follow later changes of the object', async () => {
    const input = { type: 'object', required: ['a'] };
    const service = define({ input, baseUrl: 'https://example.com' });
    input.required.push('b');
    const contract: unknown = await (
      await service.fetch(new Request('http://seller.test/contract'))
    ).json();
    expect(contract).toMatchObject({
      provider: { runContract: { inputSchema: { required: ['a'] } } },
    });
  });
});

describe('examples', () => {
  const schema = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };

  it('are JSON texts in the contract', async () => {
    const service = define({
      input: schema,
      examples: { request: { text: 'Hi' }, response: [1, null] },
      baseUrl: 'https://example.com',
    });
    const response = await service.fetch(new Request('http://seller.test/contract'));
    expect(await response.json()).toMatchObject({
      provider: {
        runContract: { requestExampleJson: '{"text":"Hi"}', responseExampleJson: '[1,null]' },
      },
    });
  });

  it('must fit their schemas', () => {
    expect(problemsOf({ input: schema, examples: { request: {} } })).toEqual([
      'examples.request does not match the input schema: /text is required',
    ]);
    expect(problemsOf({ output: schema, examples: { response: { text: 7 } } })).toEqual([
      'examples.response does not match the output schema: /text must be string',
    ]);
  });

  it('must be JSON values', () => {
    expect(problemsOf({ examples: { request: 1n } })).toEqual([
      'examples, tags and price must be JSON values',
    ]);
    expect(problemsOf({ examples: { request: 'x'.repeat(65_536) } })).toEqual([
      expect.stringMatching(/^examples.request must not have more than 65536 characters$/i),
    ]);
  });
});
