import type { Applicator, Dialect } from '../dialect/dialect.ts';
import { isObject, pointerTo } from '@mkt/protocol';

export type SchemaObject = Readonly<Record<string, unknown>>;
export type Schema = SchemaObject | boolean;

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'boolean' || isObject(value);

export interface Subschema {
  pointer: string;
  schema: Schema;
  keyword: string;
  /** Applies to the same value as the schema around it. */
  inPlace: boolean;
}

/** The name and value of every member of a keyword that may be a schema. */
function candidatesIn(value: unknown, holds: Applicator['holds']): [string | null, unknown][] {
  switch (holds) {
    case 'schema':
      return [[null, value]];
    case 'list':
      return Array.isArray(value) ? [...value.entries()].map(([i, v]) => [String(i), v]) : [];
    case 'schema-or-list':
      return Array.isArray(value) ? candidatesIn(value, 'list') : candidatesIn(value, 'schema');
    case 'map':
    case 'dependencies':
      return isObject(value) ? Object.entries(value) : [];
    default:
      return holds satisfies never;
  }
}

/** Whether a `$ref`, as in draft-07 and before, makes the rest of the schema meaningless. */
export const standsAlone = (schema: SchemaObject, dialect: Dialect) =>
  dialect.referenceStandsAlone && typeof schema['$ref'] === 'string';

/** Whether a keyword is hidden by the `$ref` beside it. */
export const isHidden = (keyword: string, schema: SchemaObject, dialect: Dialect) =>
  keyword !== '$ref' && !dialect.keeps.has(keyword) && standsAlone(schema, dialect);

/** The schemas directly inside a schema, including definitions; skips what is not a schema. */
export function subschemasOf(schema: SchemaObject, pointer: string, dialect: Dialect): Subschema[] {
  const found: Subschema[] = [];
  const collect = (keyword: string, { holds, inPlace }: Applicator) => {
    const at = pointerTo(pointer, keyword);
    for (const [name, value] of candidatesIn(schema[keyword], holds)) {
      if (!isSchema(value)) continue;
      found.push({
        pointer: name === null ? at : pointerTo(at, name),
        schema: value,
        keyword,
        inPlace,
      });
    }
  };
  for (const keyword of Object.keys(schema)) {
    const kept = dialect.keeps.get(keyword);
    if (kept) {
      collect(keyword, { holds: kept, inPlace: false });
    } else if (!standsAlone(schema, dialect)) {
      const applicator = dialect.applicators.get(keyword);
      if (applicator) collect(keyword, applicator);
    }
  }
  return found;
}
