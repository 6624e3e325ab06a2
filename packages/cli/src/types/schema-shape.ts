import type { DescribedNode, PlannedSchema } from '@mkt/json-schema';
import { InexactNumber, isObject } from '@mkt/protocol';
import { commentText, literalType } from './safe-text.ts';

/**
 * A schema as the generator of types reads it, with no text of a seller. `tsType` is code that the
 * generator copies, so it is written here. Names of members are codes (`define-types.ts`) until the
 * code is generated.
 */
export type GeneratorSchema = Described &
  (
    | { tsType: string }
    | { allOf: readonly GeneratorSchema[] }
    | { anyOf: readonly GeneratorSchema[] }
    | {
        type: 'object';
        properties: Readonly<Record<string, GeneratorSchema>>;
        required: readonly string[];
        additionalProperties: GeneratorSchema | false;
      }
    | {
        type: 'array';
        items: GeneratorSchema | readonly GeneratorSchema[];
        additionalItems?: GeneratorSchema | false;
        minItems?: number;
        maxItems?: number;
      }
  );

interface Described {
  description?: string;
}

export const UNKNOWN: GeneratorSchema = { tsType: 'unknown' };
export const NEVER: GeneratorSchema = { tsType: 'never' };
const ANY_OBJECT: GeneratorSchema = {
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: UNKNOWN,
};

const isCode = (schema: GeneratorSchema, code: string) =>
  'tsType' in schema && schema.tsType === code;
const isNever = (schema: GeneratorSchema) => isCode(schema, 'never');
const isUnknown = (schema: GeneratorSchema) => isCode(schema, 'unknown');

const withoutDescription = ({ description: _, ...schema }: GeneratorSchema) => schema;

/** Any of the types; the same one only once. */
function unionOf(members: readonly GeneratorSchema[]): GeneratorSchema {
  const found = new Map<string, GeneratorSchema>();
  for (const member of members) {
    if (isUnknown(member)) return UNKNOWN;
    if (!isNever(member)) found.set(JSON.stringify(withoutDescription(member)), member);
  }
  const [only = NEVER, ...others] = found.values();
  return others.length === 0 ? only : { anyOf: [only, ...others] };
}

/** All of the types at once. */
function intersectionOf(members: readonly GeneratorSchema[]): GeneratorSchema {
  if (members.some(isNever)) return NEVER;
  const [only = UNKNOWN, ...others] = members.filter((member) => !isUnknown(member));
  return others.length === 0 ? only : { allOf: [only, ...others] };
}

/** Code that is one operand, whatever is written around it. */
const codeUnion = (types: readonly string[]): GeneratorSchema => {
  const [only = 'never', ...others] = new Set(types);
  return { tsType: others.length === 0 ? only : `(${[only, ...others].join(' | ')})` };
};

const SIMPLE = ['string', 'number', 'boolean', 'null'] as const;

/** The types of the kinds that have no parts. */
function simpleTypes(kinds: number): GeneratorSchema {
  const names = SIMPLE.filter((name) => (kinds & KINDS[name]) !== 0);
  return codeUnion(names);
}

/** Sets of kinds of JSON values, as bits: TypeScript tells no integers from other numbers. */
const KINDS = {
  null: 1,
  boolean: 2,
  number: 4,
  string: 8,
  array: 16,
  object: 32,
} as const;

type Kind = keyof typeof KINDS;

export const ANY_KIND = 63;

const kindOf = (value: unknown): number => {
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
function arrayShape(plan: PlannedSchema, { isAlone, ...types }: Items): GeneratorSchema {
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

interface Parts {
  typeOf(index: number): GeneratorSchema;
  /** The code of a member's name. */
  nameCode(name: string): string;
  /** No other schema applies to the same value. */
  isAlone: boolean;
}

const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * The objects that a schema accepts. Members that it does not mention are part of the type only where
 * it says something about them, or mentions none: so a misspelt name does not compile.
 */
function objectShape(plan: PlannedSchema, parts: Parts): GeneratorSchema {
  const { typeOf, nameCode } = parts;
  const patterns = (plan.patternProperties ?? []).map(([, index]) => typeOf(index));
  const additional =
    plan.additionalProperties ?? (parts.isAlone ? plan.unevaluatedProperties : undefined);
  const others = additional === undefined ? undefined : typeOf(additional);
  const unnamed = unionOf([others ?? UNKNOWN, ...patterns]);

  const required = new Set(plan.required);
  const members = new Map<string, GeneratorSchema>();
  for (const [name, index] of plan.properties ?? []) members.set(name, typeOf(index));
  for (const name of required) {
    if (!members.has(name)) members.set(name, unnamed);
  }
  // Every object inherits these, so that only `unknown` lets an object without such a member pass.
  for (const name of members.keys()) {
    if (INHERITED.has(name) && !required.has(name)) members.set(name, UNKNOWN);
  }
  const isOpen = others !== undefined || patterns.length > 0 || members.size === 0;
  const index = isOpen ? unnamed : NEVER;
  const isClosed = 'tsType' in index && index.tsType === 'never' && members.size > 0;
  return {
    type: 'object',
    properties: Object.fromEntries([...members].map(([name, member]) => [nameCode(name), member])),
    required: [...required].map(nameCode),
    // Without members, `{}` would be the type of everything.
    additionalProperties: isClosed ? false : index,
  };
}

/** What a shape is made of. */
interface Surroundings {
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
