import { KIND } from './kinds.ts';
import { either, type Failure, type Goal, type Prover, type Rule } from './prover.ts';
import { limit } from './string-rules.ts';
import type { ItemsView, Views } from './views.ts';

const at = ({ prefix, rest }: ItemsView, position: number) =>
  position < prefix.length ? prefix[position] : rest;

/** `uniqueItems`, `contains`, counts of items, and their schemas. */
export function arrayRules(views: Views): Rule[] {
  const knownItems = ({ sub }: Goal) => sub.nodes.map((node) => views.items(node, 'fact'));

  /** No array of the conjunction has more items. */
  function maxItemsOf(goal: Goal, { arena }: Prover): number {
    const limits = goal.facts.map(({ maxItems = Infinity }) => maxItems);
    for (const { prefix, rest } of knownItems(goal)) {
      if (rest !== undefined && arena.nodes[rest] === false) limits.push(prefix.length);
    }
    return Math.min(...limits, Infinity);
  }

  const minItemsOf = ({ facts }: Goal) => Math.max(0, ...facts.map(({ minItems = 0 }) => minItems));

  const countRule: Rule = (goal, prover) => {
    const { sup, node } = goal;
    const failures: Failure[] = [];
    const [knownMin, knownMax] = [minItemsOf(goal), maxItemsOf(goal, prover)];
    if (node.minItems !== undefined && node.minItems > knownMin) {
      failures.push(limit('minItems', knownMin || undefined, node.minItems, sup));
    }
    if (node.maxItems !== undefined && node.maxItems < knownMax) {
      failures.push(
        limit('maxItems', knownMax === Infinity ? undefined : knownMax, node.maxItems, sup),
      );
    }
    const isUnique = goal.facts.some((fact) => fact.uniqueItems) || knownMax <= 1;
    if (node.uniqueItems && !isUnique) {
      const sentence = either(
        ({ of }) => `Items${of} must now be unique.`,
        ({ of }) => `Items${of} no longer have to be unique.`,
      );
      failures.push({ node: sup, keyword: 'uniqueItems', isCertain: true, sentence });
    }
    return failures;
  };

  const itemsRule: Rule = (goal, prover) => {
    const wanted = views.items(goal.sup, 'goal');
    if (wanted.prefix.length === 0 && wanted.rest === undefined) return [];
    const known = knownItems(goal);
    const positions = Math.max(...[wanted, ...known].map(({ prefix }) => prefix.length));
    const knownMax = maxItemsOf(goal, prover);
    const failures: Failure[] = [];
    // The last position represents all that follow.
    for (let position = 0; position <= positions && position < knownMax; position++) {
      prover.arena.spend(4 + known.length);
      const sup = at(wanted, position);
      if (sup === undefined) continue;
      const facts = known.flatMap((view) => at(view, position) ?? []);
      failures.push(...prover.failures(prover.conjunction(facts), sup));
    }
    return failures;
  };

  const containsRule: Rule = (goal, prover) => {
    const { facts, sup, node } = goal;
    const { contains, minContains = 1, maxContains = Infinity } = node;
    if (contains === undefined) return [];
    const isWithin = (inner: number, outer: number) =>
      prover.failures(prover.conjunction([inner]), outer).length === 0;
    const keepsMinimum =
      minContains === 0 ||
      facts.some(
        (fact) =>
          fact.contains !== undefined &&
          (fact.minContains ?? 1) >= minContains &&
          isWithin(fact.contains, contains),
      );
    const keepsMaximum =
      maxItemsOf(goal, prover) <= maxContains ||
      facts.some(
        (fact) =>
          fact.contains !== undefined &&
          (fact.maxContains ?? Infinity) <= maxContains &&
          isWithin(contains, fact.contains),
      );
    if (keepsMinimum && keepsMaximum) return [];
    const isNew = !facts.some((fact) => fact.contains !== undefined);
    const sentence = either(
      ({ of }) => `What items${of} must contain was ${isNew ? 'added' : 'changed'}.`,
      ({ of }) => `What items${of} must contain was ${isNew ? 'dropped' : 'changed'}.`,
    );
    return [{ node: sup, keyword: 'contains', isCertain: false, sentence }];
  };

  const ofArrays =
    (rule: Rule): Rule =>
    (goal, prover) =>
      (goal.kinds & KIND.array) === 0 ? [] : rule(goal, prover);
  return [countRule, itemsRule, containsRule].map(ofArrays);
}
