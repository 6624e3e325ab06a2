import type { Detail } from '@mkt/protocol';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A compiled schema: returns what is wrong with a value, without repeating the value, or `undefined`. */
export type SchemaCheck = (value: unknown) => readonly Detail[] | undefined;

/** Joins details into a sentence: `/text is required, /n must be integer`. */
export function sentenceOf(details: readonly Detail[], root: string): string {
  return details.map(({ path, message }) => `${path === '' ? root : path} ${message}`).join(', ');
}
