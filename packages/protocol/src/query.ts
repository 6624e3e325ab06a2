import { InexactNumber, isInexact } from './inexact-number.ts';
import { inputShapeOf, shapeOf, type ValueShape } from './input-shape.ts';
import { textItems, textMembers } from './json-text.ts';
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
 * The input of a GET or DELETE contract as a query string without its `?`: scalars in the order of
 * the text, percent-encoded, numbers and booleans as their JSON text, an inexact number as it was
 * written, nulls left out, arrays of scalars as repeated names.
 *
 * @param json text of a JSON value without infinite numbers
 */
export function toQueryString(json: string): QueryString {
  const input = json.trim();
  if (!input.startsWith('{')) return { ok: false, path: '', message: 'must be object' };
  const pairs: string[] = [];
  for (const { name, text } of textMembers(input)) {
    const path = pointer(name);
    for (const item of text.startsWith('[') ? textItems(text) : [text]) {
      if (item === 'null') continue;
      if (item.startsWith('{') || item.startsWith('[')) {
        return { ok: false, path, message: 'cannot stand in a query string' };
      }
      const value = scalarText(item);
      // A lone surrogate has no UTF-8 form, so no query string either.
      if (!name.isWellFormed() || !value.isWellFormed()) {
        return { ok: false, path, message: 'is not valid Unicode' };
      }
      pairs.push(`${encode(name)}=${encode(value)}`);
    }
  }
  return { ok: true, query: pairs.join('&') };
}

/** A scalar's JSON text as it goes into a query string. */
function scalarText(json: string): string {
  const value = JSON.parse(json) as Scalar;
  return typeof value === 'number' && isInexact(json, value) ? json : String(value);
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

function readScalar(text: string, { types, values }: ValueShape): Scalar | InexactNumber {
  const listed = values.filter(isScalar).find((value) => String(value) === text);
  if (listed !== undefined) return listed;
  if ((types.has('number') || types.has('integer')) && NUMBER.test(text)) {
    const number = Number(text);
    if (Number.isFinite(number)) return isInexact(text, number) ? new InexactNumber(text) : number;
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

export interface QueryInput {
  value: Record<string, unknown>;
  /** The same object, or one with an `InexactNumber` for each number that a double does not keep. */
  exact: Record<string, unknown>;
}

/**
 * The input that `toQueryString` was given, as far as the schema tells the types: the seller's
 * side of a GET or DELETE call. It looks through local references and alternatives. A required
 * member that is missing was null or an empty list, for the input was valid before it was sent. Of
 * a repeated name that is no list, the last counts: the input stands after `endpointPath`'s query.
 */
export function fromQueryString(query: string, inputSchema: unknown): QueryInput {
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
  const exact = Object.fromEntries(input);
  if (![...input.values()].flat().some(isInexactNumber)) return { value: exact, exact };
  const doubles = [...input].map(([name, member]) => [
    name,
    Array.isArray(member) ? member.map(toDouble) : toDouble(member),
  ]);
  return { value: Object.fromEntries(doubles) as Record<string, unknown>, exact };
}

const isInexactNumber = (value: unknown) => value instanceof InexactNumber;

const toDouble = (value: unknown) => (value instanceof InexactNumber ? Number(value.text) : value);
