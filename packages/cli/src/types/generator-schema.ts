import { KINDS } from './kinds.ts';

/**
 * A schema as the generator of types reads it, with no text of a seller. `tsType` is code that the
 * generator copies, so it is written here. Names of members are codes (`member-names.ts`) until the
 * code is generated.
 */
export type GeneratorSchema = Described &
  (
    | { tsType: string }
    | { allOf: readonly GeneratorSchema[] }
    | { anyOf: readonly GeneratorSchema[] }
    | {
        type: 'object';
        properties: Readonly<Record<string, GeneratorSchema>>;
        required: readonly string[];
        additionalProperties: GeneratorSchema | false;
      }
    | {
        type: 'array';
        items: GeneratorSchema | readonly GeneratorSchema[];
        additionalItems?: GeneratorSchema | false;
        minItems?: number;
        maxItems?: number;
      }
  );

interface Described {
  description?: string;
}

export const UNKNOWN: GeneratorSchema = { tsType: 'unknown' };
export const NEVER: GeneratorSchema = { tsType: 'never' };
export const ANY_OBJECT: GeneratorSchema = {
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: UNKNOWN,
};

const isCode = (schema: GeneratorSchema, code: string) =>
  'tsType' in schema && schema.tsType === code;
export const isNever = (schema: GeneratorSchema) => isCode(schema, 'never');
const isUnknown = (schema: GeneratorSchema) => isCode(schema, 'unknown');

const withoutDescription = ({ description: _, ...schema }: GeneratorSchema) => schema;

/** Any of the types; the same one only once. */
export function unionOf(members: readonly GeneratorSchema[]): GeneratorSchema {
  const found = new Map<string, GeneratorSchema>();
  for (const member of members) {
    if (isUnknown(member)) return UNKNOWN;
    if (!isNever(member)) found.set(JSON.stringify(withoutDescription(member)), member);
  }
  const [only = NEVER, ...others] = found.values();
  return others.length === 0 ? only : { anyOf: [only, ...others] };
}

/** All of the types at once. */
export function intersectionOf(members: readonly GeneratorSchema[]): GeneratorSchema {
  if (members.some(isNever)) return NEVER;
  const [only = UNKNOWN, ...others] = members.filter((member) => !isUnknown(member));
  return others.length === 0 ? only : { allOf: [only, ...others] };
}

/** Code that is one operand, whatever is written around it. */
export const codeUnion = (types: readonly string[]): GeneratorSchema => {
  const [only = 'never', ...others] = new Set(types);
  return { tsType: others.length === 0 ? only : `(${[only, ...others].join(' | ')})` };
};

const SIMPLE = ['string', 'number', 'boolean', 'null'] as const;

/** The types of the kinds that have no parts. */
export function simpleTypes(kinds: number): GeneratorSchema {
  const names = SIMPLE.filter((name) => (kinds & KINDS[name]) !== 0);
  return codeUnion(names);
}
