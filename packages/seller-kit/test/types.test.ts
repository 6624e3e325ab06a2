import { defineService, type Call, type Service } from '@mkt/seller-kit';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { type } from 'arktype';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { StandardSchema } from '@mkt/seller-kit';
import { recordingLogger, SECRET } from './sample-service.ts';

const parts = {
  name: 'Typed',
  description: 'Only its types matter.',
  price: { amountCents: 1 },
  signingSecret: SECRET,
  logger: recordingLogger(),
};

describe('the handler’s types', () => {
  it('follow from a JSON Schema, with as const or without', () => {
    defineService({
      ...parts,
      input: {
        type: 'object',
        additionalProperties: false,
        required: ['text'],
        properties: { text: { type: 'string' }, kind: { enum: ['a', 'b'] } },
      },
      output: {
        type: 'object',
        additionalProperties: false,
        required: ['words'],
        properties: { words: { type: 'integer' } },
      } as const,
      run: async (input, call) => {
        expectTypeOf(input).toEqualTypeOf<{ text: string; kind?: 'a' | 'b' }>();
        expectTypeOf(call).toEqualTypeOf<Call>();
        return { words: 1 };
      },
    });
  });

  it('refuse a result that does not fit output', () => {
    const service = defineService({
      ...parts,
      output: { type: 'object', required: ['words'], properties: { words: { type: 'integer' } } },
      // @ts-expect-error -- words is a number
      run: () => ({ words: 'one' }),
    });
    expectTypeOf(service).toEqualTypeOf<Service>();
  });

  it('follow from a Standard Schema: its output goes in, its input comes out', () => {
    defineService({
      ...parts,
      input: z.object({ text: z.string().transform((text) => text.length) }),
      output: z.object({ limit: z.int().default(5) }),
      run: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ text: number }>();
        return {};
      },
    });
    defineService({
      ...parts,
      input: type({ text: 'string' }),
      run: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ text: string }>();
      },
    });
  });

  it('are unknown without a schema, or with one whose literals TypeScript does not know', () => {
    defineService({
      ...parts,
      run: (input) => {
        expectTypeOf(input).toBeUnknown();
      },
    });
    defineService({
      ...parts,
      input: JSON.parse('{}') as Record<string, unknown>,
      run: (input) => {
        expectTypeOf(input).toBeUnknown();
      },
    });
  });

  it('accept what process.env gives', () => {
    const service = defineService({
      ...parts,
      baseUrl: process.env['PUBLIC_URL_THAT_IS_NOT_SET'],
      run: () => null,
    });
    expectTypeOf(service).toEqualTypeOf<Service>();
  });

  it('refuse an unknown key', () => {
    const define = () =>
      // @ts-expect-error -- it is called input
      defineService({ ...parts, inputs: {}, run: () => null });
    expectTypeOf(define).toBeFunction();
  });
});

it('StandardSchema is the interface of standardschema.dev', () => {
  type Both = StandardSchemaV1<string, number> & StandardJSONSchemaV1<string, number>;
  expectTypeOf<Both>().toExtend<StandardSchema<string, number>>();
});
