import { OutOfBudget } from '../validate/run.ts';
import { type Arena, impliedBy, keywordsOf } from './arena.ts';
import { arrayRules } from './array-rules.ts';
import { choiceRules } from './choice-rules.ts';
import { createIdenticalCheck } from './identical.ts';
import { ALL_KINDS, createKindLookup, KIND, kindOf } from './kinds.ts';
import { createMemberRules } from './member-rules.ts';
import { boundRule, multipleRule } from './number-rules.ts';
import { objectRules } from './object-rules.ts';
import { isProvenByCases } from './prove-by-cases.ts';
import { type Conjunction, either, type Failure, type Prover, type Rule } from './prover.ts';
import { formatRule, lengthRule, patternRule } from './string-rules.ts';
import { enumRule, finiteFailures, finiteValues, typeRule } from './value-rules.ts';
import { appliedTo, createViews, type Views } from './views.ts';

/** How deep members are compared. */
const MAX_DISJOINT_DEPTH = 3;

/**
 * Whether no value belongs to both, as for the alternatives of a discriminated union: other types,
 * other constants, or objects with a required member for which that is true.
 */
function createDisjointCheck(proverOf: () => Prover, views: Views) {
  function areDisjoint(a: Conjunction, b: Conjunction, depth = 0): boolean {
    const prover = proverOf();
    const { arena } = prover;
    arena.spend(10 + a.nodes.length + b.nodes.length);
    const shared = prover.kindsOf(a) & prover.kindsOf(b);
    if (shared === 0) return true;
    const refuses = (one: Conjunction, values: unknown[] | undefined) =>
      values?.every((value) => one.nodes.some((node) => arena.holds(node, value) === false)) ??
      false;
    if (refuses(b, finiteValues(a, prover)) || refuses(a, finiteValues(b, prover))) return true;
    if (shared !== KIND.object || depth >= MAX_DISJOINT_DEPTH) return false;
    const nodes = [...a.nodes, ...b.nodes].map((node) => keywordsOf(arena, node));
    const names = new Set(nodes.flatMap(({ required = [] }) => required));
    return [...names].some((name) =>
      areDisjoint(memberOf(a, name, prover), memberOf(b, name, prover), depth + 1),
    );
  }

  const memberOf = (sub: Conjunction, name: string, prover: Prover) =>
    prover.conjunction(
      sub.nodes.flatMap((node) => appliedTo(name, views.members(node, 'fact'), prover.arena).nodes),
    );

  return (a: Conjunction, b: Conjunction) => areDisjoint(a, b);
}

/** Ordinary values of many forms; most patterns and formats refuse some of them. */
const SAMPLES: readonly unknown[] = [
  '',
  'a',
  'A',
  '0',
  'ab',
  'abc',
  'ABC',
  '123',
  '-',
  'a_b',
  'a-b',
  'hello world',
  'é',
  '12345',
  '2020-01-31',
  '2020-01-31T00:00:00Z',
  '12:00:00Z',
  'P1D',
  'a@example.com',
  'example.com',
  'https://example.com/a?b=c',
  '/a/b',
  '127.0.0.1',
  '::1',
  '123e4567-e89b-42d3-a456-426614174000',
  'a'.repeat(50),
  0,
  1,
  2,
  -1,
  0.5,
  1000,
  2 ** 40,
  null,
  true,
  false,
  [],
  [0],
  ['a'],
  [0, 0],
  {},
  { a: 0 },
  { a: 'a', b: 'b' },
];

/** Whether one of these values belongs to the conjunction and is refused by the node. */
const hasWitness = (sub: Conjunction, sup: number, arena: Arena): boolean =>
  SAMPLES.some(
    (value) =>
      (kindOf(value) & sub.kinds) !== 0 &&
      sub.nodes.every((node) => arena.holds(node, value) === true) &&
      arena.holds(sup, value) === false,
  );

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
  /** How deep each pair was opened. A pair that recurs below itself holds by induction. */
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
