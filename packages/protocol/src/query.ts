import { inputShapeOf, isObject, shapeOf, type ValueShape } from './input-shape.ts';
import { pointer } from './json-pointer.ts';

type Scalar = string | number | boolean;

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** The apostrophe too: a URL's own serialiser would encode it, and the signature is over what is sent. */
const encode = (text: string) => encodeURIComponent(text).replaceAll("'", '%27');

export type QueryString =
  | { ok: true; query: string }
  | { ok: false; path: string; message: string };

/**
 * The input of a GET or DELETE contract as a query string without its `?`: scalars in their order,
 * percent-encoded, numbers and booleans as their JSON text, nulls left out, arrays of scalars as
 * repeated names.
 */
export function toQueryString(input: unknown): QueryString {
  if (!isObject(input)) return { ok: false, path: '', message: 'must be object' };
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(input)) {
    const path = pointer(name);
    const items: unknown[] = Array.isArray(value) ? value : [value];
    for (const item of items) {
      if (item === null || item === undefined) continue;
      if (!isScalar(item)) return { ok: false, path, message: 'cannot stand in a query string' };
      const text = String(item);
      // A lone surrogate has no UTF-8 form, so no query string either.
      if (!name.isWellFormed() || !text.isWellFormed()) {
        return { ok: false, path, message: 'is not valid Unicode' };
      }
      pairs.push(`${encode(name)}=${encode(text)}`);
    }
  }
  return { ok: true, query: pairs.join('&') };
}

/** `endpointPath` with the input's query after any query that it already has. */
export function withQuery(endpointPath: string, query: string): string {
  const url = new URL(endpointPath);
  const own = url.search.slice(1);
  url.search = [own, query].filter((part) => part !== '').join('&');
  url.hash = '';
  return url.href;
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function readScalar(text: string, { types, values }: ValueShape): Scalar {
  const listed = values.filter(isScalar).find((value) => String(value) === text);
  if (listed !== undefined) return listed;
  if ((types.has('number') || types.has('integer')) && NUMBER.test(text)) {
    const number = Number(text);
    if (Number.isFinite(number)) return number;
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

const NESTED = new Set(['array', 'object', 'null']);

function readMember(texts: readonly string[], schema: unknown, root: unknown): unknown {
  const shape = shapeOf(schema, root);
  const { types } = shape;
  const isList = types.has('array') || types.size === 0;
  const mayBeOne = types.size === 0 || [...types].some((type) => !NESTED.has(type));
  if (isList && !(mayBeOne && texts.length === 1)) {
    const ofItems = shapeOf(shape.items, root);
    return texts.map((text) => readScalar(text, ofItems));
  }
  return readScalar(texts.at(-1) ?? '', shape);
}

/**
 * The input that `toQueryString` was given, as far as the schema tells the types: the seller's
 * side of a GET or DELETE call. It looks through local references and alternatives. A required
 * member that is missing was null or an empty list, for the input was valid before it was sent. Of
 * a repeated name that is no list, the last counts: the input stands after `endpointPath`'s query.
 */
export function fromQueryString(query: string, inputSchema: unknown): Record<string, unknown> {
  const { properties, required, others } = inputShapeOf(inputSchema);
  const given = new Map<string, string[]>();
  for (const [name, text] of new URLSearchParams(query)) {
    const texts = given.get(name);
    if (texts) texts.push(text);
    else given.set(name, [text]);
  }
  const input = new Map<string, unknown>();
  for (const [name, texts] of given) {
    input.set(name, readMember(texts, properties.get(name) ?? others, inputSchema));
  }
  for (const name of required) {
    if (input.has(name)) continue;
    const { types } = shapeOf(properties.get(name), inputSchema);
    if (types.has('null')) input.set(name, null);
    else if (types.has('array')) input.set(name, []);
  }
  // Object.fromEntries defines properties, so that a name like __proto__ is only a name.
  return Object.fromEntries(input);
}
