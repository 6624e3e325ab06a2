import { ORDINARY_SCHEMA, ordinaryInput } from './ordinary-call.ts';

/** The call that is measured: its schema, an input of 190 bytes and a response of 160. */
export const INPUT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['text', 'lang', 'options'],
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 20_000 },
    lang: { type: 'string', enum: ['en', 'de', 'fr'] },
    options: {
      type: 'object',
      additionalProperties: false,
      properties: {
        maxItems: { type: 'integer', minimum: 1, maximum: 100 },
        tags: { type: 'array', items: { type: 'string' } },
      },
    },
  },
};

/** A listing's input schema, and the input that is sent to it. */
export interface SampleCall {
  inputSchema: object;
  input: unknown;
}

/** A call, named by its schema and the length of its input in characters: `simple-4000`, `ordinary-500`. */
export function sampleCall(name: string): SampleCall {
  const [kind, chars] = name.split('-');
  const size = Number(chars);
  if (kind === 'ordinary') return { inputSchema: ORDINARY_SCHEMA, input: ordinaryInput(size) };
  if (kind !== 'simple') throw new Error(`There is no call ${name}.`);
  const text = 'x'.repeat(INPUT.text.length + size - JSON.stringify(INPUT).length);
  return { inputSchema: INPUT_SCHEMA, input: { ...INPUT, text } };
}

export interface Input {
  text: string;
  lang: string;
}

export const INPUT = {
  text: 'x'.repeat(120),
  lang: 'en',
  options: { maxItems: 5, tags: ['alpha', 'beta'] },
};

export const RESULT = {
  ok: true,
  items: ['alpha', 'beta', 'gamma'],
  score: 0.875,
  note: 'y'.repeat(80),
};

/** The secret, the key and the listing of the servers that are compared with the project. */
export const SIGNING_SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
export const API_KEY = `mkt_${'k'.repeat(49)}`;
export const LISTING_ID = '0190c1f0-7b1e-7c3a-9f00-0123456789ab';
