import { isObject } from '@mkt/protocol';
import { resolved } from '../input/field-type.ts';

const MAX_FIELDS = 12;

/** The fields of a schema, each with its type and whether it is required. */
export function describeInput(schema: unknown): string {
  return fieldsOf(schema, (name, field, isRequired) => {
    const notes = [describeType(field), ...(isRequired ? ['required'] : [])].filter(
      (note) => note !== '',
    );
    return notes.length > 0 ? `${name} (${notes.join(', ')})` : name;
  });
}

export const describeOutput = (schema: unknown): string => fieldsOf(schema, (name) => name);

function fieldsOf(
  root: unknown,
  describe: (name: string, field: unknown, isRequired: boolean) => string,
): string {
  const schema = resolved({ schema: root, root });
  if (!isObject(schema['properties'])) return describeType(schema);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const fields = Object.entries(schema['properties']).map(([name, field]) =>
    describe(name, resolved({ schema: field, root }), required.includes(name)),
  );
  const more = fields.length - MAX_FIELDS;
  return [...fields.slice(0, MAX_FIELDS), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function describeType(schema: unknown): string {
  if (!isObject(schema)) return '';
  const { type } = schema;
  if (Array.isArray(schema['enum'])) return 'enum';
  if (Array.isArray(type)) return type.filter((each) => typeof each === 'string').join(' or ');
  return typeof type === 'string' ? type : '';
}
