import type { PlannedPattern, PlannedSchema } from '../plan/plan.ts';
import { conditionalIn, impliedBy, keywordsOf, type Arena } from './arena.ts';

/**
 * What one node says about the members of an object, with `unevaluatedProperties` rewritten as
 * `additionalProperties`. A node is `undefined` where a member is evaluated elsewhere.
 */
export interface MembersView {
  named: ReadonlyMap<string, readonly (number | undefined)[]>;
  patterns: readonly { pattern: PlannedPattern; node: number | undefined }[];
  /** Applies to members that neither a name nor a pattern covers. */
  rest: number | undefined;
}

export interface ItemsView {
  prefix: readonly (number | undefined)[];
  /** Applies to items after the prefix. */
  rest: number | undefined;
}

/**
 * How `unevaluated…` is rewritten: as what certainly follows from the node, or as what certainly
 * implies it. The two differ in which conditional schemas are taken to have evaluated a member.
 */
export type Reading = 'fact' | 'goal';

export function createViews(arena: Arena) {
  const members = new Map<string, MembersView>();
  const items = new Map<string, ItemsView>();

  /** The nodes that apply to the same value: for a fact all that could, for a goal all that must. */
  function inPlaceOf(node: number, reading: Reading, into = new Set<number>()): Set<number> {
    arena.spend(5);
    const keywords = keywordsOf(arena, node);
    const next = [...impliedBy(keywords), ...(reading === 'fact' ? conditionalIn(keywords) : [])];
    for (const inner of next) {
      if (into.has(inner)) continue;
      into.add(inner);
      inPlaceOf(inner, reading, into);
    }
    return into;
  }

  function readMembers(node: number, reading: Reading): MembersView {
    const keywords = keywordsOf(arena, node);
    const { properties = [], patternProperties = [] } = keywords;
    arena.spend(properties.length);
    const named = new Map<string, (number | undefined)[]>(
      properties.map(([name, inner]) => [name, [inner]]),
    );
    const patterns = patternProperties.map(([pattern, inner]) => ({
      pattern,
      node: inner as number | undefined,
    }));
    const own = { named, patterns, rest: keywords.additionalProperties };
    const { unevaluatedProperties } = keywords;
    if (own.rest !== undefined || unevaluatedProperties === undefined) return own;
    for (const inner of inPlaceOf(node, reading)) {
      const { properties = [], patternProperties = [], ...others } = keywordsOf(arena, inner);
      const evaluatesAll = others.additionalProperties ?? others.unevaluatedProperties;
      if (evaluatesAll !== undefined) return own;
      arena.spend(properties.length);
      for (const [name] of properties) if (!named.has(name)) named.set(name, [undefined]);
      for (const [pattern] of patternProperties) patterns.push({ pattern, node: undefined });
    }
    return { ...own, rest: unevaluatedProperties };
  }

  function readItems(node: number, reading: Reading): ItemsView {
    const keywords = keywordsOf(arena, node);
    const own = { prefix: [...(keywords.prefixItems ?? [])], rest: keywords.items };
    const { unevaluatedItems } = keywords;
    if (own.rest !== undefined || unevaluatedItems === undefined) return own;
    const prefix: (number | undefined)[] = [...own.prefix];
    if (reading === 'fact' && keywords.contains !== undefined) return own;
    for (const inner of inPlaceOf(node, reading)) {
      const { prefixItems = [], ...others } = keywordsOf(arena, inner);
      if ((others.items ?? others.unevaluatedItems) !== undefined) return own;
      if (reading === 'fact' && others.contains !== undefined) return own;
      while (prefix.length < prefixItems.length) prefix.push(undefined);
    }
    return { prefix, rest: unevaluatedItems };
  }

  const kept =
    <T>(cache: Map<string, T>, read: (node: number, reading: Reading) => T) =>
    (node: number, reading: Reading): T => {
      const key = `${node}${reading}`;
      const view = cache.get(key) ?? read(node, reading);
      cache.set(key, view);
      return view;
    };
  return { members: kept(members, readMembers), items: kept(items, readItems) };
}

export type Views = ReturnType<typeof createViews>;

export interface Applied {
  nodes: number[];
  /** Nodes that may apply: whether the name matches a pattern is undecided. */
  undecided: number[];
}

/** The nodes that a view applies to the member of that name. */
export function appliedTo(name: string, view: MembersView, arena: Arena): Applied {
  const named = view.named.get(name);
  const hits: (number | undefined)[] = [...(named ?? [])];
  const undecided: (number | undefined)[] = [];
  let isCovered = named !== undefined;
  for (const { pattern, node } of view.patterns) {
    arena.spend(2);
    const matches = arena.matches(pattern, name);
    if (matches === 'unknown') undecided.push(node);
    if (matches !== true) continue;
    isCovered = true;
    hits.push(node);
  }
  if (!isCovered) (undecided.length > 0 ? undecided : hits).push(view.rest);
  const present = (nodes: (number | undefined)[]) => nodes.filter((node) => node !== undefined);
  return { nodes: present(hits), undecided: present(undecided) };
}

/** Whether any keyword of these is about the members of objects. */
export const isAboutMembers = (node: PlannedSchema): boolean =>
  (node.properties ??
    node.patternProperties ??
    node.additionalProperties ??
    node.unevaluatedProperties) !== undefined;
