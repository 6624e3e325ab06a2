import { isObject } from '@mkt/protocol';

/** How many fields an object has, as in `3 fields, 1 required`; "any JSON" without a schema. */
export function schemaSummary(schema: Record<string, unknown> | null | undefined): string {
  if (!schema) return 'any JSON';
  const { properties, required, type } = schema;
  if (!isObject(properties)) return typeof type === 'string' ? type : 'any JSON';
  const count = Object.keys(properties).length;
  const needed = Array.isArray(required) ? required.length : 0;
  return `${count} ${count === 1 ? 'field' : 'fields'}, ${needed} required`;
}
