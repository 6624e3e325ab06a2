import { type Detail, pointerTo, valueAt } from '@mkt/protocol';
import { readSchema } from './inspect/inspect-schema.ts';
import { type LocatedPlan, makePlan } from './plan/make-plan.ts';
import type { Plan, PlanNode } from './plan/plan.ts';
import { createValidator, type Validator, type ValidatorOptions } from './validate/validator.ts';

type Refused = { ok: false; details: Detail[] };
type PlannedOutcome = { ok: true; plan: Plan } | Refused;
export type CompiledSchema =
  | ({
      ok: true;
      /** JSON Pointers to the patterns that RE2 cannot run, which are undecided without an engine for them. */
      backtracking: readonly string[];
    } & Pick<Validator, 'validate' | 'validateWithin'>)
  | Refused;

function locatedPlan(schema: unknown, path: string): ({ ok: true } & LocatedPlan) | Refused {
  try {
    const inspection = readSchema(schema, path);
    return inspection.ok ? { ok: true, ...makePlan(inspection.document) } : inspection;
  } catch {
    return { ok: false, details: [{ path, message: 'could not be read as a JSON Schema' }] };
  }
}

/**
 * Inspects an untrusted schema and returns its plan, or why it is refused. A hostile schema can take
 * 0.1 s, so a server does this in another process.
 */
export function planSchema(schema: unknown, path = ''): PlannedOutcome {
  const planned = locatedPlan(schema, path);
  return planned.ok ? { ok: true, plan: planned.plan } : planned;
}

/** Inspects a schema and creates its validator. */
export function compileSchema(
  schema: unknown,
  path = '',
  options: ValidatorOptions = {},
): CompiledSchema {
  const planned = locatedPlan(schema, path);
  if (!planned.ok) return planned;
  const { validate, validateWithin } = createValidator(planned.plan, options);
  return { ok: true, backtracking: backtrackingIn(planned, path), validate, validateWithin };
}

function backtrackingIn({ plan, pointers }: LocatedPlan, path: string): string[] {
  return plan.nodes.flatMap((node, index) => {
    if (typeof node === 'boolean') return [];
    const at = path + (pointers[index] ?? '');
    const keywords = [
      ...(node.pattern?.backtracks ? ['pattern'] : []),
      ...(node.patternProperties?.some(([pattern]) => pattern.backtracks)
        ? ['patternProperties']
        : []),
    ];
    return keywords.map((keyword) => pointerTo(at, keyword));
  });
}

/** A node of a plan, and where it is in the schema as it was written. */
export interface DescribedNode {
  plan: PlanNode;
  /** JSON Pointer. */
  pointer: string;
  /** Its `description`, otherwise its `title`, as the seller wrote it. */
  description?: string;
}

export type DescribedPlan =
  | { ok: true; nodes: readonly DescribedNode[] }
  | { ok: false; details: Detail[] };

/** The plan of an untrusted schema for programs that show it, such as a generator of types. */
export function describedPlan(schema: unknown, path = ''): DescribedPlan {
  const reading = readSchema(schema, path);
  if (!reading.ok) return reading;
  const { plan, pointers } = makePlan(reading.document);
  return {
    ok: true,
    nodes: plan.nodes.map((node, index) => {
      const pointer = pointers[index] ?? '';
      const description = descriptionAt(schema, pointer);
      return { plan: node, pointer, ...(description === undefined ? {} : { description }) };
    }),
  };
}

function descriptionAt(schema: unknown, pointer: string): string | undefined {
  const { value } = valueAt(schema, pointer);
  if (typeof value !== 'object' || value === null) return undefined;
  const { description, title } = value as Readonly<Record<string, unknown>>;
  return [description, title].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
}
