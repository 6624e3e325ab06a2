import {
  compileSchema,
  schemaReport,
  type CompiledSchema,
  type SchemaPlace,
  type SchemaReport,
} from '@mkt/json-schema';
import type { Detail, ReadJson } from '@mkt/protocol';

export type SchemaVerdict = { ok: true } | { ok: false; details: Detail[] } | { ok: 'timeout' };

/** A value with its numbers as they were written (`parseJson`), and its text. */
export type JsonValue = Pick<ReadJson, 'exact' | 'text'>;

/** Who reads sellers' schemas and applies them: a pool of processes, or this process. */
export interface SchemaValidator {
  inspect(schema: unknown, place: SchemaPlace): Promise<SchemaReport>;
  /** Whether an accepted schema takes a value; `timeout` when that could not be found out in time. */
  validate(schema: unknown, value: JsonValue): Promise<SchemaVerdict>;
}

/**
 * Reads and applies schemas in the calling thread, without a time limit: for a seller's own schemas
 * on the seller's own machine. A server, where schemas are strangers' code, brings its own.
 */
export function inProcessSchemaValidator(): SchemaValidator {
  const compiled = new WeakMap<object, CompiledSchema>();
  const compile = (schema: unknown): CompiledSchema => {
    if (typeof schema !== 'object' || schema === null) return compileSchema(schema);
    const kept = compiled.get(schema) ?? compileSchema(schema);
    compiled.set(schema, kept);
    return kept;
  };
  return {
    inspect: async (schema, place) => schemaReport(schema, place),
    validate: async (schema, { exact }) => {
      const result = compile(schema);
      const details = result.ok ? result.validate(exact) : result.details;
      return details.length === 0 ? { ok: true } : { ok: false, details };
    },
  };
}
