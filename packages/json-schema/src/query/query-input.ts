import {
  InexactNumber,
  isInexact,
  pointerTo,
  sendsQuery,
  type Detail,
  type ReadValue,
} from '@mkt/protocol';
import { NEWEST_DIALECT } from '../dialect/dialect.ts';
import { readSchema } from '../inspect/inspect-schema.ts';
import type { SchemaDocument } from '../document/schema-document.ts';
import { inputShapeOf, shapeOf, type ValueShape } from './value-shape.ts';

type Scalar = string | number | boolean;

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function readScalar(text: string, { types, values }: ValueShape): Scalar | InexactNumber {
  const listed = values.filter(isScalar).find((value) => String(value) === text);
  if (listed !== undefined) return listed;
  if ((types.has('number') || types.has('integer')) && NUMBER.test(text)) {
    const number = Number(text);
    if (Number.isFinite(number)) return isInexact(text) ? new InexactNumber(text) : number;
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

const NESTED = new Set(['array', 'object', 'null']);

/**
 * The seller's side of a GET or DELETE call: converts the query string back to the input that
 * `toQueryString` (of `@mkt/protocol`) was given, as far as the schema defines the types, including
 * behind references and alternatives. A missing required member was null or an empty list, because the
 * input was valid before it was sent. If a name that is not a list is repeated, the last value counts,
 * because the input follows the query of `endpointPath`. A refused schema defines no types.
 */
export function queryReader(inputSchema: unknown): (query: string) => ReadValue {
  const document = documentOf(inputSchema);
  const { properties, required, others } = inputShapeOf(document);
  const shapeAt = shapesOf(document);

  const readMember = (texts: readonly string[], shape: ValueShape): unknown => {
    const { types, items } = shape;
    const isList = types.has('array') || types.size === 0;
    const mayBeOne = types.size === 0 || [...types].some((type) => !NESTED.has(type));
    if (isList && !(mayBeOne && texts.length === 1)) {
      return texts.map((text, index) =>
        readScalar(text, shapeAt(items.first[index] ?? items.rest)),
      );
    }
    return readScalar(texts.at(-1) ?? '', shape);
  };

  return (query) => {
    const given = new Map<string, string[]>();
    for (const [name, text] of new URLSearchParams(query)) {
      const texts = given.get(name);
      if (texts) texts.push(text);
      else given.set(name, [text]);
    }
    const input = new Map<string, unknown>();
    for (const [name, texts] of given) {
      input.set(name, readMember(texts, shapeAt(properties.get(name) ?? others)));
    }
    for (const name of required) {
      if (input.has(name)) continue;
      const { types } = shapeAt(properties.get(name));
      if (types.has('null')) input.set(name, null);
      else if (types.has('array')) input.set(name, []);
    }
    // Object.fromEntries defines own properties, so that a name like __proto__ is harmless.
    const exact = Object.fromEntries(input);
    if (![...input.values()].flat().some(isInexactNumber)) return { value: exact, exact };
    const doubles = [...input].map(([name, member]) => [
      name,
      Array.isArray(member) ? member.map(toDouble) : toDouble(member),
    ]);
    return { value: Object.fromEntries(doubles), exact };
  };
}

const isInexactNumber = (value: unknown) => value instanceof InexactNumber;
const toDouble = (value: unknown) => (value instanceof InexactNumber ? Number(value.text) : value);

/** A document without nodes defines nothing. */
function documentOf(schema: unknown): SchemaDocument {
  const reading = readSchema(schema ?? true, '');
  return reading.ok ? reading.document : { dialect: NEWEST_DIALECT, nodes: new Map(), strays: [] };
}

/** The shape at each pointer, computed on first use. */
function shapesOf(document: SchemaDocument): (pointer: string | undefined) => ValueShape {
  const shapes = new Map<string | undefined, ValueShape>();
  return (pointer) => {
    const shape = shapes.get(pointer) ?? shapeOf(document, pointer);
    shapes.set(pointer, shape);
    return shape;
  };
}

/**
 * Where an input requires what the query string of a GET or DELETE call cannot carry: a root that is
 * not an object, or a property that must be an object or a list of objects. Empty for every other
 * method, and for a refused schema. Paths start with `path`. Source: docs/buy/orders.md#get-and-delete.
 */
export function queryInputProblems(inputSchema: unknown, method: string, path = ''): Detail[] {
  if (!sendsQuery(method)) return [];
  return nestedPaths(documentOf(inputSchema)).map((at) => ({
    path: path + at,
    message: `cannot be sent in the query string of a ${method} call: it can carry only scalars and lists of scalars`,
    keyword: 'type',
  }));
}

function nestedPaths(document: SchemaDocument): string[] {
  const { types, properties } = inputShapeOf(document);
  if (types.size > 0 && !types.has('object')) return [''];
  return [...properties]
    .filter(([, pointer]) => mustNest(document, pointer))
    .map(([name]) => pointerTo('/properties', name));
}

const exceptNull = (types: ReadonlySet<string>) => [...types].filter((type) => type !== 'null');
const isNested = (type: string) => type === 'object' || type === 'array';

function mustNest(document: SchemaDocument, pointer: string): boolean {
  const { types, items, hasProperties } = shapeOf(document, pointer);
  const given = exceptNull(types);
  if (given.length === 0) return hasProperties;
  if (given.every((type) => type === 'object')) return true;
  if (!given.every(isNested)) return false;
  const ofItems = [...items.first, ...(items.rest === undefined ? [] : [items.rest])];
  return (
    ofItems.length > 0 &&
    ofItems.every((item) => {
      const typesOfItem = exceptNull(shapeOf(document, item).types);
      return typesOfItem.length > 0 && typesOfItem.every(isNested);
    })
  );
}
