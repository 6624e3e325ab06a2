import type { Detail, Warning } from '@mkt/protocol';
import { readSchema } from './inspect-schema.ts';
import { queryInputProblems } from '../query/query-input.ts';
import { allWarnings } from './schema-warnings.ts';

export interface SchemaContext {
  /** Path of the schema, with which the paths of details and warnings start. */
  path: string;
  /** For an input schema, the method that carries the input. */
  method?: string;
}

export interface SchemaReport {
  /** Why the schema is refused; empty if it is accepted. */
  details: Detail[];
  /** Parts of an accepted schema that have no effect. */
  warnings: Warning[];
  /** Parts of an accepted input that a query string cannot carry (docs/buy/orders.md#get-and-delete). */
  queryProblems: Detail[];
}

/** Applies every rule to a schema. A hostile schema can take 0.1 s. */
export function schemaReport(schema: unknown, { path, method }: SchemaContext): SchemaReport {
  const reading = readSchema(schema, path);
  if (!reading.ok) return { details: reading.details, warnings: [], queryProblems: [] };
  const warnings = allWarnings(reading.document, path);
  const queryProblems = method === undefined ? [] : queryInputProblems(schema, method, path);
  return { details: [], warnings, queryProblems };
}
