import type { Detail } from '@mkt/protocol';
import { isObjectSchema, SCHEMAS, type SchemaName } from '@mkt/protocol/schemas';
import { validate, type ValidatedName } from '@mkt/protocol/validate';
import type { Wire } from '@mkt/protocol';
import { Refusal } from '../market/refusal.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;

function invalidQuery(details: Detail[]): Refusal {
  return new Refusal('invalid_request', 'The query string is not valid.', { details });
}

/**
 * Converts text to the type of the schema; text that is not a number stays text, and fails
 * validation.
 */
function coerce(text: string, schema: unknown): unknown {
  const type = (schema as { type?: unknown } | undefined)?.type;
  const isNumber = type === 'number' || type === 'integer';
  return isNumber && NUMBER.test(text) ? Number(text) : text;
}

/** `name[member]`, where the schema of the query has an object. */
const MEMBER = /^([^[\]]+)\[(.*)\]$/s;

const repeated = (key: string): Refusal =>
  invalidQuery([
    { path: `/${key.slice(0, 100)}`, message: 'must not be repeated', keyword: 'query' },
  ]);

/**
 * The query string of a request, validated against its schema; parameters must not be repeated. A
 * parameter that is an object is written as `name[member]=text`.
 */
export function readQuery<Name extends ValidatedName & SchemaName>(
  name: Name,
  search: string,
): Wire[Name] {
  if (search === '') return checkedQuery(name, {});
  const properties = (SCHEMAS[name]['properties'] ?? {}) as Record<string, unknown>;
  const schemaOf = (key: string) => (Object.hasOwn(properties, key) ? properties[key] : undefined);
  const values = new Map<string, unknown>();
  const objects = new Map<string, [member: string, text: string][]>();
  const seen = new Set<string>();
  for (const [key, text] of new URLSearchParams(search)) {
    if (seen.has(key)) throw repeated(key);
    seen.add(key);
    const [, parent = '', member] = MEMBER.exec(key) ?? [];
    if (member !== undefined && isObjectSchema(schemaOf(parent))) {
      const members = objects.get(parent) ?? [];
      objects.set(parent, members);
      members.push([member, text]);
    } else {
      values.set(key, coerce(text, schemaOf(key)));
    }
  }
  for (const [key, members] of objects) {
    if (values.has(key)) throw repeated(key);
    values.set(key, Object.fromEntries(members));
  }
  return checkedQuery(name, Object.fromEntries(values));
}

interface Bounds {
  type?: unknown;
  minimum?: number;
  maximum?: number;
}

/** For a number that is out of range or not whole, the message names both bounds. */
function withBounds({ path, message, keyword }: Detail, name: SchemaName): Detail {
  const properties = SCHEMAS[name]['properties'] as Record<string, Bounds> | undefined;
  const { type, minimum, maximum } = properties?.[path.slice(1)] ?? {};
  const isBounded = type === 'integer' && minimum !== undefined && maximum !== undefined;
  const bounds = `must be a whole number from ${minimum} to ${maximum}`;
  return { path, message: isBounded ? bounds : message, ...(keyword ? { keyword } : {}) };
}

/** In a query string, an unknown name is called a parameter, not a field. */
function asParameter(detail: Detail, name: SchemaName): Detail {
  if (['type', 'minimum', 'maximum'].includes(detail.keyword ?? ''))
    return withBounds(detail, name);
  if (detail.keyword !== 'additionalProperties') return detail;
  const message = isEmpty(name)
    ? 'is not a known parameter; this endpoint takes none'
    : detail.message.replaceAll('known field', 'known parameter');
  return { ...detail, message };
}

const isEmpty = (name: SchemaName) => Object.keys(SCHEMAS[name]['properties'] ?? {}).length === 0;

function checkedQuery<Name extends ValidatedName & SchemaName>(
  name: Name,
  values: Record<string, unknown>,
): Wire[Name] {
  const checked = validate(name, values);
  if (!checked.ok) throw invalidQuery(checked.details.map((detail) => asParameter(detail, name)));
  return checked.value;
}
