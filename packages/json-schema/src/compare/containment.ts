import { OutOfBudget } from '../validate/run.ts';
import { arrayRules } from './array-rules.ts';
import { impliedBy, keywordsOf, type Arena } from './arena.ts';
import { choiceRules } from './choice-rules.ts';
import { createDisjointCheck } from './disjoint.ts';
import { createIdenticalCheck } from './identical.ts';
import { ALL_KINDS, createKindLookup } from './kinds.ts';
import { createMemberRules } from './member-rules.ts';
import { boundRule, multipleRule } from './number-rules.ts';
import { objectRules } from './object-rules.ts';
import type { Conjunction, Failure, Prover, Rule } from './prover.ts';
import { either } from './sentences.ts';
import { isProvenByCases } from './prove-by-cases.ts';
import { formatRule, lengthRule, patternRule } from './string-rules.ts';
import { enumRule, finiteFailures, finiteValues, typeRule } from './value-rules.ts';
import { createViews } from './views.ts';
import { hasWitness } from './witness.ts';

/** Nested comparisons; deeper ones could overflow the stack. */
const MAX_DEPTH = 250;
/** Maximum number of reasons that are collected for one pair. */
const MAX_FAILURES = 60;
const PER_PAIR = 30;

/**
 * Proves that a schema accepts everything that others accept, or collects why it could not. Each rule
 * may fail to find a proof that exists, but never claims one that does not: the proof is an induction
 * over the size of the value, since schemas that refer to themselves without going deeper into the value
 * are refused before.
 */
export function createProver(arena: Arena): Prover {
  const kindsOfNode = createKindLookup(arena);
  const areIdentical = createIdenticalCheck(arena);
  const views = createViews(arena);
  const rules: readonly Rule[] = [
    typeRule,
    enumRule,
    boundRule,
    multipleRule,
    lengthRule,
    patternRule,
    formatRule,
    ...arrayRules(views),
    ...objectRules,
    ...createMemberRules(views),
    ...choiceRules,
  ];
  const known = new Map<string, Failure[]>();
  /** By pair: how deep it was opened. A pair that comes back below itself holds by induction. */
  const open = new Map<string, number>();
  /** The outermost open pair on which the current result depends. */
  let dependsOn = Number.POSITIVE_INFINITY;

  function conjunction(
    nodes: readonly number[],
    kinds = ALL_KINDS,
    split: readonly string[] = [],
  ): Conjunction {
    const all = new Set(nodes);
    for (const node of all) {
      for (const inner of impliedBy(keywordsOf(arena, node))) all.add(inner);
    }
    arena.spend(all.size);
    const sorted = [...all].filter((node) => arena.nodes[node] !== true).toSorted((a, b) => a - b);
    return { nodes: sorted, kinds, split, key: `${sorted.join()}/${kinds}/${split.join()}` };
  }

  const kindsOf = ({ nodes, kinds }: Conjunction): number =>
    nodes.reduce((left, node) => left & kindsOfNode(node), kinds);

  function failures(sub: Conjunction, sup: number): Failure[] {
    arena.spend(PER_PAIR + sub.nodes.length);
    if (arena.nodes[sup] === true || kindsOf(sub) === 0) return [];
    if (sub.nodes.some((node) => areIdentical(node, sup))) return [];
    const key = `${sub.key}/${sup}`;
    const found = known.get(key);
    if (found) return found;
    const opened = open.get(key);
    if (opened !== undefined) {
      dependsOn = Math.min(dependsOn, opened);
      return [];
    }
    if (open.size >= MAX_DEPTH) throw new OutOfBudget();
    return proven(key, () => decide(sub, sup));
  }

  function proven(key: string, compute: () => Failure[]): Failure[] {
    const depth = open.size;
    const outer = dependsOn;
    dependsOn = Number.POSITIVE_INFINITY;
    open.set(key, depth);
    const result = compute();
    open.delete(key);
    // A proof that rests on an open pair further up holds only if that one does; a failure stays one.
    const isFinal = result.length > 0 || dependsOn >= depth;
    if (isFinal) known.set(key, result);
    dependsOn = Math.min(outer, dependsOn >= depth ? Number.POSITIVE_INFINITY : dependsOn);
    return result;
  }

  function decide(sub: Conjunction, sup: number): Failure[] {
    const node = keywordsOf(arena, sup);
    const values = finiteValues(sub, prover);
    if (values) return finiteFailures(values, { sub, sup, node }, prover);
    if (arena.nodes[sup] === false) return [nothingAllowed(sup)];
    const facts = sub.nodes.map((inner) => keywordsOf(arena, inner));
    const goal = { sub, facts, sup, node, kinds: kindsOf(sub) };
    const direct: Failure[] = impliedBy(node).flatMap((inner) => failures(sub, inner));
    for (const rule of rules) direct.push(...rule(goal, prover));
    if (direct.length === 0 || isProvenByCases(goal, prover)) return [];
    const first = direct.slice(0, MAX_FAILURES);
    const isDoubtful = !first.some(({ isCertain }) => isCertain);
    return isDoubtful && hasWitness(sub, sup, arena)
      ? first.map((failure) => ({ ...failure, isCertain: true }))
      : first;
  }

  const prover: Prover = {
    arena,
    conjunction,
    with: (sub, node, choice) =>
      conjunction(
        [...sub.nodes, node],
        sub.kinds,
        choice === undefined ? sub.split : [...sub.split, choice],
      ),
    kindsOf,
    failures,
    areDisjoint: createDisjointCheck(() => prover, views),
    areIdentical,
  };
  return prover;
}

function nothingAllowed(node: number): Failure {
  const sentence = either(
    ({ it }) => `${it} is no longer allowed.`,
    ({ it }) => `${it} is now allowed.`,
  );
  return { node, keyword: '', isCertain: true, sentence };
}
