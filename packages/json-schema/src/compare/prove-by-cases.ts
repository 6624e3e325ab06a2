import type { PlannedSchema } from '../plan/plan.ts';
import { keywordsOf } from './arena.ts';
import type { Conjunction, Goal, Prover } from './prover.ts';

/** Choices decided at once. Each multiplies the work by its number of branches. */
const MAX_SPLITS = 2;

type Choice = 'anyOf' | 'oneOf' | 'if';

/** A choice of a conjunction as the conjunctions of its cases: every value belongs to one of them. */
function* choicesOf(
  sub: Conjunction,
  keywords: readonly Choice[],
  prover: Prover,
): Generator<Conjunction[]> {
  for (const node of sub.nodes) {
    for (const keyword of keywords) {
      const choice = choiceKey(node, keyword);
      const found = keywordsOf(prover.arena, node);
      if (sub.split.includes(choice)) continue;
      if (keyword === 'if') yield* conditionCases(sub, found, choice, prover);
      else if (found[keyword]) yield found[keyword].map((each) => prover.with(sub, each, choice));
    }
  }
}

function* conditionCases(
  sub: Conjunction,
  { if: condition, then, else: otherwise }: PlannedSchema,
  choice: string,
  prover: Prover,
): Generator<Conjunction[]> {
  if (condition === undefined || (then ?? otherwise) === undefined) return;
  const met = prover.with(sub, condition, choice);
  const unmet = prover.conjunction(sub.nodes, sub.kinds, [...sub.split, choice]);
  yield [
    then === undefined ? met : prover.with(met, then),
    otherwise === undefined ? unmet : prover.with(unmet, otherwise),
  ];
}

export const choiceKey = (node: number, keyword: string): string => `${node}${keyword}`;

/** The same values, sorted by their kind. */
function kindsApart(sub: Conjunction, kinds: number, prover: Prover): Conjunction[] {
  const bits = [1, 2, 4, 8, 16, 32, 64].filter((bit) => (kinds & bit) !== 0);
  return bits.map((bit) => prover.conjunction(sub.nodes, bit, [...sub.split, 'kinds']));
}

/** Whether every case of one of the conjunction's choices lies within the node. */
export function isProvenByCases({ sub, sup, node, kinds }: Goal, prover: Prover): boolean {
  if (sub.split.length >= MAX_SPLITS) return false;
  const isProven = (cases: readonly Conjunction[]) =>
    cases.every((each) => prover.failures(each, sup).length === 0);
  const isChoice = (node.anyOf ?? node.oneOf) !== undefined;
  // The rules of `anyOf` and `oneOf` have already looked at each case.
  const keywords = isChoice ? (['if'] as const) : (['anyOf', 'oneOf', 'if'] as const);
  for (const cases of choicesOf(sub, keywords, prover)) if (isProven(cases)) return true;
  if (!isChoice) return false;
  const apart = kindsApart(sub, kinds, prover);
  return apart.length > 1 && !sub.split.includes('kinds') && isProven(apart);
}
