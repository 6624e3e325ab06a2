import {
  type Conjunction,
  either,
  type Failure,
  type Goal,
  type Prover,
  type Rule,
} from './prover.ts';
import { choiceKey } from './prove-by-cases.ts';

type Choice = 'anyOf' | 'oneOf';

const isProven = (failures: readonly Failure[]) => failures.length === 0;

interface Alternatives {
  keyword: Choice;
  branches: readonly number[];
  /** The values of the conjunction that each branch accepts. */
  cases: Conjunction[];
}

/** The first choice among the facts. */
function alternativesOf({ sub, facts }: Goal, prover: Prover): Alternatives | undefined {
  for (const [i, fact] of facts.entries()) {
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const choice = choiceKey(sub.nodes[i] ?? 0, keyword);
      const branches = fact[keyword];
      if (!branches || sub.split.includes(choice)) continue;
      const cases = branches.map((branch) => prover.with(sub, branch, choice));
      return { keyword, branches, cases };
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
  const isWithin = (one: Conjunction, branch: number) => isProven(prover.failures(one, branch));
  const alternatives = alternativesOf(goal, prover);
  if (!alternatives) {
    const isCovered = branches.some((branch) => isWithin(sub, branch));
    return isCovered ? [] : [unmatched(sup, keyword, false)];
  }
  return alternatives.cases.flatMap((alternative, i) => {
    const partner = branches[i];
    if (partner !== undefined && isWithin(alternative, partner)) return [];
    if (branches.some((branch) => isWithin(alternative, branch))) return [];
    // It is compared with the branch in its place, and refused for certain if no other can take its values.
    const others = branches.filter((_, j) => j !== i);
    const isAlone = others.every((branch) =>
      prover.areDisjoint(alternative, prover.conjunction([branch])),
    );
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

/** No value of the conjunction is accepted by two of the branches. */
function excludeEachOther(sub: Conjunction, branches: readonly number[], prover: Prover): boolean {
  const cases = branches.map((branch) => prover.with(sub, branch));
  return cases.every((one, i) =>
    cases.slice(i + 1).every((other) => prover.areDisjoint(one, other)),
  );
}

/**
 * The same, if a `oneOf` among the facts accepts the values. A value that matches one of its branches
 * matches none of the others, wherever they occur, so only what is new has to be compared.
 */
function isExclusive(goal: Goal, branches: readonly number[], prover: Prover): boolean {
  const known = alternativesOf(goal, prover);
  if (known?.keyword !== 'oneOf') return excludeEachOther(goal.sub, branches, prover);
  const positionOf = (branch: number, i: number) =>
    prover.areIdentical(known.branches[i] ?? branch, branch) && i < known.branches.length
      ? i
      : known.branches.findIndex((each) => prover.areIdentical(each, branch));
  const positions = branches.map(positionOf);
  return known.cases.every((one, i) => {
    const possible = branches.filter((_, j) => positions[j] === -1 || positions[j] === i);
    return excludeEachOther(one, possible, prover);
  });
}

const oneOfRule: Rule = (goal, prover) => {
  const { node, sup } = goal;
  const { oneOf } = node;
  if (!oneOf) return [];
  const failures = branchFailures(goal, oneOf, 'oneOf', prover);
  if (isExclusive(goal, oneOf, prover)) return failures;
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
