import { defineService } from '@mkt/seller-kit';
import { callService } from '@mkt/seller-kit/testing';
import { describe, expect, it } from 'vitest';
import { define, problemsOf } from './definition.ts';
import { recordingLogger } from './sample-service.ts';

it('a misspelled keyword of a schema is a warning, since it would check nothing', () => {
  const logger = recordingLogger();
  define({
    logger,
    input: { type: 'object', properties: { text: { type: 'string', maxLenght: 5 } } },
    output: { type: 'object', 'x-origin': 'generated' },
  });
  expect(logger.warn.mock.calls.flat().filter((line) => line.includes('has no effect'))).toEqual([
    '[mkt] WARNING: Text length: input/properties/text/maxLenght: "maxLenght" has no effect in 2020-12. Did you mean maxLength?',
  ]);
});

it('without a price has a contract without one, and a warning at start', async () => {
  const logger = recordingLogger();
  const service = define({ logger, price: undefined });
  const response = await service.fetch(new Request('http://localhost/contract'));
  const { provider } = (await response.json()) as { provider: object };
  expect(provider).not.toHaveProperty('price');
  expect(logger.warn.mock.calls.flat()).toContainEqual(
    '[mkt] WARNING: Text length has no price, so calls are free unless you set one when you publish it.',
  );
});

describe('a pattern that only the marketplace checks', () => {
  const input = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', maxLength: 5, pattern: '^(?!0)\\d+$' } },
  };

  it('is named at the start', () => {
    const logger = recordingLogger();
    define({ logger, input, output: { patternProperties: { '^(?!x-)': true } } });
    expect(logger.warn.mock.calls.flat()).toContain(
      '[mkt] Text length: only the marketplace checks these patterns, which use look-around, ' +
        'back-references or the like: input/properties/id/pattern, output/patternProperties.',
    );
  });

  it('lets its value pass, unless something else refuses it', async () => {
    const run = ({ id }: { id: string }) => id;
    const service = define({ input, run, examples: { request: { id: '1' } } }) as never;
    expect(await callService(service, { id: '0' })).toMatchObject({ status: 200, body: '0' });
    expect(await callService(service, { id: '012345' })).toMatchObject({
      status: 400,
      body: {
        error:
          'The input does not match the input schema: /id must not have more than 5 characters',
      },
    });
  });
});

describe('a definition with mistakes', () => {
  it.each([
    [{ name: undefined }, 'name must be a string'],
    [{ name: '' }, /^name must not be empty$/i],
    [{ name: 'x'.repeat(201) }, /^name must not have more than 200 characters$/i],
    [{ description: undefined }, 'description must be a string'],
    [{ description: 'x'.repeat(5001) }, /^description must not have more than 5000 characters$/i],
    [{ price: null }, 'price must be { amountCents or amount, currency?, unit? }'],
    [{ price: {} }, 'price.amountCents is required, unless amount is given'],
    [{ price: { amountCents: -1 } }, 'price.amountCents must be >= 0'],
    [{ price: { amountCents: 1.5 } }, 'price.amountCents must be integer'],
    [{ price: { amountCents: '2' } }, 'price.amountCents must be integer'],
    [{ price: { amountCents: NaN } }, 'price.amountCents must be integer'],
    [{ price: { amountCents: 2n } }, 'examples, tags and price must be JSON values'],
    [{ price: { amountCents: 2, currency: 'EURO' } }, /^price.currency must /],
    [{ price: { amountCents: 2, unit: 'x'.repeat(41) } }, /^price.unit must /],
    [{ tags: 'text' }, 'tags must be an array'],
    [{ tags: Array.from({ length: 11 }, String) }, /^tags must not have more than 10 items$/i],
    [{ tags: ['x'.repeat(33)] }, /^tags.0 must not have more than 32 characters$/i],
    [{ category: 'x'.repeat(41) }, /^category must not have more than 40 characters$/i],
    [{ method: 'HEAD' }, /^method must be one of "GET"/],
    [{ method: 'post' }, /^method must be one of "GET"/],
    [{ run: undefined }, 'run must be a function'],
    [{ health: { status: 'ok' } }, 'health must be a function'],
    [{ replay: true }, 'replay must be a store with add(orderId), or false'],
    [{ logger: {} }, 'logger must have the methods warn and error'],
    [{ maxBodyBytes: 0 }, 'maxBodyBytes must be a positive integer'],
    [{ maxBodyBytes: '1mb' }, 'maxBodyBytes must be a positive integer'],
    [{ examples: 'text' }, 'examples must be { request?, response? }'],
    [{ inputs: {} }, 'inputs is not a known field. Did you mean input?'],
    [
      { price: { amountCents: 2, curency: 'EUR' } },
      'price.curency is not a known field. Did you mean currency?',
    ],
    [
      { price: { amountCents: 2, tax: 1 } },
      'price.tax is not a known field; the known fields are amountCents, amount, currency and unit',
    ],
    [{ examples: { requst: {} } }, 'examples.requst is not a known field. Did you mean request?'],
    [{ baseUrl: '' }, 'baseUrl is empty: give an absolute URL, or leave it out'],
    [{ baseUrl: 'api.example.com' }, /^baseUrl must be an absolute URL/],
    [{ baseUrl: '//example.com/text' }, /^baseUrl must be an absolute URL/],
    [{ baseUrl: '/\\example.com' }, /^baseUrl must be an absolute URL/],
    [{ baseUrl: '/text?a=1' }, 'baseUrl must not have a query or fragment'],
    [{ baseUrl: 'ftp://example.com' }, 'baseUrl must be https or http'],
    [{ baseUrl: 'https://me:pw@example.com' }, 'baseUrl must not contain a user name or password'],
    [{ baseUrl: 'https://example.com?a=1' }, 'baseUrl must not have a query or fragment'],
    [{ baseUrl: 'https://example.com#a' }, 'baseUrl must not have a query or fragment'],
    [{ baseUrl: `https://example.com/${'x'.repeat(2048)}` }, /^baseUrl must have at most/],
    [{ baseUrl: 7 }, 'baseUrl must be a string'],
  ])(
    'refuses with a message that names the field: %o',
    (changes, problem) => {
      const problems = problemsOf(changes);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(problem);
    },
    5_000,
  );

  it('refuses with every problem at once', () => {
    expect(problemsOf({ name: 7, run: 'no', baseUrl: 'no' })).toHaveLength(3);
    expect(() => define({ name: 7, run: 'no' })).toThrow(
      'defineService:\n- name must be a string\n- run must be a function',
    );
  });

  it('names fields of a wrong type beside those that only the contract refuses', () => {
    const problems = problemsOf({
      name: 7,
      description: undefined,
      price: { amountCents: 1.5 },
      tags: 'text',
      category: 'x'.repeat(41),
      method: 'HEAD',
      examples: { requst: {} },
      run: undefined,
    });
    const fields = [
      'name',
      'description',
      'tags',
      'run',
      'price',
      'category',
      'method',
      'examples',
    ];
    const named = problems.map((problem) => /^\w+/.exec(problem)?.[0]);
    expect(new Set(named)).toEqual(new Set(fields));
    expect(named).toHaveLength(fields.length);
  });

  it.each([undefined, null, 'text', 7])('refuses what is not an object: %s', (definition) => {
    expect(() => defineService(definition as never)).toThrow(
      'defineService:\n- the definition must be an object',
    );
  });

  it('refuses a contract that is larger than the marketplace accepts', () => {
    const schema = { description: 'x'.repeat(64_000) };
    const examples = { request: '漢'.repeat(30_000), response: '漢'.repeat(30_000) };
    const problems = problemsOf({ input: schema, output: schema, examples });
    expect(problems).toEqual(['the contract is larger than 262144 bytes']);
  });
});
