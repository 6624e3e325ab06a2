import { InexactNumber } from '@mkt/protocol';
import { isInteger, isMultipleOf } from '../validate/decimal.ts';
import { impliedBy, keywordsOf, type Arena } from './arena.ts';

/** Kinds of values as bits, so that sets of them are numbers. `number` is integers and fractions. */
export const KIND = {
  null: 1,
  boolean: 2,
  integer: 4,
  fraction: 8,
  string: 16,
  array: 32,
  object: 64,
} as const;
export const NUMERIC = KIND.integer | KIND.fraction;
export const ALL_KINDS = 127;

const OF_TYPE: Readonly<Record<string, number>> = { ...KIND, number: NUMERIC };

export const kindsOfTypes = (types: readonly string[] | undefined): number =>
  types ? types.reduce((kinds, type) => kinds | (OF_TYPE[type] ?? 0), 0) : ALL_KINDS;

export function kindOf(value: unknown): number {
  if (value === null) return KIND.null;
  if (typeof value === 'boolean') return KIND.boolean;
  if (typeof value === 'number') return Number.isInteger(value) ? KIND.integer : KIND.fraction;
  if (value instanceof InexactNumber) return isInteger(value) ? KIND.integer : KIND.fraction;
  if (typeof value === 'string') return KIND.string;
  return Array.isArray(value) ? KIND.array : KIND.object;
}

const kindsAmong = (values: readonly unknown[]) =>
  values.reduce<number>((kinds, value) => kinds | kindOf(value), 0);

/** Every value that a node accepts is of one of these kinds. */
export function createKindLookup(arena: Arena): (node: number) => number {
  const known = new Map<number, number>();
  const union = (nodes: readonly number[] | undefined) =>
    nodes ? nodes.reduce((kinds, node) => kinds | kindsOf(node), 0) : ALL_KINDS;

  function kindsOf(node: number): number {
    const found = known.get(node);
    if (found !== undefined) return found;
    arena.spend(5);
    const kinds = arena.nodes[node] === false ? 0 : compute(node);
    known.set(node, kinds);
    return kinds;
  }

  function compute(node: number): number {
    const keywords = keywordsOf(arena, node);
    const { multipleOf, format } = keywords;
    let kinds = kindsOfTypes(keywords.type) & union(keywords.anyOf) & union(keywords.oneOf);
    for (const inner of impliedBy(keywords)) kinds &= kindsOf(inner);
    if (keywords.enum) kinds &= kindsAmong(keywords.enum.values);
    if (keywords.const) kinds &= kindOf(keywords.const.value);
    const isWhole = multipleOf !== undefined && isMultipleOf(multipleOf, 1);
    if (isWhole || format === 'int32' || format === 'int64') kinds &= ~KIND.fraction;
    return kinds;
  }

  return kindsOf;
}
