import type { Detail } from '@mkt/protocol';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A compiled schema: what is wrong with a value, or `undefined`. Never a value of the caller's. */
export type SchemaCheck = (value: unknown) => readonly Detail[] | undefined;

/**
 * The port behind `#validator`: ajv where Node is, @cfworker/json-schema where code generation may
 * be forbidden. Throws an Error with a sentence for a schema that is not valid.
 */
export type CompileSchema = (schema: JsonSchema) => SchemaCheck;

/** Drafts by the schema's `$schema`; none means draft-07, as at the marketplace. */
export type Draft = '7' | '2019-09' | '2020-12';

const DRAFTS: Readonly<Record<string, Draft>> = {
  'json-schema.org/draft-07/schema': '7',
  'json-schema.org/draft/2019-09/schema': '2019-09',
  'json-schema.org/draft/2020-12/schema': '2020-12',
};

export function draftOf(schema: JsonSchema): Draft {
  const { $schema } = schema;
  if ($schema === undefined) return '7';
  const draft =
    typeof $schema === 'string'
      ? DRAFTS[$schema.replace(/^https?:\/\//, '').replace(/#$/, '')]
      : undefined;
  if (!draft) throw new Error('$schema must be draft-07, 2019-09 or 2020-12');
  return draft;
}

/** Details as part of a sentence: `/text is required, /n must be integer`. */
export function sentenceOf(details: readonly Detail[], root: string): string {
  return details.map(({ path, message }) => `${path === '' ? root : path} ${message}`).join(', ');
}
