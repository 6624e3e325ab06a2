import { keywordsOf } from './arena.ts';
import type { Conjunction, Goal, Prover } from './prover.ts';

/** Choices decided at once. Each multiplies the work by its number of branches. */
const MAX_SPLITS = 2;

/** A choice of a conjunction as the conjunctions of its cases: every value belongs to one of them. */
function* choicesOf(sub: Conjunction, prover: Prover): Generator<Conjunction[]> {
  for (const node of sub.nodes) {
    const keywords = keywordsOf(prover.arena, node);
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const branches = keywords[keyword];
      const choice = choiceKey(node, keyword);
      if (branches && !sub.split.includes(choice)) {
        yield branches.map((branch) => prover.with(sub, branch, choice));
      }
    }
    const choice = choiceKey(node, 'if');
    const { if: condition, then, else: otherwise } = keywords;
    if (condition === undefined || (then ?? otherwise) === undefined) continue;
    if (sub.split.includes(choice)) continue;
    const met = prover.with(sub, condition, choice);
    yield [
      then === undefined ? met : prover.with(met, then),
      otherwise === undefined
        ? prover.conjunction(sub.nodes, sub.kinds, [...sub.split, choice])
        : prover.with(sub, otherwise, choice),
    ];
  }
}

export const choiceKey = (node: number, keyword: string): string => `${node}${keyword}`;

/** The same values, sorted by their kind. */
function kindsApart(sub: Conjunction, kinds: number, prover: Prover): Conjunction[] {
  const bits = [1, 2, 4, 8, 16, 32, 64].filter((bit) => (kinds & bit) !== 0);
  return bits.map((bit) => prover.conjunction(sub.nodes, bit, [...sub.split, 'kinds']));
}

/** Whether every case of one of the conjunction's choices lies within the node. */
export function isProvenBySplitting({ sub, sup, node, kinds }: Goal, prover: Prover): boolean {
  if (sub.split.length >= MAX_SPLITS) return false;
  const isProven = (cases: readonly Conjunction[]) =>
    cases.every((each) => prover.failures(each, sup).length === 0);
  for (const cases of choicesOf(sub, prover)) if (isProven(cases)) return true;
  if (node.anyOf === undefined && node.oneOf === undefined) return false;
  const apart = kindsApart(sub, kinds, prover);
  return apart.length > 1 && !sub.split.includes('kinds') && isProven(apart);
}
