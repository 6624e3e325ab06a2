import type { DescribedNode, PlannedSchema } from '@mkt/json-schema';
import { arrayShape } from './array-shape.ts';
import {
  ANY_OBJECT,
  codeUnion,
  intersectionOf,
  NEVER,
  simpleTypes,
  UNKNOWN,
  unionOf,
  type GeneratorSchema,
} from './generator-schema.ts';
import { ANY_KIND, kindOf, KINDS } from './kinds.ts';
import { objectShape } from './object-shape.ts';
import { commentText, literalType } from './safe-text.ts';

/** What a shape is made of. */
export interface Surroundings {
  /** The type of another schema, for values of these kinds. */
  typeOf(index: number, kinds: number): GeneratorSchema;
  /** The same, as the name of a separate type unless it is short. */
  namedTypeOf(index: number, kinds: number): GeneratorSchema;
  nameCode(name: string): string;
}

const COMPOSITE = KINDS.array | KINDS.object;

/** Values of these kinds, about which nothing else is known. */
function anyOfKinds(kinds: number): GeneratorSchema {
  if (kinds === ANY_KIND) return UNKNOWN;
  return unionOf([
    simpleTypes(kinds),
    kinds & KINDS.array ? { type: 'array', items: UNKNOWN } : NEVER,
    kinds & KINDS.object ? ANY_OBJECT : NEVER,
  ]);
}

const describesObjects = (plan: PlannedSchema) =>
  plan.properties !== undefined ||
  plan.patternProperties !== undefined ||
  plan.additionalProperties !== undefined ||
  plan.unevaluatedProperties !== undefined ||
  (plan.required ?? []).length > 0;
const describesArrays = (plan: PlannedSchema) =>
  plan.prefixItems !== undefined ||
  plan.items !== undefined ||
  plan.unevaluatedItems !== undefined ||
  plan.maxItems === 0;

/**
 * The type of the values of some kinds that a schema accepts. It has every value that the schema
 * accepts, and may have more: `not`, `if`, `contains`, `pattern`, limits and the like are not types.
 */
export function schemaShape(
  { plan, description = '' }: DescribedNode,
  kinds: number,
  surroundings: Surroundings,
): GeneratorSchema {
  if (kinds === 0 || plan === false) return NEVER;
  const text = commentText(description);
  const shape = plan === true ? anyOfKinds(kinds) : shapeOf(plan, kinds, surroundings);
  return text === '' ? shape : { ...shape, description: text };
}

function shapeOf(plan: PlannedSchema, kinds: number, surroundings: Surroundings): GeneratorSchema {
  const types = (indexes: readonly number[]) =>
    indexes.map((index) => surroundings.typeOf(index, kinds));
  const elsewhere = [
    ...types([...(plan.refs ?? []), ...(plan.allOf ?? [])]),
    ...(plan.anyOf ? [unionOf(types(plan.anyOf))] : []),
    ...(plan.oneOf ? [unionOf(types(plan.oneOf))] : []),
  ];
  const own = ownShape(plan, kinds, surroundings);
  return intersectionOf([
    // What applies elsewhere has the same kinds, so that a shape without facts adds nothing.
    ...(own || elsewhere.length === 0 ? [own ?? anyOfKinds(kinds)] : []),
    ...elsewhere,
  ]);
}

/** The shape by the schema's own keywords; `undefined` if they say no more than the kinds. */
function ownShape(
  plan: PlannedSchema,
  kinds: number,
  { typeOf, namedTypeOf, nameCode }: Surroundings,
): GeneratorSchema | undefined {
  const values = plan.const ? [plan.const.value] : plan.enum?.values;
  if (values) {
    return codeUnion(values.filter((value) => kindOf(value) & kinds).map(literalType));
  }
  const isObject = (kinds & KINDS.object) !== 0 && describesObjects(plan);
  const isArray = (kinds & KINDS.array) !== 0 && describesArrays(plan);
  if (!isObject && !isArray) return undefined;
  const anyType = (index: number) => typeOf(index, ANY_KIND);
  const isAlone = IN_PLACE.every((keyword) => plan[keyword] === undefined);
  return unionOf([
    isObject
      ? objectShape(plan, { typeOf: anyType, nameCode, isAlone })
      : anyOfKinds(kinds & KINDS.object),
    isArray
      ? arrayShape(plan, {
          typeOf: anyType,
          namedTypeOf: (index) => namedTypeOf(index, ANY_KIND),
          isAlone,
        })
      : anyOfKinds(kinds & KINDS.array),
    simpleTypes(kinds & ~COMPOSITE),
  ]);
}

/** Keywords whose schemas apply to the same value. */
const IN_PLACE = [
  'refs',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
] as const;
