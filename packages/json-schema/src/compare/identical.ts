import type { PlannedSchema } from '../plan/plan.ts';
import { type Arena, keywordsOf, NODE_KEYWORDS } from './arena.ts';

const ofNodes = new Set<string>([
  ...NODE_KEYWORDS.single,
  ...NODE_KEYWORDS.lists,
  ...NODE_KEYWORDS.named,
  'patternProperties',
]);

/** Whether two nodes are written alike, all the way down; so they accept the same values. */
export function createIdenticalCheck(arena: Arena): (a: number, b: number) => boolean {
  const known = new Map<string, boolean>();

  /** Pairs in `assumed` are being compared further up: a recursive schema comes back to them. */
  function compare(a: number, b: number, assumed: Set<string>): boolean {
    if (a === b) return true;
    const key = `${a}=${b}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    if (assumed.has(key)) return true;
    arena.spend(10);
    assumed.add(key);
    const [one, other] = [arena.nodes[a], arena.nodes[b]];
    const isSame =
      typeof one === 'object' && typeof other === 'object'
        ? alike(keywordsOf(arena, a), keywordsOf(arena, b), assumed)
        : one === other;
    if (!isSame) known.set(key, false);
    return isSame;
  }

  function alike(a: PlannedSchema, b: PlannedSchema, assumed: Set<string>): boolean {
    const keywords = keywordNames(a);
    const hasSame = keywords.every((keyword) => b[keyword] !== undefined);
    if (!hasSame || keywords.length !== keywordNames(b).length) return false;
    if (a.unevaluatedItems !== undefined && !arena.sameEvaluation) return false;
    const isScalarAlike = keywords
      .filter((keyword) => !ofNodes.has(keyword))
      .every((keyword) => arena.equal(a[keyword] ?? null, b[keyword] ?? null));
    if (!isScalarAlike) return false;
    const each = (ones: readonly number[], others: readonly number[]) =>
      ones.length === others.length &&
      ones.every((one, i) => compare(one, others[i] ?? one, assumed));
    return (
      NODE_KEYWORDS.single.every((keyword) => {
        const [one, other] = [a[keyword], b[keyword]];
        return one === undefined || other === undefined
          ? one === other
          : compare(one, other, assumed);
      }) &&
      NODE_KEYWORDS.lists.every(
        (keyword) =>
          (a[keyword] === undefined) === (b[keyword] === undefined) &&
          each(a[keyword] ?? [], b[keyword] ?? []),
      ) &&
      NODE_KEYWORDS.named.every((keyword) =>
        namesAlike(a[keyword] ?? [], b[keyword] ?? [], assumed),
      ) &&
      namesAlike(bySource(a), bySource(b), assumed)
    );
  }

  function namesAlike(
    ones: readonly (readonly [string, number])[],
    others: readonly (readonly [string, number])[],
    assumed: Set<string>,
  ): boolean {
    const named = new Map(others);
    arena.spend(ones.length);
    return (
      ones.length === others.length &&
      // A name can occur twice: in `dependencies` and `dependentSchemas`.
      named.size === others.length &&
      ones.every(([name, one]) => {
        const other = named.get(name);
        return other !== undefined && compare(one, other, assumed);
      })
    );
  }

  return (a, b) => {
    const assumed = new Set<string>();
    const isSame = compare(a, b, assumed);
    // Only now is it certain that what was assumed holds.
    if (isSame) for (const key of assumed) known.set(key, true);
    return isSame;
  };
}

/** `shared` depends on what else is in the schema. */
const keywordNames = (node: PlannedSchema) =>
  (Object.keys(node) as (keyof PlannedSchema)[]).filter((keyword) => keyword !== 'shared');

const bySource = ({ patternProperties = [] }: PlannedSchema) =>
  patternProperties.map(([{ source }, node]) => [source, node] as const);
