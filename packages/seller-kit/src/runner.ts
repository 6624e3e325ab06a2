import type { Method, ReadValue } from '@mkt/protocol';
import type { ServiceResponse } from './answers.ts';
import type { CallVerifications } from './call-verification.ts';
import type { Logger } from './logger.ts';
import type { SchemaSource } from './schema-source.ts';
import type { Call } from './service-definition.ts';

/** What `/run` needs, made once from the definition. */
export interface Runner {
  name: string;
  method: Method;
  /** Of GET and DELETE, which take their input from the query string. */
  readQuery: ((query: string) => ReadValue) | undefined;
  maxBodyBytes: number;
  verifications: CallVerifications;
  input: SchemaSource | undefined;
  output: SchemaSource | undefined;
  /** In development. */
  checksResults: boolean;
  run: (input: unknown, call: Call) => unknown;
  logger: Logger;
}

/**
 * What one step of a call hands to the next, or the answer that ends the call. Steps that can be
 * synchronous are: a call then costs three promises and not a dozen.
 */
export type Step<T> = { go: true; value: T } | { go: false; answer: ServiceResponse };

export const go = <T>(value: T): Step<T> => ({ go: true, value });

export const end = (answer: ServiceResponse): Step<never> => ({ go: false, answer });
