import { isObject } from '@mkt/protocol';
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

/** The schema that a reference within it leads to, as generators write them at the root. */
function resolved(schema: unknown, root: unknown): unknown {
  let current = schema;
  for (let steps = 0; steps < MAX_REFERENCES; steps++) {
    const reference = isObject(current) ? current['$ref'] : undefined;
    if (typeof reference !== 'string') return current;
    if (!reference.startsWith('#')) return undefined;
    const parts = reference.slice(1).split('/').slice(1);
    current = parts.map(unescapePointer).reduce<unknown>((at, part) => memberAt(at, part), root);
  }
  return undefined;
}

const MAX_REFERENCES = 20;

const memberAt = (value: unknown, name: string): unknown =>
  (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

function unescapePointer(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

function fieldsOf(
  root: unknown,
  describe: (name: string, field: unknown, isRequired: boolean) => string,
): string {
  const schema = resolved(root, root);
  if (!isObject(schema)) return '';
  if (!isObject(schema['properties'])) return describeType(schema);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const fields = Object.entries(schema['properties']).map(([name, field]) =>
    describe(name, resolved(field, root), required.includes(name)),
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
