import type { Detail, Warning } from '@mkt/protocol';
import { readSchema } from './inspect-schema.ts';
import { queryInputFaults } from '../query/query-input.ts';
import { warningsAbout } from './schema-warnings.ts';

export interface SchemaPlace {
  /** Where the schema stands: paths of details and warnings start with it. */
  path: string;
  /** Of an input schema, the method that carries the input. */
  method?: string;
}

export interface SchemaReport {
  /** Why the schema is refused; empty when it is accepted. */
  details: Detail[];
  /** What in an accepted schema has no effect. */
  warnings: Warning[];
  /** Where an accepted input cannot travel in the query string (docs/orders.md#get-and-delete). */
  queryFaults: Detail[];
}

/** All that the rules say of a schema; to read a stranger's can take 0.1 s. */
export function schemaReport(schema: unknown, { path, method }: SchemaPlace): SchemaReport {
  const reading = readSchema(schema, path);
  if (!reading.ok) return { details: reading.details, warnings: [], queryFaults: [] };
  const warnings = warningsAbout(reading.document, path);
  const queryFaults = method === undefined ? [] : queryInputFaults(schema, method, path);
  return { details: [], warnings, queryFaults };
}
