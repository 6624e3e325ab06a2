import {
  defineService,
  type Call,
  type Logger,
  type ReplayStore,
  type Service,
} from '@mkt/seller-kit';
import { newSigningSecret } from '@mkt/seller-kit/testing';
import { vi } from 'vitest';

export const SECRET = newSigningSecret();

const INPUT = {
  type: 'object',
  additionalProperties: false,
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1 }, limit: { type: 'integer' } },
} as const;

export const OUTPUT = {
  type: 'object',
  required: ['length'],
  properties: { length: { type: 'integer' } },
} as const;

/** A logger whose lines a test can read. */
export function recordingLogger() {
  return {
    info: vi.fn<(message: string) => void>(),
    warn: vi.fn<Logger['warn']>(),
    error: vi.fn<Logger['error']>(),
  } satisfies Logger;
}

export type Run = (input: { text: string; limit?: number }, call: Call) => unknown;

export interface SampleOptions {
  run?: Run;
  signingSecret?: string | readonly string[] | false | undefined;
  baseUrl?: string;
  output?: object;
  logger?: Logger;
  replay?: ReplayStore | false;
  maxBodyBytes?: number;
}

/** Counts the characters of a text; signed calls only. */
export function sampleService(options: SampleOptions = {}): Service {
  const { run = ({ text }) => ({ length: text.length }), output, ...rest } = options;
  return defineService({
    name: 'Text length',
    description: 'How long a text is.',
    price: { amountCents: 2 },
    input: INPUT,
    signingSecret: SECRET,
    logger: recordingLogger(),
    ...(output ? { output: output as Record<string, unknown> } : {}),
    run,
    ...rest,
  });
}
