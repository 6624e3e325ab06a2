import { pointer, resolveLocal } from './json-pointer.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Alternatives past these are not looked at: a shape that no person wrote. */
const MAX_PARTS = 500;

/**
 * The schema and every one that stands for it: behind its references and in the lists named by
 * `combiners`. Each schema once, so that a loop of references ends; a queue and no recursion, so
 * that a long chain of them does too.
 */
function partsOf(schema: unknown, root: unknown, combiners: readonly string[]): JsonObject[] {
  const parts = new Set<JsonObject>();
  const add = (part: unknown) => {
    if (isObject(part) && parts.size < MAX_PARTS) parts.add(part);
  };
  add(schema);
  // A set gives what is added to it during the walk, too.
  for (const part of parts) {
    if (typeof part['$ref'] === 'string') add(resolveLocal(part['$ref'], root));
    for (const name of combiners) {
      const list = part[name];
      if (Array.isArray(list)) for (const each of list.slice(0, MAX_PARTS)) add(each);
    }
  }
  return [...parts];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function typesOfPart(part: JsonObject): string[] {
  const { type } = part;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((each) => typeof each === 'string');
  if (Array.isArray(part['enum'])) return part['enum'].map(typeOf);
  return Object.hasOwn(part, 'const') ? [typeOf(part['const'])] : [];
}

/** What a schema says of a value's form, as far as a query string needs to know. */
export interface ValueShape {
  /** Types that it names, in any of its alternatives; none when it does not say. */
  types: ReadonlySet<string>;
  /** The values of its `enum` and `const`. */
  values: readonly unknown[];
  /** The schema of the items, when it is a list. */
  items: unknown;
  hasProperties: boolean;
}

export function shapeOf(schema: unknown, root: unknown): ValueShape {
  const parts = partsOf(schema, root, ['anyOf', 'oneOf', 'allOf']);
  return {
    types: new Set(parts.flatMap(typesOfPart)),
    values: parts.flatMap((part) => [
      ...(Array.isArray(part['enum']) ? part['enum'] : []),
      ...(Object.hasOwn(part, 'const') ? [part['const']] : []),
    ]),
    items: parts.find((part) => isObject(part['items']))?.['items'],
    hasProperties: parts.some((part) => isObject(part['properties'])),
  };
}

/** What an object schema says of its members, directly, by reference and by `allOf`. */
export interface InputShape {
  types: ReadonlySet<string>;
  properties: ReadonlyMap<string, unknown>;
  required: readonly string[];
  /** The schema of members that `properties` does not name. */
  others: unknown;
}

export function inputShapeOf(inputSchema: unknown): InputShape {
  const parts = partsOf(inputSchema, inputSchema, ['allOf']);
  const properties = new Map<string, unknown>();
  for (const part of parts) {
    if (!isObject(part['properties'])) continue;
    for (const [name, schema] of Object.entries(part['properties'])) {
      if (!properties.has(name)) properties.set(name, schema);
    }
  }
  const required = parts.flatMap((part) =>
    Array.isArray(part['required']) ? part['required'] : [],
  );
  return {
    types: new Set(parts.flatMap(typesOfPart)),
    properties,
    required: required.filter((name) => typeof name === 'string'),
    others: parts.find((part) => isObject(part['additionalProperties']))?.['additionalProperties'],
  };
}

/**
 * Where an `inputSchema` asks for what no query string can carry: a root that is no object, or a
 * property that must be an object or a list of them. Such a contract cannot have GET or DELETE.
 */
export function nestedInputPaths(inputSchema: unknown): string[] {
  const { types, properties } = inputShapeOf(inputSchema);
  if (types.size > 0 && !types.has('object')) return [''];
  return [...properties]
    .filter(([, schema]) => mustNest(schema, inputSchema))
    .map(([name]) => `/properties${pointer(name)}`);
}

function mustNest(schema: unknown, root: unknown): boolean {
  const { types, items, hasProperties } = shapeOf(schema, root);
  const given = [...types].filter((type) => type !== 'null');
  if (given.length === 0) return hasProperties;
  if (given.every((type) => type === 'object')) return true;
  if (!given.every((type) => type === 'object' || type === 'array')) return false;
  const ofItems = [...shapeOf(items, root).types].filter((type) => type !== 'null');
  return ofItems.length > 0 && ofItems.every((type) => type === 'object' || type === 'array');
}
