import type { PlannedSchema } from '@mkt/json-schema';
import { NEVER, UNKNOWN, isNever, unionOf, type GeneratorSchema } from './generator-schema.ts';

/** A tuple may end early, which is a type for each length: beyond this it becomes a list. */
const MAX_TUPLE = 16;

type TypeOf = (index: number) => GeneratorSchema;

const EMPTY: GeneratorSchema = { tsType: '[]' };

/**
 * The arrays that a schema accepts. Items by position become tuples; the length of other arrays is not
 * part of the type, because programs rarely know it.
 */
export function arrayShape(plan: PlannedSchema, typeOf: TypeOf, isAlone: boolean): GeneratorSchema {
  const { maxItems = Infinity, minItems = 0 } = plan;
  const rest = restOf(plan, typeOf, isAlone);
  const positions = (plan.prefixItems ?? []).slice(0, maxItems).map(typeOf);
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
function restOf(plan: PlannedSchema, typeOf: TypeOf, isAlone: boolean): GeneratorSchema {
  if (plan.items !== undefined) return typeOf(plan.items);
  const { unevaluatedItems } = plan;
  const counts = isAlone && plan.contains === undefined && unevaluatedItems !== undefined;
  return counts ? typeOf(unevaluatedItems) : UNKNOWN;
}
