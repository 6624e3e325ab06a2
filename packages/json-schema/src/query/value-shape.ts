import { InexactNumber, isObject, pointerTo } from '@mkt/protocol';
import { isReferenceOnly, type SchemaDocument } from '../document/schema-document.ts';
import type { SchemaObject } from '../document/subschemas.ts';

/** A schema that applies to a value, and its location in the document. */
interface Part {
  pointer: string;
  schema: SchemaObject;
}

/** Alternatives beyond this number are ignored: real schemas do not have as many. */
const MAX_PARTS = 500;

/**
 * The schema at a pointer and those that apply in its place: behind its references and in the lists
 * named by `combiners`. Visits each once, with a queue instead of recursion, so that it always ends.
 */
function partsOf(
  document: SchemaDocument,
  pointer: string | undefined,
  combiners: readonly string[],
): Part[] {
  const pointers = new Set(pointer === undefined ? [] : [pointer]);
  const parts: Part[] = [];
  // Iterating over a set includes what is added during the iteration.
  for (const at of pointers) {
    const node = document.nodes.get(at);
    if (!node || typeof node.schema === 'boolean') continue;
    const follow = (next: string) => pointers.size < MAX_PARTS && pointers.add(next);
    for (const target of node.targets.values()) follow(target);
    if (isReferenceOnly(node, document.dialect)) continue;
    parts.push({ pointer: at, schema: node.schema });
    for (const name of combiners) {
      const list = node.schema[name];
      if (!Array.isArray(list)) continue;
      for (const index of list.keys()) follow(pointerTo(pointerTo(at, name), index));
    }
  }
  return parts;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof InexactNumber) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The value of `const`, in a list; draft-04 has no such keyword. */
const constantOf = ({ schema }: Part, { dialect }: SchemaDocument): unknown[] =>
  Object.hasOwn(schema, 'const') && dialect.assertions.has('const') ? [schema['const']] : [];

function typesOfPart(part: Part, document: SchemaDocument): string[] {
  const { schema } = part;
  const { type, enum: values } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((each) => typeof each === 'string');
  if (Array.isArray(values)) return values.map(typeOf);
  return constantOf(part, document).map(typeOf);
}

/** Pointers of the schemas of a list's items. */
export interface ItemShape {
  /** For the items at the start, by position. */
  first: readonly string[];
  /** For all other items. */
  rest: string | undefined;
}

function itemsOf({ pointer, schema }: Part, { dialect }: SchemaDocument): ItemShape {
  const listed = dialect.applicators.has('prefixItems') ? 'prefixItems' : 'items';
  const list = schema[listed];
  const isListed = Array.isArray(list);
  const rest = listed === 'items' && isListed ? 'additionalItems' : 'items';
  return {
    first: isListed
      ? [...list.keys()].map((index) => pointerTo(`${pointer}/${listed}`, index))
      : [],
    rest: isObject(schema[rest]) ? `${pointer}/${rest}` : undefined,
  };
}

/** What a schema defines about the form of a value, as far as query strings need it. */
export interface ValueShape {
  /** Types that any of its alternatives names; empty if none does. */
  types: ReadonlySet<string>;
  /** The values of its `enum` and `const`. */
  values: readonly unknown[];
  /** The shape of the items if it is a list. */
  items: ItemShape;
  hasProperties: boolean;
}

export function shapeOf(document: SchemaDocument, pointer: string | undefined): ValueShape {
  const parts = partsOf(document, pointer, ['anyOf', 'oneOf', 'allOf']);
  const items = parts
    .map((part) => itemsOf(part, document))
    .find(({ first, rest }) => first.length > 0 || rest !== undefined);
  return {
    types: new Set(parts.flatMap((part) => typesOfPart(part, document))),
    values: parts.flatMap((part) => [
      ...(Array.isArray(part.schema['enum']) ? part.schema['enum'] : []),
      ...constantOf(part, document),
    ]),
    items: items ?? { first: [], rest: undefined },
    hasProperties: parts.some(({ schema }) => isObject(schema['properties'])),
  };
}

/** What an object schema says about its members, directly, by reference and by `allOf`. */
export interface InputShape {
  types: ReadonlySet<string>;
  /** Pointers of the members' schemas. */
  properties: ReadonlyMap<string, string>;
  required: readonly string[];
  /** The schema of members that `properties` does not name. */
  others: string | undefined;
}

export function inputShapeOf(document: SchemaDocument): InputShape {
  const parts = partsOf(document, '', ['allOf']);
  const properties = new Map<string, string>();
  for (const { pointer, schema } of parts) {
    if (!isObject(schema['properties'])) continue;
    for (const name of Object.keys(schema['properties'])) {
      if (!properties.has(name)) properties.set(name, pointerTo(`${pointer}/properties`, name));
    }
  }
  const required = parts.flatMap(({ schema }) =>
    Array.isArray(schema['required']) ? schema['required'] : [],
  );
  const open = parts.find(({ schema }) => isObject(schema['additionalProperties']));
  return {
    types: new Set(parts.flatMap((part) => typesOfPart(part, document))),
    properties,
    required: required.filter((name) => typeof name === 'string'),
    others: open && `${open.pointer}/additionalProperties`,
  };
}
