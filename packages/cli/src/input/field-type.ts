import { isObject } from '@mkt/protocol';

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
/** A schema that refers to itself must not be followed forever. */
const MAX_REFS = 16;

/** A schema, and the document in which its local references point. */
export interface SchemaAt {
  schema: unknown;
  root: unknown;
}

/** The schema behind local references. */
function resolved({ schema, root }: SchemaAt): Record<string, unknown> {
  let found = schema;
  for (let count = 0; count < MAX_REFS; count++) {
    if (!isObject(found)) return {};
    const { $ref } = found;
    if (typeof $ref !== 'string' || !$ref.startsWith('#')) return found;
    found = atPointer(root, $ref.slice(1));
  }
  return {};
}

function atPointer(root: unknown, pointer: string): unknown {
  let found = root;
  for (const part of pointer.split('/').slice(1)) {
    const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isObject(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
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
