import { KIND } from './kinds.ts';
import {
  type Conjunction,
  either,
  type Failure,
  type Goal,
  type Prover,
  quoted,
  type Rule,
} from './prover.ts';
import { appliedTo, isAboutMembers, type MembersView, type Views } from './views.ts';

/** `properties`, `patternProperties`, `additionalProperties` and `unevaluatedProperties`. */
export function createMemberRules(views: Views): Rule[] {
  function viewsOf({ sub, sup }: Goal): { wanted: MembersView; known: MembersView[] } {
    return {
      wanted: views.members(sup, 'goal'),
      known: sub.nodes.map((node) => views.members(node, 'fact')),
    };
  }

  const applies = ({ node, kinds }: Goal) => (kinds & KIND.object) !== 0 && isAboutMembers(node);

  /** Members with a name that either schema mentions. */
  const namedRule: Rule = (goal, prover) => {
    if (!applies(goal)) return [];
    const { arena } = prover;
    const { wanted, known } = viewsOf(goal);
    const names = new Set([wanted, ...known].flatMap(({ named }) => [...named.keys()]));
    const failures: Failure[] = [];
    for (const name of names) {
      arena.spend(4 * (1 + known.length));
      const goals = appliedTo(name, wanted, arena);
      const sups = [...goals.nodes, ...goals.undecided];
      if (sups.length === 0 || isRefused(name, goal, prover)) continue;
      const facts = known.map((view) => appliedTo(name, view, arena));
      const member = prover.conjunction(facts.flatMap(({ nodes }) => nodes));
      const isDecided = [goals, ...facts].every(({ undecided }) => undecided.length === 0);
      for (const sup of sups) {
        const found = memberFailures(name, member, sup, prover);
        failures.push(
          ...found.map((failure) => ({ ...failure, isCertain: failure.isCertain && isDecided })),
        );
      }
    }
    return failures;
  };

  /** Members with any other name that matches a pattern. */
  const patternRule: Rule = (goal, prover) => {
    if (!applies(goal)) return [];
    const { wanted, known } = viewsOf(goal);
    return wanted.patterns.flatMap(({ pattern, node }) => {
      if (node === undefined) return [];
      const facts = known.flatMap(({ patterns, rest }) => {
        const same = patterns.filter((each) => each.pattern.source === pattern.source);
        // Whether such a name matches another pattern is unknown, and so is whether `rest` applies.
        return same.length > 0 || patterns.length > 0 ? same.map((each) => each.node) : [rest];
      });
      return prover.failures(prover.conjunction(facts.filter((fact) => fact !== undefined)), node);
    });
  };

  /** Members that no name and no pattern covers. */
  const restRule: Rule = (goal, prover) => {
    const { wanted, known } = viewsOf(goal);
    const { rest } = wanted;
    if (!applies(goal) || rest === undefined) return [];
    const sources = new Set(wanted.patterns.map(({ pattern }) => pattern.source));
    const foreignOf = ({ patterns }: MembersView) =>
      patterns.filter(({ pattern }) => !sources.has(pattern.source));
    const sure = known
      .filter((view) => foreignOf(view).length === 0)
      .flatMap((view) => view.rest ?? []);
    const failures = prover.failures(prover.conjunction(sure), rest);
    if (failures.length === 0) return [];
    // A member matches one of the patterns that only this view has, or its `rest` applies.
    const isCovered = known.some((view) => {
      const foreign = foreignOf(view);
      const cases = [view.rest, ...foreign.map(({ node }) => node)];
      return (
        foreign.length > 0 &&
        cases.every((fact) => {
          const nodes = fact === undefined ? sure : [...sure, fact];
          return prover.failures(prover.conjunction(nodes), rest).length === 0;
        })
      );
    });
    if (isCovered) return [];
    return prover.arena.nodes[rest] === false ? [closed(rest)] : failures;
  };

  return [namedRule, patternRule, restRule];
}

/** Whether `propertyNames` rules the name out. */
const isRefused = (name: string, { facts }: Goal, { arena }: Prover) =>
  facts.some(
    ({ propertyNames }) =>
      propertyNames !== undefined && arena.holds(propertyNames, name) === false,
  );

function memberFailures(name: string, member: Conjunction, sup: number, prover: Prover): Failure[] {
  const failures = prover.failures(member, sup);
  if (failures.length === 0) return [];
  const isCertain = failures.some((failure) => failure.isCertain);
  if (prover.arena.nodes[sup] === false) {
    const sentence = either(
      () => `The member ${quoted(name)} is no longer allowed.`,
      () => `The member ${quoted(name)} is now allowed.`,
    );
    return [{ node: sup, keyword: '', isCertain, sentence }];
  }
  if (member.nodes.length > 0) return failures;
  const sentence = either(
    () => `The member ${quoted(name)} now has a schema; any value was valid before.`,
    () => `The member ${quoted(name)} is no longer described; it may have any value.`,
  );
  return [{ node: sup, keyword: '', isCertain, sentence }];
}

function closed(node: number): Failure {
  const sentence = either(
    ({ of }) => `Members${of} that the schema does not name are no longer allowed.`,
    ({ of }) => `Members${of} that the schema does not name are now allowed.`,
  );
  return { node, keyword: '', isCertain: true, sentence };
}
