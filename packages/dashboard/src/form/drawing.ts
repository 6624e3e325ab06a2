import { isObject, pointerSegments } from '@mkt/protocol';
import { keyOf, toFormData } from './form-data.ts';

type Schema = Record<string, unknown>;

/** References in a row, which may lead back to where they started. */
const MAX_REFERENCES = 20;
/** Schemas and members that are merged for one form: strangers' schemas refer to each other at will. */
const MAX_MERGED = 20_000;

/** The schema cannot be drawn as a form; the message says why. */
class CannotDraw extends Error {}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function targetOf(ref: string, root: Schema): unknown {
  let target: unknown = root;
  for (const segment of pointerSegments(decodeURIComponent(ref.slice(1)))) {
    if (typeof target !== 'object' || target === null) return undefined;
    target = Object.hasOwn(target, segment) ? Reflect.get(target, segment) : undefined;
  }
  return target;
}

/** The schema behind references, with the keywords beside them; `undefined` if one leads nowhere. */
function dereferenced(schema: unknown, root: Schema): Schema | undefined {
  let current = schema;
  for (let count = 0; count < MAX_REFERENCES; count++) {
    if (!isObject(current)) return undefined;
    const { $ref: ref, ...beside } = current;
    if (ref === undefined) return current;
    if (typeof ref !== 'string' || !/^#(\/|$)/.test(ref)) return undefined;
    const target = targetOf(ref, root);
    if (!isObject(target)) return undefined;
    current = { ...target, ...beside };
  }
  return undefined;
}

const membersOf = (schema: Schema) => (isObject(schema['properties']) ? schema['properties'] : {});

/** What both require; a keyword that both have is the first one's. */
function merged(first: Schema, second: Schema): Schema {
  const required = [...new Set([...listOf(first['required']), ...listOf(second['required'])])];
  const properties = { ...membersOf(second), ...membersOf(first) };
  return {
    ...second,
    ...first,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** The schemas that may apply, each to some inputs: what they say about members is offered to all. */
const conditional = ({ then, else: otherwise, dependentSchemas }: Schema): readonly unknown[] => [
  then,
  otherwise,
  ...(isObject(dependentSchemas) ? Object.values(dependentSchemas) : []),
];

/**
 * Makes a function that returns a schema of `root` without `$ref`, `allOf` and conditions, as far as
 * fields are concerned: the validator judges the input by the original. `undefined` if there is
 * nothing to draw by.
 */
function createFlattener(root: Schema): (schema: unknown) => Schema | undefined {
  let count = 0;
  function spend(schema: Schema): void {
    count += 1 + Object.keys(membersOf(schema)).length;
    if (count > MAX_MERGED) throw new CannotDraw('Its schema is too large for a form.');
  }
  function flat(schema: unknown, depth: number): Schema | undefined {
    const found = dereferenced(schema, root);
    if (!found || depth > MAX_REFERENCES) return found;
    spend(found);
    const { allOf, ...own } = found;
    let whole: Schema = own;
    for (const part of listOf(allOf)) {
      const inner = flat(part, depth + 1);
      if (!inner) continue;
      whole = merged(whole, inner);
      spend(whole);
    }
    for (const part of conditional(own)) {
      const inner = flat(part, depth + 1);
      if (!inner) continue;
      whole = merged(whole, { properties: membersOf(inner) });
      spend(whole);
    }
    return whole;
  }
  return (schema) => flat(schema, 0);
}

/** A form with more fields is slow to draw, and too long to be useful. */
const MAX_FIELDS = 200;
/** What is deeper is typed as JSON. */
const MAX_DEPTH = 5;
const MAX_OPTIONS = 20;
const LINE_LENGTH = 120;
/** A text that may be this long has the room of some lines from the start. */
const PASSAGE_LENGTH = 1_000;

/** What a field is: a small schema without references, patterns and conditions. */
export interface Field {
  /** Without a type it is typed as JSON, or chosen from `enum` or `oneOf`. */
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  /** Whether `null` is a value too: an empty field, where one is needed. */
  orNull?: true;
  /** Typed as JSON, because its schema names no fields. */
  isJson?: true;
  title?: string | undefined;
  description?: string | undefined;
  /** What the service takes when the field is left out, or else an example. */
  proposed?: { text: string; isDefault: boolean } | undefined;
  /** Whether it may be left out. */
  isOptional?: boolean;
  /** For a text: whether it may be longer than a line. */
  isLong?: boolean;
  /** For a text: whether it is made for paragraphs. */
  isPassage?: boolean;
  /** For a text: its format. */
  format?: string | undefined;
  /** For a number: whether it is never negative, and so needs digits only. */
  isDigits?: boolean;
  /** The values to choose from, as form data, and their titles in the same order. */
  enum?: readonly unknown[];
  labels?: readonly string[];
  /** The kinds to choose from. */
  oneOf?: readonly Field[];
  /** For an object: its members by `keyOf`. */
  properties?: Readonly<Record<string, Field>>;
  required?: readonly string[];
  /** For a list: its items. */
  items?: Field;
  isUnique?: boolean;
}

export type Drawing = { schema: Field } | { problem: string };

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const shortJson = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** The types that a value may have, by `type` or by the keywords that only concern one. */
function typesOf(schema: Schema): string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((each) => typeof each === 'string');
  if (isObject(schema['properties'])) return ['object'];
  if (isObject(schema['items'])) return ['array'];
  if (['minLength', 'maxLength', 'pattern', 'format'].some((name) => name in schema)) {
    return ['string'];
  }
  if (['minimum', 'maximum', 'multipleOf'].some((name) => name in schema)) return ['number'];
  return [];
}

/** What an option of `oneOf` or `anyOf` is called: its title, the value that tells it apart, its type. */
function optionName(option: Schema, index: number): string {
  const { title, properties, type } = option;
  const own = textOf(title);
  if (own !== undefined) return own;
  const members = isObject(properties) ? Object.entries(properties) : [];
  for (const [name, member] of members) {
    if (isObject(member) && member['const'] !== undefined) {
      return `${name}: ${shortJson(member['const'])}`;
    }
  }
  if (typeof type === 'string' && type !== 'object') return type;
  return `Option ${index + 1}`;
}

/** The default of a schema, or else its first example, if it is short enough to be read in a field. */
function proposedBy(schema: Schema): Field['proposed'] {
  const isDefault = schema['default'] !== undefined;
  const value = isDefault ? schema['default'] : listOf(schema['examples'])[0];
  const text = value === undefined ? '' : shortJson(value);
  return text === '' ? undefined : { text, isDefault };
}

const isLong = ({ maxLength, format, pattern }: Schema) =>
  format === undefined &&
  pattern === undefined &&
  !(typeof maxLength === 'number' && maxLength <= LINE_LENGTH);

/** Whether an option says which members are required, and nothing about what they are. */
const isRequirement = (option: unknown) =>
  isObject(option) && Object.keys(option).every((keyword) => keyword === 'required');

class Drawer {
  #fields = 0;
  readonly #flat: (schema: unknown) => Schema | undefined;

  constructor(root: Schema) {
    this.#flat = createFlattener(root);
  }

  draw(schema: unknown, name: string | undefined, depth: number): Field {
    if (++this.#fields > MAX_FIELDS) {
      throw new CannotDraw(`Its input has more than ${MAX_FIELDS} fields.`);
    }
    const flat = this.#flat(schema);
    if (!flat || depth > MAX_DEPTH) return this.#json({ title: name });
    const about = {
      title: textOf(flat['title']) ?? name,
      description: textOf(flat['description']),
      proposed: proposedBy(flat),
    };
    return this.#choice(flat, about, depth) ?? this.#typed(flat, about, depth);
  }

  #json(about: Field): Field {
    return { ...about, isJson: true };
  }

  #values(values: readonly unknown[], labels: readonly string[], about: Field): Field {
    return { ...about, enum: values.map(toFormData), labels };
  }

  /** One of several values, or one of several schemas; `undefined` if there is no choice. */
  #choice(flat: Schema, about: Field, depth: number): Field | undefined {
    if (Object.hasOwn(flat, 'const')) {
      const only = flat['const'];
      return this.#values([only], [shortJson(only)], about);
    }
    if (Array.isArray(flat['enum'])) {
      return this.#values(flat['enum'], flat['enum'].map(shortJson), about);
    }
    const { oneOf, anyOf, title: _title, description: _description, ...base } = flat;
    const options = listOf(oneOf ?? anyOf);
    if (options.every(isRequirement)) return undefined;
    if (options.length > MAX_OPTIONS) return this.#json(about);
    const flats = options.map((option) => this.#flat(option) ?? {});
    if (flats.every((option) => Object.hasOwn(option, 'const'))) {
      const labels = flats.map(({ title, const: only }) => textOf(title) ?? shortJson(only));
      return this.#values(
        flats.map((option) => option['const']),
        labels,
        about,
      );
    }
    const others = flats.filter((option) => option['type'] !== 'null');
    if (others.length === 1 && flats.length === 2) {
      return this.#nullable(this.draw(merged(others[0] ?? {}, base), about.title ?? '', depth));
    }
    return this.#options(
      flats.map((option) => merged(option, base)),
      about,
      depth,
    );
  }

  #options(options: readonly Schema[], about: Field, depth: number): Field {
    const drawn = options.map((option, index) => {
      const name = optionName(option, index);
      return { ...this.draw(option, name, depth + 1), title: name };
    });
    return { ...about, oneOf: drawn };
  }

  #nullable(drawn: Field): Field {
    return drawn.type === undefined ? drawn : { ...drawn, orNull: true };
  }

  #typed(flat: Schema, about: Field, depth: number): Field {
    const types = typesOf(flat);
    const [type, ...more] = types.filter((each) => each !== 'null');
    if (more.length > 0) {
      const { title: _title, description: _description, ...base } = flat;
      return this.#options(
        types.map((each) => ({ ...base, type: each })),
        about,
        depth,
      );
    }
    const drawn = this.#ofType(type ?? types[0] ?? '', flat, about, depth);
    return types.length > 1 ? this.#nullable(drawn) : drawn;
  }

  #ofType(type: string, flat: Schema, about: Field, depth: number): Field {
    switch (type) {
      case 'string':
        return {
          ...about,
          type,
          isLong: isLong(flat),
          isPassage: isLong(flat) && Number(flat['maxLength']) >= PASSAGE_LENGTH,
          format: textOf(flat['format']),
        };
      case 'number':
      case 'integer':
        return { ...about, type, isDigits: Number(flat['minimum'] ?? -1) >= 0 };
      case 'boolean':
        return { ...about, type };
      case 'null':
        return this.#values([null], ['null'], about);
      case 'array':
        return this.#list(flat, about, depth);
      case 'object':
        return this.#object(flat, about, depth);
      default:
        return this.#json(about);
    }
  }

  #list(flat: Schema, about: Field, depth: number): Field {
    if (!isObject(flat['items']) || Array.isArray(flat['prefixItems'])) return this.#json(about);
    return {
      ...about,
      type: 'array',
      items: this.draw(flat['items'], undefined, depth + 1),
      isUnique: flat['uniqueItems'] === true,
    };
  }

  #object(flat: Schema, about: Field, depth: number): Field {
    const members = Object.entries(isObject(flat['properties']) ? flat['properties'] : {});
    const shown = members.filter(([, member]) => member !== false);
    if (shown.length === 0) return this.#json(about);
    const names = new Set(listOf(flat['required']).filter((name) => typeof name === 'string'));
    return {
      ...about,
      type: 'object',
      properties: Object.fromEntries(
        shown.map(([name, member]) => {
          const drawn = this.draw(member, name, depth + 1);
          return [keyOf(name), { ...drawn, isOptional: !names.has(name) }];
        }),
      ),
      required: shown
        .map(([name]) => name)
        .filter((name) => names.has(name))
        .map(keyOf),
    };
  }
}

/**
 * The form of a seller's schema, which is hostile: a small one without references, patterns and
 * conditions, whose members have harmless names. Or why there is no form.
 */
export function drawingOf(schema: Record<string, unknown> | undefined): Drawing {
  if (!schema) return { problem: 'The seller does not describe the input.' };
  try {
    const { title: _title, ...drawn } = new Drawer(schema).draw(schema, 'Input', 0);
    return drawn.isJson
      ? { problem: 'The seller names no fields of the input.' }
      : { schema: drawn };
  } catch (error) {
    const isTooLarge = error instanceof CannotDraw;
    return { problem: isTooLarge ? error.message : 'Its schema cannot be read as a form.' };
  }
}
