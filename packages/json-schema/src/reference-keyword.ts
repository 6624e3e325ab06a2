import type { ErrorObject, FuncKeywordDefinition, ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { REFERENCES } from './lower-schema.ts';

interface Check {
  (value: unknown, context?: DataValidationCxt): boolean;
  errors?: Partial<ErrorObject>[];
}

/** Applies the units that its pointers name; they may be compiled later than what refers to them. */
export function referenceKeyword(
  units: ReadonlyMap<string, ValidateFunction>,
): FuncKeywordDefinition {
  return {
    keyword: REFERENCES,
    schemaType: 'array',
    // A unit's errors have their full paths already.
    errors: 'full',
    compile(pointers: readonly string[]) {
      const check: Check = (value, context) => {
        for (const pointer of pointers) {
          const unit = units.get(pointer);
          const verdict: unknown = unit?.(value, context);
          if (verdict === true) continue;
          check.errors = unit?.errors ?? [];
          return false;
        }
        return true;
      };
      return check;
    },
  };
}
