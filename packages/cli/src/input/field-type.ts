import { isObject, valueAt } from '@mkt/protocol';

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
/** A schema that refers to itself must not be followed forever. */
const MAX_REFS = 16;

/** A schema, and the document in which its local references point. */
export interface SchemaAt {
  schema: unknown;
  root: unknown;
}

/** The schema behind local references; an empty one if there is none. */
export function resolved({ schema, root }: SchemaAt): Record<string, unknown> {
  let found = schema;
  for (let count = 0; count < MAX_REFS; count++) {
    if (!isObject(found)) return {};
    const { $ref } = found;
    if (typeof $ref !== 'string' || !$ref.startsWith('#')) return found;
    found = valueAt(root, decoded($ref.slice(1))).value;
  }
  return {};
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

/** The schema of a member of an object. */
export function memberSchema(at: SchemaAt, name: string): SchemaAt {
  const { properties } = resolved(at);
  const schema =
    isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return { schema, root: at.root };
}

/** The schema of the items of an array; `undefined` if the value may be something else. */
export function itemSchema(at: SchemaAt): SchemaAt | undefined {
  const { type, items } = resolved(at);
  return type === 'array' ? { schema: items, root: at.root } : undefined;
}

/**
 * The JSON text of a value that was typed as text: a number, a boolean or `null` if the schema expects
 * one and no text, otherwise a string. Text that does not fit stays a string, which the marketplace
 * refuses with the place.
 */
export function typedJson(text: string, at: SchemaAt): string {
  const { type, enum: values, const: only } = resolved(at);
  const types = new Set([type].flat());
  const choices = Array.isArray(values) ? values : only === undefined ? [] : [only];
  const isText = types.has('string') || choices.includes(text);
  const isPlain =
    NUMBER.test(text) && (types.has('integer') || types.has('number'))
      ? true
      : /^(true|false)$/.test(text)
        ? types.has('boolean')
        : text === 'null' && types.has('null');
  const isChoice = choices.some((choice) => typeof choice !== 'string' && String(choice) === text);
  return !isText && (isPlain || isChoice) ? text : JSON.stringify(text);
}
