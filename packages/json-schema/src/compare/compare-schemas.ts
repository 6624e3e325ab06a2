import { pointerTo } from '@mkt/protocol';
import { readSchema } from '../inspect/inspect-schema.ts';
import { makePlan, type LocatedPlan } from '../plan/make-plan.ts';
import { OutOfBudget, type Budget } from '../validate/run.ts';
import { createArena, type Arena } from './arena.ts';
import { createProver } from './containment.ts';
import { type Failure, subjectAt } from './prover.ts';

/** One difference between two schemas. */
export interface SchemaChange {
  /** JSON Pointer into the later schema, or into the earlier one if the keyword was dropped. */
  path: string;
  /** `narrower`: fewer values are valid. `wider`: more are. */
  direction: 'narrower' | 'wider';
  /** Certainly affects some value, at least as far as this part of the schema is concerned. */
  isCertain: boolean;
  message: string;
}

export type SchemaComparison =
  /** When no change is `narrower`, every value that was valid is still valid; and the other way round. */
  { ok: true; changes: SchemaChange[] } | { ok: false; reason: 'budget' | 'before' | 'after' };

const ACCEPTS_ALL: LocatedPlan = {
  plan: { nodes: [true], containsEvaluates: true },
  pointers: [''],
};

function locatedPlan(schema: unknown): LocatedPlan | undefined {
  if (schema === undefined || schema === null) return ACCEPTS_ALL;
  const reading = readSchema(schema, '');
  return reading.ok ? makePlan(reading.document) : undefined;
}

/**
 * Compares the sets of values that two schemas accept; a missing schema accepts everything. Schemas are
 * read as elsewhere, in their dialects; one that is not accepted is refused here too. Comparing is
 * exponential for some schemas, so it stops when the budget is exhausted. Never throws.
 */
export function compareSchemas(before: unknown, after: unknown, budget: Budget): SchemaComparison {
  try {
    const earlier = locatedPlan(before);
    if (!earlier) return { ok: false, reason: 'before' };
    const later = locatedPlan(after);
    if (!later) return { ok: false, reason: 'after' };
    const arena = createArena(earlier, later, budget);
    const prover = createProver(arena);
    const all = (node: number) => prover.conjunction([node]);
    const narrower = prover.failures(all(arena.before), arena.after);
    const wider = prover.failures(all(arena.after), arena.before);
    return {
      ok: true,
      changes: [...changes(narrower, true, arena), ...changes(wider, false, arena)],
    };
  } catch (error) {
    // A RangeError is a stack overflow, which is treated like an exhausted budget.
    if (error instanceof OutOfBudget || error instanceof RangeError) {
      return { ok: false, reason: 'budget' };
    }
    throw error;
  }
}

function changes(failures: readonly Failure[], isNarrower: boolean, arena: Arena): SchemaChange[] {
  const found = new Map<string, SchemaChange>();
  for (const { node, keyword, isCertain, sentence } of failures) {
    const pointer = arena.pointerOf(node);
    const path = keyword === '' ? pointer : pointerTo(pointer, keyword);
    const message = sentence(subjectAt(pointer), isNarrower);
    const key = `${path}\n${message}`;
    const known = found.get(key);
    if (known?.isCertain !== true) {
      found.set(key, { path, direction: isNarrower ? 'narrower' : 'wider', isCertain, message });
    }
  }
  return [...found.values()];
}
