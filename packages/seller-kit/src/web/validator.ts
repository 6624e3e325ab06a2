import { dereference, Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';
import { LIMITS, type Detail } from '@mkt/protocol';
import { draftOf, type CompileSchema } from '../schema-check.ts';
import { checkSchemaShape } from './schema-shape.ts';

/** The library's own texts repeat the value that failed, which an answer must not. */
const MESSAGES: Readonly<Record<string, string>> = {
  false: 'is not known',
  const: 'must be the constant of the schema',
  enum: 'must be one of the values of the schema',
  not: 'must not fit the schema under "not"',
  minimum: 'is too small',
  exclusiveMinimum: 'is too small',
  maximum: 'is too large',
  exclusiveMaximum: 'is too large',
  multipleOf: 'is not a multiple of what the schema asks',
  minLength: 'is too short',
  maxLength: 'is too long',
  pattern: 'must match the pattern of the schema',
  minItems: 'has too few items',
  maxItems: 'has too many items',
  uniqueItems: 'must not have the same item twice',
  minProperties: 'has too few properties',
  maxProperties: 'has too many properties',
};

/** What only says that something below it failed. */
const WRAPPERS = new Set(
  `allOf anyOf oneOf if $ref $recursiveRef $dynamicRef properties patternProperties items prefixItems
  additionalItems additionalProperties unevaluatedProperties unevaluatedItems propertyNames
  dependentSchemas dependencies`.split(/\s+/),
);

const quoted = (text: string) => /"(.*)"/s.exec(text)?.[1] ?? '';
const pointer = (name: string) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

function describe({ keyword, instanceLocation, error }: OutputUnit): Detail {
  const at = decodeURIComponent(instanceLocation.slice(1));
  const detail = (path: string, message: string): Detail => ({ path, message, keyword });
  if (keyword === 'required') return detail(at + pointer(quoted(error)), 'is required');
  if (keyword === 'type') {
    const expected = quoted(error.slice(error.indexOf('Expected'))).replaceAll('", "', ',');
    return detail(at, `must be ${expected}`);
  }
  return detail(at, MESSAGES[keyword] ?? `does not fit "${keyword}" of the schema`);
}

/** A validator that generates no code, for Workers and the like. */
export const compileSchema: CompileSchema = (schema) => {
  const draft = draftOf(schema);
  // Dereferencing writes into the schema, which may be frozen.
  const copy = structuredClone(schema) as Schema;
  checkSchemaShape(dereference(copy));
  const validator = new Validator(copy, draft);
  return (value) => {
    let errors: OutputUnit[];
    try {
      ({ errors } = validator.validate(value));
    } catch {
      // A name with a lone surrogate has no place in the library's locations.
      return [{ path: '', message: 'cannot be checked' }];
    }
    if (errors.length === 0) return undefined;
    const telling = errors.filter(({ keyword }) => !WRAPPERS.has(keyword));
    return (telling.length > 0 ? telling : errors).slice(0, LIMITS.details).map(describe);
  };
};
