import type { Conjunction, Failure, Goal, Prover, Rule } from './prover.ts';
import { either } from './sentences.ts';
import { choiceKey } from './splits.ts';

type Choice = 'anyOf' | 'oneOf';

const isProven = (failures: readonly Failure[]) => failures.length === 0;

/** The first choice among the facts, as one conjunction per alternative. */
function alternativesOf({ sub, facts }: Goal, prover: Prover): Conjunction[] | undefined {
  for (const [i, fact] of facts.entries()) {
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const choice = choiceKey(sub.nodes[i] ?? 0, keyword);
      const branches = fact[keyword];
      if (!branches || sub.split.includes(choice)) continue;
      return branches.map((branch) => prover.with(sub, branch, choice));
    }
  }
  return undefined;
}

/** Every value must be accepted by one of the branches. */
function branchFailures(
  goal: Goal,
  branches: readonly number[],
  keyword: Choice,
  prover: Prover,
): Failure[] {
  const { sub, sup } = goal;
  const isCovered = (one: Conjunction) =>
    branches.some((branch) => isProven(prover.failures(one, branch)));
  if (isCovered(sub)) return [];
  const alternatives = alternativesOf(goal, prover);
  if (!alternatives) return [unmatched(sup, keyword, false)];
  return alternatives.flatMap((alternative, i) => {
    if (isCovered(alternative)) return [];
    // It is compared with the branch in its place, and refused for certain if no other can take its values.
    const others = branches.filter((_, j) => j !== i);
    const isAlone = others.every((branch) =>
      prover.areDisjoint(alternative, prover.conjunction([branch])),
    );
    const partner = branches[i];
    if (partner === undefined) return [unmatched(sup, keyword, isAlone)];
    return prover
      .failures(alternative, partner)
      .map((failure) => ({ ...failure, isCertain: failure.isCertain && isAlone }));
  });
}

function unmatched(node: number, keyword: Choice, isCertain: boolean): Failure {
  const sentence = either(
    ({ of }) => `Values${of} that matched an alternative before may match none now.`,
    ({ of }) => `Values${of} that match none of the former alternatives may be valid now.`,
  );
  return { node, keyword, isCertain, sentence };
}

const anyOfRule: Rule = (goal, prover) =>
  goal.node.anyOf ? branchFailures(goal, goal.node.anyOf, 'anyOf', prover) : [];

const oneOfRule: Rule = (goal, prover) => {
  const { node, sub, sup } = goal;
  const { oneOf } = node;
  if (!oneOf) return [];
  const failures = branchFailures(goal, oneOf, 'oneOf', prover);
  const branches = oneOf.map((branch) => prover.with(sub, branch));
  const isExclusive = branches.every((one, i) =>
    branches.slice(i + 1).every((other) => prover.areDisjoint(one, other)),
  );
  if (isExclusive) return failures;
  const sentence = either(
    ({ of }) => `Values${of} may now match more than one alternative of "oneOf".`,
    ({ of }) => `Values${of} that matched several alternatives of "oneOf" may be valid now.`,
  );
  return [...failures, { node: sup, keyword: 'oneOf', isCertain: false, sentence }];
};

const notRule: Rule = ({ node: { not }, facts, sub, sup }, prover) => {
  if (not === undefined) return [];
  const excluded = prover.conjunction([not]);
  if (prover.areDisjoint(sub, excluded)) return [];
  const isKnown = facts.some(
    (fact) => fact.not !== undefined && isProven(prover.failures(excluded, fact.not)),
  );
  if (isKnown) return [];
  const sentence = either(
    ({ of }) => `Values${of} that were valid may be ruled out by "not" now.`,
    ({ of }) => `Values${of} that "not" ruled out may be valid now.`,
  );
  return [{ node: sup, keyword: 'not', isCertain: false, sentence }];
};

/** A fact with the same condition knows what holds in either case. */
const conditionRule: Rule = (goal, prover) => {
  const { node, sub, facts } = goal;
  const { if: condition, then, else: otherwise } = node;
  if (condition === undefined) return [];
  const same = facts.filter(
    (fact) => fact.if !== undefined && prover.areIdentical(fact.if, condition),
  );
  const withAll = (nodes: readonly (number | undefined)[]) =>
    nodes.reduce<Conjunction>(
      (conjunction, each) => (each === undefined ? conjunction : prover.with(conjunction, each)),
      sub,
    );
  const met = withAll([condition, ...same.map((fact) => fact.then)]);
  const unmet = withAll(same.map((fact) => fact.else));
  const failures: Failure[] = [];
  if (then !== undefined && !prover.areDisjoint(sub, prover.conjunction([condition]))) {
    failures.push(...prover.failures(met, then));
  }
  if (otherwise !== undefined && !isProven(prover.failures(sub, condition))) {
    failures.push(...prover.failures(unmet, otherwise));
  }
  return failures;
};

export const choiceRules: readonly Rule[] = [anyOfRule, oneOfRule, notRule, conditionRule];
