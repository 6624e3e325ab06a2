import type { Detail } from '@mkt/protocol';
import { readSchema } from './inspect/inspect-schema.ts';
import { makePlan } from './plan/make-plan.ts';
import type { Plan } from './plan/plan.ts';
import { createValidator, type Validator } from './validate/validator.ts';

export type PlannedOutcome = { ok: true; plan: Plan } | { ok: false; details: Detail[] };
export type CompiledSchema =
  | ({ ok: true } & Pick<Validator, 'validate' | 'validateWithin'>)
  | { ok: false; details: Detail[] };

/**
 * Inspects an untrusted schema and returns its plan, or why it is refused. A hostile schema can take
 * 0.1 s, so a server does this in another process.
 */
export function planSchema(schema: unknown, path = ''): PlannedOutcome {
  try {
    const inspection = readSchema(schema, path);
    return inspection.ok ? { ok: true, plan: makePlan(inspection.document).plan } : inspection;
  } catch {
    return { ok: false, details: [{ path, message: 'could not be read as a JSON Schema' }] };
  }
}

/** Inspects a schema and creates its validator. */
export function compileSchema(schema: unknown, path = ''): CompiledSchema {
  const planned = planSchema(schema, path);
  if (!planned.ok) return planned;
  const { validate, validateWithin } = createValidator(planned.plan);
  return { ok: true, validate, validateWithin };
}
