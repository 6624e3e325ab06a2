import { describeViolations, type Detail } from '@mkt/protocol';
import { draft07, draft201909, draft202012 } from './generated/meta-schemas.ts';
import type { Dialect } from './dialect.ts';

const VALIDATORS = { 'draft-07': draft07, '2019-09': draft201909, '2020-12': draft202012 } as const;

/**
 * What in a schema does not fit its dialect's meta-schema (`type: "strng"`, `required: "a"`). Its
 * size and depth must have been checked before.
 */
export function metaSchemaFaults(schema: unknown, dialect: Dialect, path: string): Detail[] {
  const validator = VALIDATORS[dialect.name];
  return validator(schema) ? [] : describeViolations(validator.errors, path);
}
