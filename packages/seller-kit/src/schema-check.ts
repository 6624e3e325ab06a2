import type { Detail } from '@mkt/protocol';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A compiled schema: what is wrong with a value, or `undefined`. Never a value of the caller's. */
export type SchemaCheck = (value: unknown) => readonly Detail[] | undefined;

/** Details as part of a sentence: `/text is required, /n must be integer`. */
export function sentenceOf(details: readonly Detail[], root: string): string {
  return details.map(({ path, message }) => `${path === '' ? root : path} ${message}`).join(', ');
}
