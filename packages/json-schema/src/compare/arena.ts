import type { LocatedPlan } from '../plan/make-plan.ts';
import type { Named, PlannedPattern, PlannedSchema, PlanNode } from '../plan/plan.ts';
import { lazyPattern } from '../validate/checks/scalars.ts';
import { memberTest } from '../validate/json-equality.ts';
import { type Budget, OutOfBudget, Run, type Verdict } from '../validate/run.ts';
import { prepare } from '../validate/validator.ts';

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
function shifted(node: PlanNode, offset: number): PlanNode {
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

/** Both plans as one list of nodes, and what can be asked about them within one budget of work. */
export interface Arena {
  nodes: readonly PlanNode[];
  /** The roots of the two schemas. */
  before: number;
  after: number;
  /** Both schemas count the same items as evaluated. */
  sameEvaluation: boolean;
  pointerOf(node: number): string;
  /** Whether a node accepts a value. Patterns that RE2 cannot run are `unknown`. */
  holds(node: number, value: unknown): Verdict;
  matches(pattern: PlannedPattern, text: string): Verdict;
  equal(a: unknown, b: unknown): boolean;
  /** Throws `OutOfBudget` when the budget is exhausted. */
  spend(units: number): void;
}

export function createArena(before: LocatedPlan, after: LocatedPlan, budget: Budget): Arena {
  const offset = before.plan.nodes.length;
  const sides = [before, after].map(({ plan }) => new Run(budget, prepare(plan)));
  const [run = new Run(budget, prepare(before.plan)), other = run] = sides;
  const patterns = new Map<string, ReturnType<typeof lazyPattern>>();

  return {
    nodes: [...before.plan.nodes, ...after.plan.nodes.map((node) => shifted(node, offset))],
    before: 0,
    after: offset,
    sameEvaluation: before.plan.containsEvaluates === after.plan.containsEvaluates,
    pointerOf: (node) =>
      (node < offset ? before.pointers[node] : after.pointers[node - offset]) ?? '',
    holds(node, value) {
      const side = node < offset ? run : other;
      try {
        side.depth = 0;
        return side.accepts(node < offset ? node : node - offset, value);
      } catch {
        // Too precise or too deep to be validated: then there is nothing that could be proven either.
        throw new OutOfBudget();
      }
    },
    matches(pattern, text) {
      const matches = patterns.get(pattern.source) ?? lazyPattern(pattern);
      patterns.set(pattern.source, matches);
      return matches(text, run);
    },
    equal: (a, b) => memberTest([a], run)(b, run),
    spend: (units) => run.spend(units),
  };
}

/** A node's keywords; none for `true` and `false`. */
export const keywordsOf = (arena: Arena, node: number): PlannedSchema => {
  const found = arena.nodes[node];
  return typeof found === 'object' ? found : {};
};

/** The nodes that apply to the same value whenever this one does. */
export const impliedBy = ({ refs = [], allOf = [] }: PlannedSchema): number[] => [
  ...refs,
  ...allOf,
];

/** The nodes that apply to the same value only under some condition, or negated. */
export const conditionalIn = (node: PlannedSchema): number[] => [
  ...(node.anyOf ?? []),
  ...(node.oneOf ?? []),
  ...[node.if, node.then, node.else].filter((inner) => inner !== undefined),
  ...(node.dependentSchemas ?? []).map(([, inner]) => inner),
];
