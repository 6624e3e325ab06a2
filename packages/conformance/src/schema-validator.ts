import { createContext, Script } from 'node:vm';
import {
  compileSchema,
  schemaReport,
  type BacktrackingEngine,
  type CompiledSchema,
  type SchemaContext,
  type SchemaReport,
} from '@mkt/json-schema';
import { isObject, LIMITS, type Detail, type ReadJson } from '@mkt/protocol';

export type SchemaVerdict = { ok: true } | { ok: false; details: Detail[] } | { ok: 'timeout' };

/** A value with its numbers as they were written (`parseJson`), and its text. */
export type JsonValue = Pick<ReadJson, 'exact' | 'text'>;

/** Inspects and applies sellers' schemas, in a pool of processes or in this process. */
export interface SchemaValidator {
  inspect(schema: unknown, context: SchemaContext): Promise<SchemaReport>;
  /** Whether a value matches an accepted schema; `timeout` if that could not be determined in time. */
  validate(schema: unknown, value: JsonValue): Promise<SchemaVerdict>;
}

/** V8's own engine, interrupted if one match takes as long as a whole validation may. */
const backtracking: BacktrackingEngine = (pattern) => {
  const context = createContext({ compiled: new RegExp(pattern, 'u') });
  const script = new Script('compiled.test(text)');
  return (text) =>
    script.runInContext(Object.assign(context, { text }), {
      timeout: LIMITS.inputValidationMs,
    }) as boolean;
};

/**
 * Inspects and applies schemas in the calling thread: for sellers' own schemas on their own machines. A
 * validation has no time limit unless `validationMs` is given; only patterns that RE2 cannot run have one.
 * A server, where schemas are untrusted code, needs a different implementation.
 */
export function inProcessSchemaValidator({
  validationMs = Number.POSITIVE_INFINITY,
}: { validationMs?: number } = {}): SchemaValidator {
  const compiled = new WeakMap<object, CompiledSchema>();
  const compile = (schema: unknown): CompiledSchema => {
    const kept = isObject(schema) ? compiled.get(schema) : undefined;
    if (kept) return kept;
    const made = compileSchema(schema, '', { backtracking });
    if (isObject(schema)) compiled.set(schema, made);
    return made;
  };
  const budget = () => {
    const endsAt = performance.now() + validationMs;
    return { units: Number.POSITIVE_INFINITY, isLate: () => performance.now() > endsAt };
  };
  return {
    inspect: async (schema, context) => schemaReport(schema, context),
    validate: async (schema, { exact }) => {
      const result = compile(schema);
      const details = result.ok ? result.validateWithin(budget(), exact) : result.details;
      if (details === undefined) return { ok: 'timeout' };
      return details.length === 0 ? { ok: true } : { ok: false, details };
    },
  };
}
