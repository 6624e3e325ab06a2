import { defineService, type Call } from '@mkt/seller-kit';
import { callService } from '@mkt/seller-kit/testing';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { recordingLogger, SECRET } from './sample-service.ts';

const parts = () => ({
  name: 'Words',
  description: 'Counts.',
  price: { amountCents: 1 },
  baseUrl: 'https://example.com',
  signingSecret: SECRET,
  logger: recordingLogger(),
});

const SCHEMAS = [
  [
    'zod',
    z.object({ text: z.string().min(1), limit: z.int().optional() }),
    z.object({ words: z.int() }),
  ],
  [
    'valibot',
    toStandardJsonSchema(
      v.object({
        text: v.pipe(v.string(), v.minLength(1)),
        limit: v.optional(v.pipe(v.number(), v.integer())),
      }),
    ),
    toStandardJsonSchema(v.object({ words: v.pipe(v.number(), v.integer()) })),
  ],
  [
    'arktype',
    type({ text: 'string >= 1', 'limit?': 'number.integer' }),
    type({ words: 'number.integer' }),
  ],
] as const;

describe.each(SCHEMAS)('a schema of %s', (_, input, output) => {
  const service = (run: () => unknown = () => ({ words: 2 })) =>
    defineService({ ...parts(), input, output, run: run as () => never });

  it('is JSON Schema in the contract', async () => {
    const response = await service().fetch(new Request('http://seller.test/contract'));
    const { provider } = (await response.json()) as {
      provider: { runContract: { inputSchema: object; outputSchema: object } };
    };
    expect(provider.runContract.inputSchema).toMatchObject({
      type: 'object',
      required: ['text'],
      properties: { text: { type: 'string', minLength: 1 }, limit: { type: 'integer' } },
    });
    expect(provider.runContract.outputSchema).toMatchObject({ required: ['words'] });
  });

  it('accepts valid input', async () => {
    const { status, body } = await callService(service(), { text: 'two words' });
    expect([status, body]).toEqual([200, { words: 2 }]);
  });

  it.each([
    [{}, /^The input does not match the input schema: \/text is required/],
    [{ text: 7 }, /^The input does not match the input schema: \/text must be string/],
    [
      { text: 'a', limit: 4242.5 },
      /^The input does not match the input schema: \/limit must be integer/,
    ],
    ['4242', /^The input does not match the input schema: the input must be object/],
  ])('refuses %j with paths, and without values', async (bad, error) => {
    const run = vi.fn<() => unknown>();
    const { status, body } = await callService(service(run), bad);
    expect([status, body]).toEqual([400, { error: expect.stringMatching(error) }]);
    expect(JSON.stringify(body)).not.toContain('4242');
    expect(run).not.toHaveBeenCalled();
  });

  it('refuses a result in development', async () => {
    const { status, body } = await callService(
      service(() => ({ words: 'two' })),
      { text: 'a' },
    );
    expect([status, body]).toEqual([
      500,
      {
        error: expect.stringContaining(
          'The result does not match the output schema: /words must be',
        ),
      },
    ]);
  });
});

describe('a rule that only the library can check', () => {
  it('may transform the input and set defaults before run', async () => {
    const run = vi.fn<(input: unknown, call: Call) => unknown>(() => null);
    const service = defineService({
      ...parts(),
      input: z.object({
        text: z.string().transform((text) => text.trim()),
        limit: z.int().default(5),
      }),
      run,
    });
    expect((await callService(service, { text: ' a ' })).status).toBe(200);
    expect(run.mock.lastCall).toMatchObject([{ text: 'a', limit: 5 }, {}]);
  });

  it('refuses the input with the path alone, if its JSON Schema form does not express it', async () => {
    const service = defineService({
      ...parts(),
      input: z
        .object({ from: z.int(), to: z.int() })
        .refine(({ from, to }) => from < to, { path: ['to'], message: 'secret 42' }),
      run: () => null,
    });
    const { status, body } = await callService(service, { from: 42, to: 41 });
    expect([status, body]).toEqual([
      400,
      { error: 'The input does not match the input schema: /to is not valid' },
    ]);
  });

  it('refuses the input with ten problems at most', async () => {
    const service = defineService({
      ...parts(),
      input: z.object({ numbers: z.array(z.int().refine((number) => number < 0)) }),
      run: () => null,
    });
    const { body } = await callService(service, { numbers: Array.from({ length: 12 }, () => 1) });
    expect(JSON.stringify(body).match(/is not valid/g)).toHaveLength(10);
  });

  it('may be asynchronous', async () => {
    const service = defineService({
      ...parts(),
      input: z.object({ id: z.string().refine(async (id) => id === 'known') }),
      run: () => null,
    });
    expect((await callService(service, { id: 'known' })).status).toBe(200);
    expect((await callService(service, { id: 'unknown' })).status).toBe(400);
  });

  it('responds with 500 and logs once when it throws', async () => {
    const logger = recordingLogger();
    const service = defineService({
      ...parts(),
      logger,
      input: z.object({
        id: z.string().refine(() => {
          throw new Error('database is down');
        }),
      }),
      run: () => null,
    });
    const { status, body } = await callService(service, { id: 'a' });
    expect([status, body]).toEqual([500, { error: 'The service failed' }]);
    expect(logger.error).toHaveBeenCalledOnce();
  });
});

describe('a schema made with zod', () => {
  const define = (input: z.ZodType) =>
    defineService({ ...parts(), input: z.object({ a: input }), run: () => null });

  it.each(
    Object.entries({
      email: z.email(),
      url: z.url(),
      uuid: z.uuid(),
      datetime: z.iso.datetime({ offset: true }),
      date: z.iso.date(),
      time: z.iso.time(),
      base64: z.base64(),
      ipv4: z.ipv4(),
      ipv6: z.ipv6(),
      cidrv4: z.cidrv4(),
      cidrv6: z.cidrv6(),
      jwt: z.jwt(),
      e164: z.e164(),
      ulid: z.ulid(),
      nanoid: z.nanoid(),
      'template literals': z.templateLiteral(['a-', z.int()]),
      tuples: z.tuple([z.string()], z.int()),
      records: z.record(z.enum(['a', 'b']), z.int()),
      unions: z.discriminatedUnion('t', [z.object({ t: z.literal(1) }), z.object({ t: z.null() })]),
      durations: z.iso.duration(),
      'host names': z.hostname(),
      emoji: z.emoji(),
      'look-ahead of one’s own': z.string().regex(/^(?=.*\d).{8,}$/),
      'any JSON': z.json(),
      'a format of its own': z.string().meta({ format: 'duration' }),
    }),
  )('the marketplace accepts %s', (_, input) => {
    expect(() => define(input)).not.toThrow();
  });
});

describe('a schema without a JSON Schema form', () => {
  it('is refused with what to do instead', () => {
    const input = v.object({ text: v.string() }) as never;
    expect(() => defineService({ ...parts(), input, run: () => null })).toThrow(
      /input is a valibot schema that has no JSON Schema form: .*toStandardJsonSchema/,
    );
  });

  it('is refused with the library’s reason when a part of it has none', () => {
    const input = z.object({ at: z.date() });
    expect(() => defineService({ ...parts(), input, run: () => null })).toThrow(
      /input has no JSON Schema form: .*[Dd]ate/,
    );
  });

  it('accepts a schema with a form in draft-07 but not in 2020-12', async () => {
    const input = {
      '~standard': {
        version: 1,
        vendor: 'old',
        validate: (value: unknown) => ({ value }),
        jsonSchema: {
          input: ({ target }: { target: string }) => {
            if (target !== 'draft-07') throw new Error('no');
            return { type: 'object' };
          },
          output: () => ({}),
        },
      },
    } as const;
    const service = defineService({ ...parts(), input, run: () => null });
    const response = await service.fetch(new Request('http://seller.test/contract'));
    expect(await response.json()).toMatchObject({
      provider: { runContract: { inputSchema: { type: 'object' } } },
    });
  });
});
