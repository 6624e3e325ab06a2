import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { unshownPlace } from './input-view.ts';

export const isSchema = (value: unknown): value is RJSFSchema =>
  typeof value === 'object' && value !== null;

const has = (data: unknown, key: string) =>
  typeof data === 'object' && data !== null && Reflect.get(data, key) !== undefined;

/** Whether data is of the kind of an option: its fields can show it, and it has no other member. */
export function isOfKind(schema: RJSFSchema, data: unknown): boolean {
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
 * What rjsf asks which option of a choice a value is. It knows schemas of `drawingOf` only; whether
 * an input is valid is checked by the seller's schema, with the engine of the marketplace and in a
 * worker (`input-checker.ts`).
 */
export const optionValidator: ValidatorType = {
  isValid: isOfKind,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
};
