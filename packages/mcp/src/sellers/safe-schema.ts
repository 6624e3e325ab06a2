import { InexactNumber, isObject } from '@mkt/protocol';
import { isPlain, quoteSeller, sellerText } from './seller-text.ts';

type SafeSchema = Record<string, unknown>;

const MAX_DEPTH = 10;
const MAX_NODES = 400;
const MAX_TEXT = 300;
const MAX_ENUM = 100;
const MAX_ENUM_TEXT = 200;
const MAX_BRANCHES = 10;
/**
 * The maximum size of all names, values and descriptions: one that is referenced often is copied each
 * time.
 */
const MAX_CHARACTERS = 32_768;
/** Model APIs refuse all tools when one has a property with another name. */
const SAFE_NAME = /^[\w.-]{1,64}$/;
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const BOUNDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
];

interface Walk {
  root: unknown;
  /** Subschemas that may still be copied. */
  left: number;
  /** Characters that may still be copied. */
  characters: number;
  /** The references that are being followed. */
  open: Set<string>;
}

/**
 * A copy of a seller's JSON Schema that any client can compile and show: only plain keywords, without
 * patterns, formats, references and recursion, bounded in size and depth, its texts cleaned and
 * labelled as the seller's. It accepts whatever the original accepts; the marketplace checks the input
 * by the original.
 */
export function safeSchema(schema: unknown, maxBytes: number): SafeSchema {
  for (let share = 1; ; share /= 2) {
    const left = Math.ceil(MAX_NODES * share);
    const characters = Math.floor(MAX_CHARACTERS * share);
    const safe = copy(schema, { root: schema, left, characters, open: new Set() }, 0);
    // In the last step it has no texts and no parts.
    if (characters === 0 || Buffer.byteLength(JSON.stringify(safe)) <= maxBytes) return safe;
  }
}

function copy(schema: unknown, walk: Walk, depth: number): SafeSchema {
  if (!isObject(schema) || depth > MAX_DEPTH || walk.left <= 0) return {};
  walk.left -= 1;
  const { $ref: reference } = schema;
  if (typeof reference === 'string') return copyReference(schema, reference, walk, depth);
  const notes: string[] = [];
  const safe: SafeSchema = {
    ...typeOf(schema),
    ...valuesOf(schema, walk, notes),
    ...boundsOf(schema),
    ...membersOf(schema, walk, depth, notes),
    ...itemsOf(schema, walk, depth),
    ...branchesOf(schema, walk, depth),
  };
  noteStrings(schema, notes);
  const description = describe(schema, notes, walk);
  return description === '' ? safe : { ...safe, description };
}

function copyReference(schema: object, reference: string, walk: Walk, depth: number): SafeSchema {
  const target = walk.open.has(reference) ? undefined : find(walk.root, reference);
  const own = describe(schema as SafeSchema, [], walk);
  if (target === undefined) return own === '' ? {} : { description: own };
  walk.open.add(reference);
  const safe = copy(target, walk, depth + 1);
  walk.open.delete(reference);
  return own === '' ? safe : { ...safe, description: own };
}

/** What a JSON Pointer within the same document points to; other references are not followed. */
function find(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let found: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const name = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name))
      return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function typeOf({ type }: SafeSchema): SafeSchema {
  const types = (Array.isArray(type) ? type : [type]).filter(
    (each): each is string => typeof each === 'string' && TYPES.has(each),
  );
  if (types.length === 0) return {};
  return { type: types.length === 1 ? types[0] : [...new Set(types)] };
}

const isShort = (value: unknown) =>
  typeof value === 'string'
    ? isPlain(value, MAX_ENUM_TEXT)
    : !isObject(value) && !Array.isArray(value);

/** Whether there is room for more characters, which it then takes. */
function take(walk: Walk, characters: number): boolean {
  if (characters > walk.characters) return false;
  walk.characters -= characters;
  return true;
}

const lengthOf = (values: readonly unknown[]) =>
  values.reduce<number>((sum, value) => sum + String(value).length, 0);

/** It has no `const`: there the keyword allows any value. */
const isDraft04 = (root: unknown) =>
  isObject(root) && /^https?:\/\/json-schema\.org\/draft-04\//.test(String(root['$schema']));

function valuesOf(schema: SafeSchema, walk: Walk, notes: string[]): SafeSchema {
  const hasConst = Object.hasOwn(schema, 'const') && !isDraft04(walk.root);
  const values = hasConst ? [schema['const']] : schema['enum'];
  if (!Array.isArray(values) || values.length === 0) return {};
  const isListed = values.length <= MAX_ENUM && values.every(isShort);
  if (isListed && take(walk, lengthOf(values))) return { enum: values };
  notes.push(`One of ${values.length} values that are not listed here.`);
  return {};
}

function boundsOf(schema: SafeSchema): SafeSchema {
  return Object.fromEntries(
    BOUNDS.flatMap((name) => {
      const value = schema[name];
      const isNumber = Number.isFinite(value) || value instanceof InexactNumber;
      return isNumber ? [[name, value]] : [];
    }),
  );
}

const isSafeName = (name: unknown) =>
  typeof name === 'string' && SAFE_NAME.test(name) && name !== '__proto__';

function membersOf(schema: SafeSchema, walk: Walk, depth: number, notes: string[]): SafeSchema {
  const { properties, required, additionalProperties: more, patternProperties } = schema;
  if (!isObject(properties) && !Array.isArray(required)) return {};
  const safe: [string, SafeSchema][] = [];
  let omitted = 0;
  for (const [name, inner] of Object.entries(isObject(properties) ? properties : {})) {
    if (walk.left > 0 && isSafeName(name) && take(walk, name.length)) {
      safe.push([name, copy(inner, walk, depth + 1)]);
    } else omitted += 1;
  }
  // Their names are not repeated, because a name could contain instructions to the agent.
  if (omitted > 0) notes.push(`Members that are not listed here: ${omitted}.`);
  const needed = (Array.isArray(required) ? required : []).filter(isSafeName);
  const isNamed = needed.length > 0 && take(walk, lengthOf(needed));
  const isClosed = more === false && omitted === 0 && patternProperties === undefined;
  return {
    ...(isObject(properties) && { properties: Object.fromEntries(safe) }),
    ...(isNamed && { required: [...new Set(needed)] }),
    ...(isClosed && { additionalProperties: false }),
  };
}

function itemsOf({ items, prefixItems, type }: SafeSchema, walk: Walk, depth: number): SafeSchema {
  const isTuple = Array.isArray(items) || prefixItems !== undefined;
  if (!isTuple && isObject(items)) return { items: copy(items, walk, depth + 1) };
  // Some clients refuse an array whose items have no schema.
  return type === 'array' ? { items: {} } : {};
}

/** Several branches of a loosened `oneOf` may accept the same value, so it becomes an `anyOf`. */
function branchesOf({ anyOf, oneOf }: SafeSchema, walk: Walk, depth: number): SafeSchema {
  const branches = Array.isArray(anyOf) ? anyOf : oneOf;
  if (!Array.isArray(branches) || branches.length === 0) return {};
  if (branches.length > MAX_BRANCHES || branches.length > walk.left) return {};
  return { anyOf: branches.map((branch) => copy(branch, walk, depth + 1)) };
}

/** What a client cannot check safely, in words. */
function noteStrings({ format, pattern }: SafeSchema, notes: string[]): void {
  if (typeof format === 'string') notes.push(`Format: ${quoteSeller(format, 30)}.`);
  if (typeof pattern === 'string') {
    notes.push(`Must match the pattern ${quoteSeller(pattern, 100)}.`);
  }
}

/** A seller's text about a part of a schema, labelled by itself: clients show each argument on its own. */
const labelled = (text: string) => `Seller: ${quoteSeller(text, 3 * MAX_TEXT)}`;

function describe(
  { title, description }: SafeSchema,
  notes: readonly string[],
  walk: Walk,
): string {
  const texts = [title, description].filter((text) => typeof text === 'string');
  const own = texts.map((text) => sellerText(text, MAX_TEXT)).filter(Boolean);
  const all = [...(own.length > 0 ? [labelled(own.join(': '))] : []), ...notes].join(' ');
  // The marketplace's own notes are short, and one of them says how much was left out.
  return take(walk, all.length) ? all : notes.join(' ');
}

interface ToolSchema {
  type: 'object';
  properties: Record<string, SafeSchema>;
  required?: string[];
  additionalProperties?: false;
  description?: string;
}

/** The argument with a listing's input, when the input itself cannot be the arguments of a tool. */
export const INPUT = 'input';

/** All tools are read into the context of a model at once. */
const MAX_BYTES = 16_000;

/** Whether every input of a schema is an object, as the arguments of a tool are. */
function isObjectSchema(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'object';
}

/**
 * The arguments of a tool that calls a listing: the members of its input, or one argument `input` if
 * the input need not be an object, or if a member has a `reserved` name.
 */
export function toolSchema(
  inputSchema: unknown,
  reserved: readonly string[],
): { schema: ToolSchema; isWrapped: boolean } {
  const safe = safeSchema(inputSchema, MAX_BYTES);
  const properties = isObject(safe['properties']) ? safe['properties'] : {};
  const collides = reserved.some((name) => Object.hasOwn(properties, name));
  if (!isObjectSchema(inputSchema) || collides) {
    return {
      isWrapped: true,
      schema: {
        type: 'object',
        properties: { [INPUT]: safe },
        ...(inputSchema !== null && inputSchema !== undefined && { required: [INPUT] }),
      },
    };
  }
  // Model APIs refuse `anyOf` and `enum` at the top of a tool's arguments.
  const { anyOf: _anyOf, enum: _enum, ...rest } = safe;
  return { isWrapped: false, schema: { ...rest, type: 'object', properties } as ToolSchema };
}
