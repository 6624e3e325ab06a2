import type { Schema } from '@cfworker/json-schema';

const TYPES = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'enum', 'required'];
const NUMBERS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'];

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The mistakes that ajv refuses through the meta-schema and @cfworker/json-schema would let pass
 * in silence: unknown types, keywords of the wrong kind, broken patterns, references to nothing.
 *
 * @param schemas every schema by its absolute URI, as `dereference` finds them
 */
export function checkSchemaShape(schemas: Record<string, Schema | boolean>): void {
  for (const [uri, schema] of Object.entries(schemas)) {
    if (typeof schema === 'boolean') continue;
    const where = uri.includes('#') ? uri.slice(uri.indexOf('#') + 1) : '';
    const problem = problemOf(schema, schemas);
    if (problem) throw new Error(`${where === '' ? 'it' : where} ${problem}`);
  }
}

function problemOf(schema: Schema, all: Record<string, unknown>): string | undefined {
  const types: unknown[] = schema.type === undefined ? [] : [schema.type].flat();
  if (!types.every((type) => TYPES.has(String(type)))) return 'has an unknown "type"';
  const given = (names: string[]) => names.filter((name) => schema[name] !== undefined);
  for (const name of given(MAPS)) {
    if (!isObject(schema[name])) return `has a "${name}" that is no object`;
  }
  for (const name of given(LISTS)) {
    if (!Array.isArray(schema[name])) return `has a "${name}" that is no array`;
  }
  for (const name of given(NUMBERS)) {
    if (typeof schema[name] !== 'number') return `has a "${name}" that is no number`;
  }
  for (const pattern of [schema.pattern, ...Object.keys(schema.patternProperties ?? {})]) {
    if (pattern !== undefined && !isPattern(pattern)) return 'has a pattern that is not valid';
  }
  if (schema.__absolute_ref__ !== undefined && all[schema.__absolute_ref__] === undefined) {
    return 'has a "$ref" that leads nowhere';
  }
  return undefined;
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
