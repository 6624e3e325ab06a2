import { InexactNumber, isObject } from '@mkt/protocol';
import type { DescribedNode } from '@mkt/json-schema';

/** Sets of kinds of JSON values, as bits: TypeScript tells no integers from other numbers. */
export const KINDS = {
  null: 1,
  boolean: 2,
  number: 4,
  string: 8,
  array: 16,
  object: 32,
} as const;

type Kind = keyof typeof KINDS;

export const ANY_KIND = 63;

export const kindOf = (value: unknown): number => {
  if (value === null) return KINDS.null;
  if (Array.isArray(value)) return KINDS.array;
  if (value instanceof InexactNumber) return KINDS.number;
  return isObject(value) ? KINDS.object : KINDS[typeof value as 'boolean' | 'number' | 'string'];
};

const kindsNamed = (names: readonly string[]): number =>
  names.reduce((kinds, name) => kinds | KINDS[name === 'integer' ? 'number' : (name as Kind)], 0);

/**
 * The kinds of values that each schema may accept, by its own keywords and by those that apply to the
 * same value. Schemas that apply in place never form a loop: an accepted schema has none.
 */
export function createKinds(nodes: readonly DescribedNode[]): (index: number) => number {
  const known = new Map<number, number>();
  const kindsOf = (index: number): number => {
    const found = known.get(index);
    if (found !== undefined) return found;
    const kinds = read(index);
    known.set(index, kinds);
    return kinds;
  };
  const union = (indexes: readonly number[]) =>
    indexes.reduce((kinds, index) => kinds | kindsOf(index), 0);

  function read(index: number): number {
    const plan = nodes[index]?.plan ?? true;
    if (typeof plan === 'boolean') return plan ? ANY_KIND : 0;
    let kinds: number = plan.type ? kindsNamed(plan.type) : ANY_KIND;
    if (plan.const) kinds &= kindOf(plan.const.value);
    if (plan.enum) kinds &= plan.enum.values.reduce<number>((all, value) => all | kindOf(value), 0);
    for (const each of [...(plan.refs ?? []), ...(plan.allOf ?? [])]) kinds &= kindsOf(each);
    if (plan.anyOf) kinds &= union(plan.anyOf);
    if (plan.oneOf) kinds &= union(plan.oneOf);
    return kinds;
  }
  return kindsOf;
}
