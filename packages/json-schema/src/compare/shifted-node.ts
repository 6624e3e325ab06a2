import type { Named, PlanNode, PlannedSchema } from '../plan/plan.ts';

const SINGLE = [
  'not',
  'if',
  'then',
  'else',
  'items',
  'contains',
  'unevaluatedItems',
  'additionalProperties',
  'propertyNames',
  'unevaluatedProperties',
] as const;
const LISTS = ['refs', 'allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const NAMED = ['properties', 'dependentSchemas'] as const;

/** Keywords that hold nodes, by the form in which they hold them. */
export const NODE_KEYWORDS = { single: SINGLE, lists: LISTS, named: NAMED } as const;

/** The same node in a list in which its plan starts at `offset`. */
export function shifted(node: PlanNode, offset: number): PlanNode {
  if (typeof node === 'boolean' || offset === 0) return node;
  const copy: PlannedSchema = { ...node };
  for (const keyword of SINGLE) {
    const index = node[keyword];
    if (index !== undefined) copy[keyword] = index + offset;
  }
  for (const keyword of LISTS) {
    const list = node[keyword];
    if (list) copy[keyword] = list.map((index) => index + offset);
  }
  for (const keyword of NAMED) {
    const named = node[keyword];
    if (named) copy[keyword] = named.map(([name, index]): Named[number] => [name, index + offset]);
  }
  const { patternProperties } = node;
  if (patternProperties) {
    copy.patternProperties = patternProperties.map(
      ([pattern, index]) => [pattern, index + offset] as const,
    );
  }
  return copy;
}
