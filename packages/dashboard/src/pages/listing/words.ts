import { isObject } from '@mkt/protocol';

/** A member of an object as a table shows it. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  limits: string;
  description: string;
}

type Schema = Record<string, unknown>;

const LIMITS: readonly (readonly [keyword: string, words: string])[] = [
  ['minLength', 'at least %s characters'],
  ['maxLength', 'at most %s characters'],
  ['minimum', 'at least %s'],
  ['exclusiveMinimum', 'more than %s'],
  ['maximum', 'at most %s'],
  ['exclusiveMaximum', 'less than %s'],
  ['multipleOf', 'a multiple of %s'],
  ['minItems', 'at least %s items'],
  ['maxItems', 'at most %s items'],
  ['pattern', 'matches %s'],
  ['format', '%s'],
  ['const', 'always %s'],
  ['default', 'default %s'],
];

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function typeOf(schema: Schema): string {
  const { type, enum: choices, items, $ref: ref } = schema;
  if (Array.isArray(choices)) return `one of ${choices.map((choice) => text(choice)).join(', ')}`;
  if (type === 'array' && isObject(items)) return `array of ${typeOf(items)}`;
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
  const found = LIMITS.flatMap(([keyword, words]) =>
    schema[keyword] === undefined ? [] : [words.replace('%s', () => text(schema[keyword]))],
  );
  return found.join('; ');
}

/** The members that the schema describes at its top level. */
export function fieldsOf(schema: Schema): Field[] {
  const { properties, required } = schema;
  if (!isObject(properties)) return [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, member]) => {
    const known = isObject(member) ? member : {};
    const { title, description } = known;
    return {
      name,
      type: typeOf(known),
      required: needed.includes(name),
      limits: limitsOf(known),
      description: [title, description].filter((it) => typeof it === 'string').join('. '),
    };
  });
}
