import type { ApiReference, Schema } from './model.ts';

/** A member of an object as the page shows it. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** The values that it may have. */
  choices: readonly string[];
  /** The members of the object, or of each object of the list; empty if it has none. */
  inside: () => Field[];
}

type Schemas = ApiReference['schemas'];

/** The schema itself, with what the place that refers to it says. */
function resolved(schema: Schema, schemas: Schemas): Schema {
  const { $ref, ...rest } = schema;
  return $ref === undefined ? schema : resolved({ ...schemas[$ref], ...rest }, schemas);
}

const isNull = ({ type }: Schema): boolean => type === 'null';

/** `null` aside, the only schema of a choice: what most choices are. */
function withoutNull(schema: Schema, schemas: Schemas): { schema: Schema; isNullable: boolean } {
  const whole = resolved(schema, schemas);
  const { anyOf, ...rest } = whole;
  const [only, ...others] = (anyOf ?? []).filter((each) => !isNull(each));
  if (anyOf === undefined || only === undefined || others.length > 0) {
    return { schema: whole, isNullable: false };
  }
  return { schema: { ...resolved(only, schemas), ...rest }, isNullable: anyOf.length > 1 };
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'time',
  uri: 'URL',
  email: 'email address',
};

function typeName({ type, format, items, anyOf, ...rest }: Schema, schemas: Schemas): string {
  if (anyOf) {
    const names = anyOf.map((each) => typeName(resolved(each, schemas), schemas));
    return [...new Set(names)].join(' or ');
  }
  if (rest.const !== undefined) return JSON.stringify(rest.const);
  const names = [type ?? (rest.enum ? 'string' : 'any JSON')].flat();
  return names
    .map((name) => {
      if (name === 'array')
        return items ? `list of ${typeName(resolved(items, schemas), schemas)}` : 'list';
      return name === 'string' ? (FORMATS[format ?? ''] ?? name) : name;
    })
    .join(' or ');
}

function limitsOf({ minimum, maximum, minLength, maxLength, maxItems, ...rest }: Schema): string[] {
  const between = (low: number | undefined, high: number | undefined, word: string) => {
    const of = word === '' ? '' : ` ${word}`;
    if (low !== undefined && high !== undefined) return [`${low} to ${high}${of}`];
    if (high !== undefined) return [`at most ${high}${of}`];
    return low === undefined || (low === 1 && word !== '') ? [] : [`at least ${low}${of}`];
  };
  return [
    ...between(minimum, maximum, ''),
    ...between(minLength, maxLength, 'characters'),
    ...between(undefined, maxItems, 'items'),
    ...(rest.default === undefined ? [] : [`default ${JSON.stringify(rest.default)}`]),
  ];
}

/** What a schema says of a value: its type with its limits, and the values that it may have. */
export function describe(written: Schema, schemas: Schemas): Pick<Field, 'type' | 'choices'> {
  const { schema, isNullable } = withoutNull(written, schemas);
  const item = schema.items ? resolved(schema.items, schemas) : schema;
  const choices = (schema.enum ?? item.enum ?? []).filter((each) => each !== null);
  return {
    type: [typeName(schema, schemas) + (isNullable ? ' or null' : ''), ...limitsOf(schema)].join(
      ', ',
    ),
    choices: choices.map(String),
  };
}

/** The members of the object that a schema describes, or of the objects of its list. */
export function fieldsOf(written: Schema, schemas: Schemas): Field[] {
  const { schema } = withoutNull(written, schemas);
  if (schema.items) return fieldsOf(schema.items, schemas);
  if (schema.anyOf) {
    return (
      schema.anyOf.map((each) => fieldsOf(each, schemas)).find((each) => each.length > 0) ?? []
    );
  }
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, member]) => ({
    name,
    required: required.has(name),
    description: resolved(member, schemas).description ?? '',
    ...describe(member, schemas),
    inside: () => fieldsOf(member, schemas),
  }));
}
