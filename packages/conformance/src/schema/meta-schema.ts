import type { ValidateFunction } from 'ajv';
import { describeViolations, type Detail } from '@mkt/protocol';
import type { Dialect } from './dialect.ts';
import { createMetaEngine } from './engine.ts';

const validators = new Map<Dialect, ValidateFunction>();

function metaValidator(dialect: Dialect): ValidateFunction {
  const kept = validators.get(dialect);
  if (kept) return kept;
  const validator = createMetaEngine(dialect).getSchema(dialect.metaSchema);
  if (!validator) throw new Error(`ajv has no meta-schema of ${dialect.name}`);
  validators.set(dialect, validator as ValidateFunction);
  return validator as ValidateFunction;
}

/**
 * What in a schema does not fit its dialect's meta-schema (`type: "strng"`, `required: "a"`). Its
 * size and depth must have been checked before.
 */
export function metaSchemaFaults(schema: unknown, dialect: Dialect, path: string): Detail[] {
  const validator = metaValidator(dialect);
  const verdict: unknown = validator(schema);
  return verdict === true ? [] : describeViolations(validator.errors, path);
}
