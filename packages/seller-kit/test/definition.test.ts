import { DefinitionError, defineService } from '@mkt/seller-kit';
import { newSigningSecret } from '@mkt/seller-kit/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordingLogger, SECRET } from './sample-service.ts';

beforeEach(() => vi.stubEnv('MKT_SIGNING_SECRET', undefined));
afterEach(() => vi.unstubAllEnvs());

const good = () => ({
  name: 'Text length',
  description: 'How long a text is.',
  price: { amountCents: 2 },
  signingSecret: SECRET as unknown,
  logger: recordingLogger(),
  run: () => null,
});

/** Without types, as a caller in JavaScript. */
const define = (changes: Record<string, unknown>) =>
  defineService({ ...good(), ...changes } as unknown as Parameters<typeof defineService>[0]);

function problemsOf(changes: Record<string, unknown>): readonly string[] {
  try {
    define(changes);
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems;
    throw error;
  }
  return [];
}

describe('a definition is refused', () => {
  it.each([
    [{ name: undefined }, 'name must be a string'],
    [{ name: '' }, /^name must not have fewer than 1 characters$/i],
    [{ name: 'x'.repeat(201) }, /^name must not have more than 200 characters$/i],
    [{ description: undefined }, 'description must be a string'],
    [{ description: 'x'.repeat(5001) }, /^description must not have more than 5000 characters$/i],
    [{ price: undefined }, 'price must be { amountCents or amount, currency?, unit? }'],
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
    [{ price: { amountCents: 2, tax: 1 } }, 'price.tax is not a known field'],
    [{ examples: { requst: {} } }, 'examples.requst is not a known field. Did you mean request?'],
    [{ baseUrl: '' }, 'baseUrl is empty: give an absolute URL, or leave it out'],
    [{ baseUrl: 'api.example.com' }, /^baseUrl must be an absolute URL/],
    [{ baseUrl: '/text' }, /^baseUrl must be an absolute URL/],
    [{ baseUrl: 'ftp://example.com' }, 'baseUrl must be https or http'],
    [{ baseUrl: 'https://me:pw@example.com' }, 'baseUrl must not contain a user name or password'],
    [{ baseUrl: 'https://example.com?a=1' }, 'baseUrl must not have a query or fragment'],
    [{ baseUrl: 'https://example.com#a' }, 'baseUrl must not have a query or fragment'],
    [{ baseUrl: `https://example.com/${'x'.repeat(2048)}` }, /^baseUrl must have at most/],
    [{ baseUrl: 7 }, 'baseUrl must be a string'],
  ])(
    'with a sentence about the field: %o',
    (changes, problem) => {
      const problems = problemsOf(changes);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(problem);
    },
    5_000,
  );

  it('with every problem at once', () => {
    expect(problemsOf({ name: 7, run: 'no', baseUrl: 'no' })).toHaveLength(3);
    expect(() => define({ name: 7, run: 'no' })).toThrow(
      'defineService:\n- name must be a string\n- run must be a function',
    );
  });

  it.each([undefined, null, 'text', 7])('when it is not an object: %s', (definition) => {
    expect(() => defineService(definition as never)).toThrow(
      'defineService:\n- the definition must be an object',
    );
  });

  it('when its contract is larger than the marketplace accepts', () => {
    const schema = { description: 'x'.repeat(64_000) };
    const examples = { request: '漢'.repeat(30_000), response: '漢'.repeat(30_000) };
    const problems = problemsOf({ input: schema, output: schema, examples });
    expect(problems).toEqual(['the contract is larger than 262144 bytes']);
  });
});

describe('a schema of a definition is refused', () => {
  it.each([
    [{ type: 'strnig' }, '/type must be one of "array", "boolean", '],
    [{ required: 'text' }, '/required must be array'],
    [{ properties: { a: { minLength: -1 } } }, '/properties/a/minLength must be >= 0'],
    [{ minimum: 1, exclusiveMinimum: true }, '/exclusiveMinimum must be number'],
    [{ prefixItems: [{}], additionalItems: false }, '/additionalItems is not known to 2020-12'],
    [{ pattern: '[' }, '/pattern is not a valid ECMA-262 regular expression'],
    [{ pattern: '^(?=.*[0-9])' }, '/pattern uses look-around, which is not supported'],
    [{ $ref: '#/$defs/none' }, '/$ref refers to a schema that does not exist'],
    [{ $ref: '#' }, 'the schema refers to itself'],
    [{ $ref: 'https://example.com/schema.json' }, '/$ref refers to another document'],
    [
      { $schema: 'http://json-schema.org/draft-04/schema#' },
      '/$schema is not supported; supported',
    ],
    [{ description: 'x'.repeat(65 * 1024) }, 'the schema is larger than 64 KiB'],
  ])('that the marketplace would refuse, in its own words: %o', (input, fault) => {
    for (const [field, changes] of Object.entries({
      input: { input },
      output: { output: input },
    })) {
      expect(problemsOf(changes)).toEqual([
        expect.stringContaining(`${field} would be refused by the marketplace: ${fault}`),
      ]);
    }
  });

  it('when a query string cannot express its input, for GET', () => {
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
  ])('with a sentence about the field: %o', (input, problem) => {
    const problems = problemsOf({ input });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });

  it.each([
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft-07/schema',
    'https://json-schema.org/draft/2019-09/schema',
    'https://json-schema.org/draft/2020-12/schema',
  ])('but not for its dialect %s', ($schema) => {
    expect(problemsOf({ input: { $schema, type: 'object' } })).toEqual([]);
  });

  it('but not for an $id that another service has too', () => {
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

describe('the signing secret', () => {
  const start = (signingSecret: unknown, variable?: string) => {
    vi.stubEnv('MKT_SIGNING_SECRET', variable);
    return define({ signingSecret });
  };
  const bad = [
    ['empty', ''],
    ['only white space', '  '],
    ['without its prefix', SECRET.slice('whsec_'.length)],
    ['not base64', 'whsec_!!!!'],
    ['too short', 'whsec_AAAA'],
    ['one good and one bad', `${SECRET},whsec_oops`],
    ['one good and one empty', `${SECRET},`],
  ] as const;

  it.each(bad)('is refused when it is set but %s', (_, secret) => {
    expect(() => start(secret)).toThrow(DefinitionError);
    expect(() => start(undefined, secret)).toThrow(/^defineService:\n- MKT_SIGNING_SECRET is /);
  });

  it.each([
    ['null', null],
    ['a number', 7],
    ['an empty list', []],
    ['a list with an empty text', [SECRET, '']],
  ])('is refused when the option is %s', (_, secret) => {
    expect(() => start(secret)).toThrow(/^defineService:\n- signingSecret /);
  });

  it('is never repeated in the refusal', () => {
    const secret = `${newSigningSecret()}x`;
    expect(() => start(secret)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(secret.slice(6, 20)) }),
    );
  });

  it('comes from the option before the environment', () => {
    expect(start(SECRET, 'whsec_oops').signer).toBeDefined();
  });
});

describe('the address in the contract', () => {
  async function endpointOf(changes: Record<string, unknown>, url: string) {
    const response = await define(changes).fetch(new Request(url));
    const { provider } = (await response.json()) as {
      provider: { runContract: { endpointPath: string; healthEndpoint: string } };
    };
    return [provider.runContract.endpointPath, provider.runContract.healthEndpoint];
  }

  it.each(['https://example.com', 'https://example.com/', 'https://EXAMPLE.com:443'])(
    'follows from baseUrl %s',
    async (baseUrl) => {
      expect(await endpointOf({ baseUrl }, 'http://127.0.0.1:1/contract')).toEqual([
        'https://example.com/run',
        'https://example.com/health',
      ]);
    },
  );

  it('has the path of baseUrl; requests may have that path or not', async () => {
    const baseUrl = 'https://example.com/apis/text/';
    const expected = ['https://example.com/apis/text/run', 'https://example.com/apis/text/health'];
    for (const path of ['/contract', '/apis/text/contract']) {
      expect(await endpointOf({ baseUrl }, `http://127.0.0.1:1${path}`)).toEqual(expected);
    }
    const other = await define({ baseUrl }).fetch(new Request('http://127.0.0.1:1/apis/textile'));
    expect(other.status).toBe(404);
  });

  it('may have a path that is a prefix of an endpoint’s name', async () => {
    const service = define({ baseUrl: 'https://example.com/r' });
    for (const path of ['/run', '/r/run', '/r', '/r/']) {
      const response = await service.fetch(new Request(`http://127.0.0.1:1${path}`));
      expect(response.status).toBe(200);
    }
  });

  it('is the requested address without baseUrl, in development', async () => {
    expect(await endpointOf({}, 'http://localhost:8801/contract')).toEqual([
      'http://localhost:8801/run',
      'http://localhost:8801/health',
    ]);
  });

  it('is not cacheable when it comes from the request', async () => {
    const contract = (changes: Record<string, unknown>) =>
      define(changes).fetch(new Request('http://localhost/contract'));
    expect((await contract({})).headers.get('cache-control')).toBe('no-store');
    const fixed = await contract({ baseUrl: 'https://example.com' });
    expect(fixed.headers.get('cache-control')).toBeNull();
  });

  it('is refused without baseUrl in production, with a warning at startup', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const logger = recordingLogger();
    const service = define({ logger });
    expect(logger.warn.mock.calls.flat().join()).toContain('has no baseUrl');
    const response = await service.fetch(new Request('http://evil.test/contract'));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('evil.test');
  });
});
