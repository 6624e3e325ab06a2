import type { Detail } from '@mkt/protocol';
import type { Dialect } from './dialect.ts';
import { collectFaults } from './faults.ts';
import { DRAFT_07, DRAFT_2019_09, DRAFT_2020_12 } from './generated/meta-schemas.ts';
import { makePlan } from './make-plan.ts';
import { readDocument } from './schema-document.ts';
import { createValidator, type Validator } from './validator.ts';

const META_SCHEMAS = {
  'draft-07': DRAFT_07,
  '2019-09': DRAFT_2019_09,
  '2020-12': DRAFT_2020_12,
} as const;

const validators = new Map<Dialect, Validator>();

function validatorOf(dialect: Dialect): Validator {
  const known = validators.get(dialect);
  if (known) return known;
  const document = readDocument(META_SCHEMAS[dialect.name] as never, dialect, collectFaults(''));
  const validator = createValidator(makePlan(document));
  validators.set(dialect, validator);
  return validator;
}

/**
 * What in a schema does not fit its dialect's meta-schema (`type: "strng"`, `required: "a"`). Its
 * size and depth must have been checked before.
 */
export function metaSchemaFaults(schema: unknown, dialect: Dialect, path: string): Detail[] {
  return validatorOf(dialect)
    .validate(schema)
    .map((detail) => ({ ...detail, path: (path + detail.path).slice(0, 200) }));
}
