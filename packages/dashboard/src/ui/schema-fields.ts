import { isObject, valueAt } from '@mkt/protocol';
import type { JsonLine } from './json-lines.ts';

const COUNT = new Intl.NumberFormat('en-US');

/** A field of an object as a table shows it. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  limits: string;
  description: string;
  /** The object that it is, or that its items are. */
  inside: Schema | undefined;
  /** Whether it is a list of what is inside. */
  isList: boolean;
}

/** A field with its place among those of the whole schema. */
export interface FieldRow extends Field {
  path: string;
  /** How many fields it is in. */
  depth: number;
  /** Whether the fields in it follow; undefined if it has none. */
  isOpen: boolean | undefined;
}

type Schema = Record<string, unknown>;

const LIMITS: readonly (readonly [keyword: string, words: string])[] = [
  ['exclusiveMinimum', 'more than %s'],
  ['exclusiveMaximum', 'less than %s'],
  ['multipleOf', 'a multiple of %s'],
  ['pattern', 'matches %s'],
  ['format', '%s'],
  ['const', 'always %s'],
  ['default', 'default %s'],
];

const SIZES = [
  ['minLength', 'maxLength', 'character'],
  ['minItems', 'maxItems', 'item'],
  ['minimum', 'maximum', ''],
] as const;

/** `1 to 50,000 characters`, `at least 1 item`, `at most 9`. */
function sizeInWords(least: unknown, most: unknown, noun: string): string | undefined {
  const number = (value: unknown) =>
    noun !== '' && typeof value === 'number' ? COUNT.format(value) : text(value);
  const counted = (value: unknown) =>
    noun === '' ? number(value) : `${number(value)} ${noun}${value === 1 ? '' : 's'}`;
  if (least === undefined) return most === undefined ? undefined : `at most ${counted(most)}`;
  if (most === undefined) return `at least ${counted(least)}`;
  return least === most ? counted(least) : `${number(least)} to ${counted(most)}`;
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** `strings`; what is no single word, such as `string or null`, stays. */
const plural = (type: string) =>
  /^(string|number|integer|boolean|object)$/.test(type) ? `${type}s` : type;

function typeOf(schema: Schema): string {
  const { type, enum: choices, items, $ref: ref } = schema;
  if (Array.isArray(choices)) return `one of ${choices.map((choice) => text(choice)).join(', ')}`;
  if (type === 'array') return isObject(items) ? `list of ${plural(typeOf(items))}` : 'list';
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.map(String).join(' or ');
  if (typeof ref === 'string') return ref.replace(/^.*\//, '');
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) {
    return branches.map((branch) => (isObject(branch) ? typeOf(branch) : 'any')).join(' or ');
  }
  return 'any';
}

/** In draft-04 `exclusiveMinimum` is a flag beside `minimum`. */
function withoutFlags(schema: Schema): Schema {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, ...others } = schema;
  return {
    ...others,
    ...(exclusiveMinimum === true
      ? { exclusiveMinimum: minimum }
      : { minimum, ...(exclusiveMinimum === false ? {} : { exclusiveMinimum }) }),
    ...(exclusiveMaximum === true
      ? { exclusiveMaximum: maximum }
      : { maximum, ...(exclusiveMaximum === false ? {} : { exclusiveMaximum }) }),
  };
}

function limitsOf(written: Schema): string {
  const schema = withoutFlags(written);
  const sizes = SIZES.flatMap(
    ([least, most, noun]) => sizeInWords(schema[least], schema[most], noun) ?? [],
  );
  const found = LIMITS.flatMap(([keyword, words]) =>
    schema[keyword] === undefined ? [] : [words.replace('%s', () => text(schema[keyword]))],
  );
  return [...sizes, ...found].join('; ');
}

/** Letters and digits only: `maxWords` and `Max words` say the same. */
const bare = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What a seller says of a field. The label of the form is its title, so that stands in for a description. */
function descriptionOf(name: string, { title, description }: Schema): string {
  const label = typeof title === 'string' ? title : '';
  if (typeof description !== 'string' || description === '') {
    return label.toLowerCase() === name.toLowerCase() ? '' : label;
  }
  return [label, description].filter((it) => it !== '' && bare(it) !== bare(name)).join('. ');
}

/** A schema may be hostile: references that lead nowhere or in a circle end. */
const MOST_STEPS = 20;
/** Each field may have one, and following it takes time with its length. */
const LONGEST_REFERENCE = 200;

const referred = (ref: string, root: Schema): unknown =>
  ref.length <= LONGEST_REFERENCE && (ref === '#' || ref.startsWith('#/'))
    ? valueAt(root, ref.slice(1)).value
    : undefined;

const counts = new WeakMap<object, number>();

/** How many fields an object has, counted once: a schema may refer to a large one from each field. */
function countOf({ properties }: Schema): number {
  if (!isObject(properties)) return 0;
  const count = counts.get(properties) ?? Object.keys(properties).length;
  counts.set(properties, count);
  return count;
}

const NOTHING = { inside: undefined, isList: false };

/** The object that a schema describes, or the items of the list that it describes. */
function objectIn(schema: Schema, root: Schema): Pick<Field, 'inside' | 'isList'> {
  let inside: unknown = schema;
  let isList = false;
  for (let steps = 0; steps < MOST_STEPS && isObject(inside); steps += 1) {
    const { properties, items, $ref: ref } = inside;
    if (isObject(properties)) return countOf(inside) > 0 ? { inside, isList } : NOTHING;
    isList ||= typeof ref !== 'string';
    inside = typeof ref === 'string' ? referred(ref, root) : items;
  }
  return NOTHING;
}

/** The fields that a schema describes at its top level; `root` has what it refers to. */
export function fieldsOf(schema: Schema, root: Schema = schema): Field[] {
  const { properties, required } = schema;
  if (!isObject(properties)) return [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, member]) => {
    const known = isObject(member) ? member : {};
    return {
      name,
      type: typeOf(known),
      required: needed.includes(name),
      limits: limitsOf(known),
      description: descriptionOf(name, known),
      ...objectIn(known, root),
    };
  });
}

/** Objects with more fields are folded at first, and so is what is inside of others. */
const MOST_UNFOLDED = 12;
/** Of so many fields none is unfolded at first. */
const MANY = 100;

/**
 * The fields of a schema with those inside of them, each below the one that it is in.
 *
 * @param toggled the paths of those that a person has opened or closed
 */
export function fieldRows(root: Schema, toggled: ReadonlySet<string>): FieldRow[] {
  const { inside: whole } = objectIn(root, root);
  const unfolds = whole !== undefined && countOf(whole) < MANY;
  const rowsOf = (schema: Schema, parent: string, depth: number): FieldRow[] =>
    fieldsOf(schema, root).flatMap((field) => {
      const { name, inside } = field;
      const path = `${parent}/${JSON.stringify(name)}`;
      if (!inside) return [{ ...field, path, depth, isOpen: undefined }];
      const opens = unfolds && depth === 0 && countOf(inside) <= MOST_UNFOLDED;
      const isOpen = toggled.has(path) !== opens;
      const row = { ...field, path, depth, isOpen };
      return isOpen ? [row, ...rowsOf(inside, path, depth + 1)] : [row];
    });
  return whole ? rowsOf(whole, '', 0) : [];
}

/** More lines than a person reads at a glance, and deeper than they are about. */
const MOST_LINES = 24;
const MOST_DEPTH = 4;
/** Of so many fields of one object, the others are left out. */
const MOST_FIELDS = 40;

const line = (
  id: string,
  depth: number,
  key: string | undefined,
): Omit<JsonLine, 'kind' | 'text'> => ({
  id,
  depth,
  comma: false,
  ...(key === undefined ? {} : { key }),
});

/**
 * What a value that fits a schema looks like, as lines of JSON with types in place of values; one line for what
 * is no object, and none if the schema does not say.
 */
export function sketchOf(root: Schema, most = MOST_LINES): JsonLine[] {
  const lines: JsonLine[] = [];
  const add = (
    added: Omit<JsonLine, 'kind' | 'text'>,
    text: string,
    kind: JsonLine['kind'] = 'bracket',
  ) => lines.push({ ...added, kind, text });
  const draw = (
    { inside, isList, type }: Pick<Field, 'inside' | 'isList' | 'type'>,
    at: Omit<JsonLine, 'kind' | 'text'>,
  ): void => {
    const { id, depth } = at;
    if (!inside || depth >= MOST_DEPTH) {
      add(at, type, 'literal');
      return;
    }
    add(at, isList ? '[{' : '{');
    for (const field of fieldsOf(inside, root).slice(0, MOST_FIELDS)) {
      if (lines.length >= most) break;
      draw(field, line(`${id}/${field.name}`, depth + 1, field.name));
    }
    add(line(`${id}/]`, depth, undefined), isList ? '}]' : '}');
  };
  const whole = { ...objectIn(root, root), type: typeOf(root) };
  if (whole.inside || whole.type !== 'any') draw(whole, line('', 0, undefined));
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most - 1), { ...line('…', 0, undefined), kind: 'bracket', text: '…' }];
}
