import { keywordsOf } from './arena.ts';
import { KIND } from './kinds.ts';
import type { Conjunction, Prover } from './prover.ts';
import { finiteValues } from './value-rules.ts';
import { appliedTo, type Views } from './views.ts';

/** How deep members are compared. */
const MAX_DISJOINT_DEPTH = 3;

/**
 * Whether no value belongs to both, as for the alternatives of a discriminated union: other types,
 * other constants, or objects with a required member for which that is true.
 */
export function createDisjointCheck(proverOf: () => Prover, views: Views) {
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
