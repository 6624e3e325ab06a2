import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { isSchema } from './drawing.ts';
import { unshownPlace } from './input-view.ts';

const has = (data: unknown, key: string) =>
  typeof data === 'object' && data !== null && Reflect.get(data, key) !== undefined;

/** Whether data is of the kind of an option: its fields can show it, and it has no other member. */
function isOfKind(schema: RJSFSchema, data: unknown): boolean {
  const { properties, anyOf, allOf } = schema;
  // rjsf adds that one of the members must be there.
  const isOneThere = (anyOf ?? []).some(
    (each) => isSchema(each) && each.required?.every((key) => has(data, key)),
  );
  if (anyOf && !isOneThere) return false;
  if (!(allOf ?? []).every((each) => isSchema(each) && isOfKind(each, data))) return false;
  if (properties && typeof data === 'object' && data !== null) {
    const keys = Object.keys(data).filter((key) => has(data, key));
    if (!keys.every((key) => Object.hasOwn(properties, key))) return false;
  }
  return unshownPlace(schema, data) === undefined;
}

/**
 * Tells rjsf which option of a choice a value is. It knows schemas of `drawingOf` only; whether
 * an input is valid is checked by the seller's schema, with the engine of the marketplace and in a
 * worker (`input-checker.ts`).
 */
export const optionValidator: ValidatorType = {
  isValid: isOfKind,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
};

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
