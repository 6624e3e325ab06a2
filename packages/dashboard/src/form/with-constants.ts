import type { RJSFSchema } from '@rjsf/utils';
import { isOfKind, isSchema } from './options.ts';

/**
 * Form data with the members that can only have one value, such as what tells an option of a choice
 * apart, in each object that has another member: no buyer should have to fill them in.
 */
export function withConstants(schema: RJSFSchema, data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) {
    const { items } = schema;
    return isSchema(items) && !Array.isArray(items)
      ? data.map((item) => withConstants(items, item))
      : data;
  }
  if (schema.oneOf) {
    const [option, ...others] = schema.oneOf.filter(isSchema).filter((it) => isOfKind(it, data));
    return option && others.length === 0 ? withConstants(option, data) : data;
  }
  const filled = new Map(Object.entries(data));
  if ([...filled.values()].every((value) => value === undefined)) return data;
  for (const [key, member] of Object.entries(schema.properties ?? {})) {
    if (!isSchema(member)) continue;
    const value = filled.get(key);
    const only = member.enum?.length === 1 && schema.required?.includes(key);
    if (value !== undefined) filled.set(key, withConstants(member, value));
    else if (only) filled.set(key, member.default);
  }
  return Object.fromEntries(filled);
}
