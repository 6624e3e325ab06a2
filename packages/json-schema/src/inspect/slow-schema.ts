import { LIMITS, type Warning } from '@mkt/protocol';
import { makePlan } from '../plan/make-plan.ts';
import type { Plan, PlanNode, PlannedSchema } from '../plan/plan.ts';
import { edgesOf, targetsOf, type Edges } from '../plan/shared-nodes.ts';
import { OutOfBudget, Run } from '../validate/run.ts';
import { prepare } from '../validate/validator.ts';
import type { SchemaDocument } from '../document/schema-document.ts';

/** A unit of work takes about 10 ns. */
const AFFORDABLE_UNITS = LIMITS.inputValidationMs * 100_000;
/** Units that looking for a slow input may take: some 10 ms. */
const SEARCH_UNITS = 1_000_000;
/** Items and members that take the fewest bytes of an input. */
const TINY_VALUES: readonly unknown[] = [0, '', 'x', null, {}, []];
const TINY_NAMES: readonly unknown[] = ['', 'x'];
/** Units to look at a node while searching. */
const PER_NODE = 10;
/** A comma; for a member, also a colon and a name of a few letters. */
const PER_ITEM = 1;
const PER_MEMBER = 8;

interface Group {
  /** The nodes that apply to each of many values. */
  nodes: readonly number[];
  values: readonly unknown[];
  bytesBeside: number;
  /** The number of values, if the schema limits it. */
  most: number;
}

/** A node and all that apply to the same value. */
function withSame(node: number, edges: readonly Edges[], run: Run): number[] {
  const found = new Set([node]);
  // Iterating over a set includes members that are added during the iteration.
  for (const each of found) {
    run.spend(PER_NODE);
    for (const target of edges[each]?.same ?? []) found.add(target);
  }
  return [...found];
}

/** The nodes that apply whenever this one does. */
function implied(node: number, nodes: Plan['nodes']): PlannedSchema[] {
  const found = new Set([node]);
  for (const each of found) {
    const planned = nodes[each];
    if (typeof planned !== 'object') continue;
    for (const inner of [...(planned.refs ?? []), ...(planned.allOf ?? [])]) found.add(inner);
  }
  return [...found].flatMap((each) => {
    const planned = nodes[each];
    return typeof planned === 'object' ? [planned] : [];
  });
}

const leastOf = (limits: readonly (number | undefined)[]) =>
  Math.min(...limits.map((limit) => limit ?? Infinity), Infinity);

/** The nodes that apply to the items, members and names of the node's value, which may be many. */
function groupsOf(node: number, nodes: Plan['nodes'], edges: readonly Edges[], run: Run): Group[] {
  const same = withSame(node, edges, run).flatMap((each) => edges[each] ?? []);
  const needed = implied(node, nodes);
  const maxItems = leastOf(needed.map((each) => each.maxItems));
  const maxProperties = leastOf(needed.map((each) => each.maxProperties));
  const groups: Group[] = [
    {
      nodes: same.flatMap(({ anyItem }) => anyItem.map(({ target }) => target)),
      values: TINY_VALUES,
      bytesBeside: PER_ITEM,
      most: maxItems,
    },
    {
      nodes: same.flatMap(({ anyMember }) => anyMember.map(({ target }) => target)),
      values: TINY_VALUES,
      bytesBeside: PER_MEMBER,
      most: maxProperties,
    },
    {
      nodes: same.flatMap(({ names }) => names),
      values: TINY_NAMES,
      bytesBeside: PER_MEMBER,
      most: maxProperties,
    },
  ];
  return groups.filter((group) => group.nodes.length > 0);
}

/** Nodes that apply to the root of a value, an item, a member or a name. */
const entriesOf = (edges: readonly Edges[]): Set<number> =>
  new Set([0, ...edges.flatMap((each) => targetsOf({ ...each, same: [] }))]);

const NONE = edgesOf({});

/** With less work, no group takes long and nothing is measured; this is so for most schemas. */
const MIN_WEIGHT = 150;
const PER_UNEVALUATED = 100;

/** About how many units the application of a node may take. */
function weightOf(node: PlanNode | undefined): number {
  if (typeof node !== 'object') return 1;
  const { properties = [], required = [], patternProperties = [] } = node;
  const { unevaluatedItems, unevaluatedProperties } = node;
  const hasUnevaluated = (unevaluatedItems ?? unevaluatedProperties) !== undefined;
  const names = properties.length + required.length + patternProperties.length;
  return PER_NODE + names + (hasUnevaluated ? PER_UNEVALUATED : 0);
}

/** Nodes that may apply to any number of values, because one around them does. */
function repeatedNodes(groups: Iterable<readonly Group[]>, edges: readonly Edges[]): Set<number> {
  const repeated = new Set<number>();
  for (const { nodes, most } of [...groups].flat()) {
    if (most === Infinity) for (const each of nodes) repeated.add(each);
  }
  for (const each of repeated) {
    for (const target of targetsOf(edges[each] ?? NONE)) repeated.add(target);
  }
  return repeated;
}

/** Whether a member or item of a value of the node may be one too. */
function isRecursive(node: number, edges: readonly Edges[]): boolean {
  const found = new Set(targetsOf(edges[node] ?? NONE));
  for (const each of found) for (const target of targetsOf(edges[each] ?? NONE)) found.add(target);
  return found.has(node);
}

/**
 * The node, by its index, whose application to many tiny items or members takes longer than an input
 * may. This is measured with one such value, in the units that the validator counts.
 */
function slowNode(plan: Plan): number | undefined {
  const edges = plan.nodes.map((node) => edgesOf(typeof node === 'boolean' ? {} : node));
  const prepared = prepare(plan);
  const left = { units: SEARCH_UNITS, isLate: () => false };

  /** The units of the second time, when everything is prepared. */
  function unitsFor(nodes: readonly number[], value: unknown): number {
    let units = 0;
    for (let times = 0; times < 2; times++) {
      const before = left.units;
      const run = new Run(left, prepared);
      for (const node of nodes) run.accepts(node, value);
      run.end();
      units = before - left.units;
    }
    return units;
  }

  function isSlow({ nodes, values, bytesBeside, most }: Group): boolean {
    const all = new Set(nodes.flatMap((node) => withSame(node, edges, new Run(left, prepared))));
    const weight = [...all].reduce((sum, node) => sum + weightOf(plan.nodes[node]), 0);
    if (weight < MIN_WEIGHT) return false;
    return values.some((value) => {
      const possible = LIMITS.requestBodyBytes / (JSON.stringify(value).length + bytesBeside);
      return Math.min(possible, most) * unitsFor(nodes, value) > AFFORDABLE_UNITS;
    });
  }

  try {
    const run = new Run(left, prepared);
    const groups = new Map<number, Group[]>();
    for (const entry of entriesOf(edges)) {
      groups.set(entry, groupsOf(entry, plan.nodes, edges, run));
    }
    const repeated = repeatedNodes(groups.values(), edges);
    for (const [entry, inside] of groups) {
      const each = { nodes: [entry], values: TINY_VALUES, bytesBeside: PER_MEMBER, most: Infinity };
      if (isSlow(each) && isRecursive(entry, edges)) return entry;
      for (const group of inside) {
        const most = repeated.has(entry) ? Infinity : group.most;
        if (isSlow({ ...group, most })) return group.nodes[0];
      }
    }
  } catch (error) {
    // A group that could not be measured is not known to be slow.
    if (!(error instanceof OutOfBudget)) throw error;
  }
  return undefined;
}

/** A warning about an accepted schema for which a slow input is known. */
export function slowSchemaWarnings(document: SchemaDocument, path: string): Warning[] {
  const { plan, pointers } = makePlan(document);
  const slow = slowNode(plan);
  if (slow === undefined) return [];
  const message = `A value of ${LIMITS.requestBodyBytes / 1024} KiB can take longer to check than ${LIMITS.inputValidationMs} ms: such an input is refused, and such a result is not checked. Use fewer alternatives, or limit the number of items or members.`;
  return [{ code: 'slow_schema', message, path: path + (pointers[slow] ?? '') }];
}
