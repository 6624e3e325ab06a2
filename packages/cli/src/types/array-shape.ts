import type { PlannedSchema } from '@mkt/json-schema';
import { NEVER, UNKNOWN, isNever, unionOf, type GeneratorSchema } from './generator-schema.ts';

/** A tuple may end early, which is a type for each length: beyond this it becomes a list. */
const MAX_TUPLE = 16;

interface Items {
  typeOf(index: number): GeneratorSchema;
  namedTypeOf(index: number): GeneratorSchema;
  /** Nothing else applies to the same value. */
  isAlone: boolean;
}

const EMPTY: GeneratorSchema = { tsType: '[]' };

/**
 * The arrays that a schema accepts. Items by position become tuples; the length of other arrays is not
 * part of the type, because programs rarely know it.
 */
export function arrayShape(plan: PlannedSchema, { isAlone, ...types }: Items): GeneratorSchema {
  const { maxItems = Infinity, minItems = 0 } = plan;
  const positions = (plan.prefixItems ?? []).slice(0, maxItems).map(types.typeOf);
  // TypeScript lets a type contain itself in an array or a tuple, but not in one that is written after
  // `...` (TS2456). A name in between makes it legal.
  const restIndex = indexOfRest(plan, isAlone);
  const restType = positions.length > 0 ? types.namedTypeOf : types.typeOf;
  const rest = restIndex === undefined ? UNKNOWN : restType(restIndex);
  const end = positions.findIndex(isNever);
  const prefix = end === -1 ? positions : positions.slice(0, end);
  const isOpen = end === -1 && !isNever(rest) && maxItems > prefix.length;
  if (minItems > maxItems || (!isOpen && minItems > prefix.length)) return NEVER;
  if (prefix.length === 0) return isOpen ? listOf(rest) : EMPTY;
  if (prefix.length > MAX_TUPLE) return listOf(unionOf([...prefix, ...(isOpen ? [rest] : [])]));
  const lengths = range(Math.min(minItems, prefix.length), prefix.length);
  return unionOf(
    lengths.map((length) =>
      tuple(prefix.slice(0, length), length === prefix.length && isOpen ? rest : undefined),
    ),
  );
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const listOf = (items: GeneratorSchema): GeneratorSchema => ({ type: 'array', items });

function tuple(items: readonly GeneratorSchema[], rest: GeneratorSchema | undefined) {
  if (items.length === 0) return rest ? listOf(rest) : EMPTY;
  const minItems = items.length;
  return rest
    ? { type: 'array' as const, items, minItems, additionalItems: rest }
    : {
        type: 'array' as const,
        items,
        minItems,
        maxItems: minItems,
        additionalItems: false as const,
      };
}

/** `unevaluatedItems` counts only where no other schema can have evaluated an item. */
function indexOfRest(plan: PlannedSchema, isAlone: boolean): number | undefined {
  if (plan.items !== undefined) return plan.items;
  return isAlone && plan.contains === undefined ? plan.unevaluatedItems : undefined;
}
