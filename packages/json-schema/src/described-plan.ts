import { valueAt, type Detail } from '@mkt/protocol';
import { readSchema } from './inspect/inspect-schema.ts';
import { makePlan } from './plan/make-plan.ts';
import type { PlanNode } from './plan/plan.ts';

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
