import type { PlanNode, PlannedSchema } from './plan.ts';

/** Steps of the search. Ordinary schemas need a few hundred; these take some 20 ms. */
const MAX_STEPS = 300_000;

interface ToAnyMember {
  target: number;
  /** The names that `properties` beside it covers. */
  except?: ReadonlyMap<string, number>;
}

interface ToAnyItem {
  target: number;
  from: number;
}

/** Where a node leads: to nodes for the same value, and for its members, items and names. */
export interface Edges {
  same: readonly number[];
  members: ReadonlyMap<string, number>;
  anyMember: readonly ToAnyMember[];
  prefix: readonly number[];
  anyItem: readonly ToAnyItem[];
  names: readonly number[];
}

const given = (...nodes: readonly (number | undefined)[]): number[] =>
  nodes.filter((node) => node !== undefined);

export function edgesOf(node: PlannedSchema): Edges {
  const { prefixItems: prefix = [], properties = [], patternProperties = [] } = node;
  const members = new Map(properties);
  const others = given(node.additionalProperties);
  return {
    same: [
      ...(node.refs ?? []),
      ...(node.allOf ?? []),
      ...(node.anyOf ?? []),
      ...(node.oneOf ?? []),
      ...given(node.not, node.if, node.then, node.else),
      ...(node.dependentSchemas ?? []).map(([, target]) => target),
    ],
    members,
    anyMember: [
      ...patternProperties.map(([, target]) => ({ target })),
      ...others.map((target) => ({ target, except: members })),
      ...given(node.unevaluatedProperties).map((target) => ({ target })),
    ],
    prefix,
    anyItem: [
      ...given(node.items).map((target) => ({ target, from: prefix.length })),
      ...given(node.contains, node.unevaluatedItems).map((target) => ({ target, from: 0 })),
    ],
    names: given(node.propertyNames),
  };
}

export const targetsOf = ({
  same,
  members,
  anyMember,
  prefix,
  anyItem,
  names,
}: Edges): number[] => [
  ...same,
  ...members.values(),
  ...anyMember.map(({ target }) => target),
  ...prefix,
  ...anyItem.map(({ target }) => target),
  ...names,
];

/**
 * The pairs of nodes that apply to the same member, item or name: one from each side, or over two
 * different edges of one node.
 */
function* meetings(one: Edges, other: Edges): Generator<readonly [number, number]> {
  const isSelf = one === other;
  const [from, to] = one.members.size < other.members.size ? [one, other] : [other, one];
  for (const [name, target] of isSelf ? [] : from.members) {
    const each = to.members.get(name);
    if (each !== undefined) yield [target, each];
  }
  for (const [any, named] of [[one, other] as const, [other, one] as const].slice(isSelf ? 1 : 0)) {
    for (const { target, except } of any.anyMember) {
      for (const [name, each] of named.members) if (!except?.has(name)) yield [target, each];
    }
    for (const { target, from: start } of any.anyItem) {
      for (const each of named.prefix.slice(start)) yield [target, each];
    }
  }
  for (const any of one.anyMember) {
    for (const each of other.anyMember) if (any !== each) yield [any.target, each.target];
  }
  for (const [index, target] of isSelf ? [] : one.prefix.entries()) {
    const each = other.prefix[index];
    if (each !== undefined) yield [target, each];
  }
  for (const any of one.anyItem) {
    for (const each of other.anyItem) if (any !== each) yield [any.target, each.target];
  }
  for (const target of isSelf ? [] : one.names)
    for (const each of other.names) yield [target, each];
}

/**
 * Alternatives, conditions and `contains` that are decided once more to learn what they evaluated,
 * for an `unevaluated…` keyword beside or around them.
 */
function reappliedNodes(nodes: readonly PlanNode[]): Set<number> {
  const reapplied = new Set<number>();
  const around = new Set<number>();
  for (const [index, node] of nodes.entries()) {
    if (typeof node === 'boolean') continue;
    if ((node.unevaluatedItems ?? node.unevaluatedProperties) !== undefined) around.add(index);
  }
  // Iterating over a set includes members that are added during the iteration.
  for (const index of around) {
    const node = nodes[index];
    if (node === undefined || typeof node === 'boolean') continue;
    const decided = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...given(node.if)];
    for (const target of [...decided, ...given(node.contains)]) reapplied.add(target);
    for (const target of edgesOf(node).same) around.add(target);
  }
  return reapplied;
}

/**
 * The nodes that a validation may apply to one value more than once, because two paths through the
 * schema lead there: `anyOf` of two objects whose member `next` is the schema itself would double the
 * work at each level. Their verdicts are remembered, so that the work is at most nodes times values;
 * all others are spared the price of that.
 */
export function sharedNodes(nodes: readonly PlanNode[]): Set<number> {
  const shared = reappliedNodes(nodes);
  const edges = nodes.map((node) => edgesOf(typeof node === 'boolean' ? {} : node));
  const sources: number[][] = nodes.map(() => []);
  for (const [source, each] of edges.entries()) {
    for (const target of targetsOf(each)) sources[target]?.push(source);
  }
  const meeting = sources.flatMap((from, node) =>
    from.length > 1 && typeof nodes[node] !== 'boolean' ? [node] : [],
  );
  // Only paths to a node with two ways in can meet.
  const relevant = new Set(meeting);
  for (const node of relevant) for (const source of sources[node] ?? []) relevant.add(source);

  // A node past this number stands for what the same node says of members, items and names.
  const inner = nodes.length;
  /** Two nodes that apply to the same value, over different paths. */
  const pairs = new Map<number, readonly [number, number]>();
  let steps = 0;
  const add = (one: number, other: number) => {
    steps += 1;
    if (!relevant.has(one % inner) || !relevant.has(other % inner)) return;
    if (one === other) shared.add(one);
    else pairs.set(Math.min(one, other) * 2 * inner + Math.max(one, other), [one, other]);
  };
  const addMeetings = (one: Edges | undefined, other: Edges | undefined) => {
    if (!one || !other) return;
    steps += 1;
    for (const [target, each] of meetings(one, other)) add(target, each);
  };

  for (const node of relevant) {
    const same = edges[node]?.same ?? [];
    for (const [index, target] of same.entries()) {
      add(target, node + inner);
      for (const other of same.slice(index + 1)) add(target, other);
    }
    addMeetings(edges[node], edges[node]);
    if (steps > MAX_STEPS) break;
  }
  for (const [one, other] of pairs.values()) {
    for (const target of edges[one]?.same ?? []) add(target, other);
    for (const target of edges[other]?.same ?? []) add(one, target);
    addMeetings(edges[one % inner], edges[other % inner]);
    if (steps > MAX_STEPS) break;
  }
  return steps > MAX_STEPS ? new Set([...shared, ...meeting]) : shared;
}
