import type { Detail, ReadJson } from '@mkt/protocol';
import { compileSchema, type CompiledSchema } from '@mkt/json-schema';

export type SchemaVerdict = { ok: true } | { ok: false; details: Detail[] } | { ok: 'timeout' };

/** A value with its numbers as they were written (`parseJson`), and its text. */
export type JsonValue = Pick<ReadJson, 'exact' | 'text'>;

/** Who compiles sellers' schemas and runs them: a pool of worker threads, or this process. */
export interface SchemaValidator {
  /** Why the schema is refused, with paths that start with `path`; empty when it is accepted. */
  inspect(schema: unknown, path: string): Promise<Detail[]>;
  /** Whether an accepted schema takes a value; `timeout` when that could not be found out in time. */
  validate(schema: unknown, value: JsonValue): Promise<SchemaVerdict>;
}

/**
 * Compiles and validates in the calling thread, without a time limit: for a seller's own schemas on
 * the seller's own machine. A server, where schemas are strangers' code, brings its own.
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
    inspect: async (schema, path) => {
      const result = compile(schema);
      if (result.ok) return [];
      return result.details.map((detail) => ({ ...detail, path: path + detail.path }));
    },
    validate: async (schema, { exact }) => {
      const result = compile(schema);
      const details = result.ok ? result.validate(exact) : result.details;
      return details.length === 0 ? { ok: true } : { ok: false, details };
    },
  };
}
