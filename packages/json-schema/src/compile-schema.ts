import type { ValidateFunction } from 'ajv';
import { describeViolations, type Detail } from '@mkt/protocol';
import { createEngine } from './engine.ts';
import { readSchema } from './inspect-schema.ts';
import { lowerSchema } from './lower-schema.ts';
import { compilePattern, type LinearPattern } from './pattern.ts';
import { referenceKeyword } from './reference-keyword.ts';
import type { SchemaDocument } from './schema-document.ts';
import { unevaluatedKeyword } from './unevaluated-keyword.ts';

export type CompiledSchema =
  | {
      ok: true;
      /** Details with JSON Pointers into the value; empty when it is valid. Never throws. */
      validate(value: unknown): Detail[];
    }
  | { ok: false; details: Detail[] };

/**
 * Inspects a schema and compiles it in this thread. Compiling and validating a hostile schema can
 * take long: a server does both where it can kill them.
 */
export function compileSchema(schema: unknown, path = ''): CompiledSchema {
  try {
    const inspection = readSchema(schema, path);
    if (!inspection.ok) return inspection;
    const validator = compileDocument(inspection.document);
    // V8 compiles at the first call, 2 ms for 100 properties: better now than with an order.
    validateWith(validator, null);
    return { ok: true, validate: (value) => validateWith(validator, value) };
  } catch {
    return { ok: false, details: [{ path, message: 'cannot be compiled' }] };
  }
}

function compileDocument(document: SchemaDocument): ValidateFunction {
  const units = new Map<string, ValidateFunction>();
  const patterns = new Map<string, LinearPattern>();
  const engine = createEngine(document.dialect);
  engine.addKeyword(referenceKeyword(units));
  engine.addKeyword(
    unevaluatedKeyword({
      document,
      accepts(pointer, value) {
        const verdict: unknown = units.get(pointer)?.(value);
        return verdict === true;
      },
      matches(pattern, name) {
        const known = patterns.get(pattern) ?? compilePattern(pattern);
        patterns.set(pattern, known);
        return known.test(name);
      },
    }),
  );
  for (const [pointer, schema] of lowerSchema(document)) {
    units.set(pointer, engine.compile(schema));
  }
  const whole = units.get('');
  if (!whole) throw new Error('A document has a root');
  return whole;
}

function validateWith(validator: ValidateFunction, value: unknown): Detail[] {
  try {
    // Never truthiness: an asynchronous validator would answer a promise.
    const verdict: unknown = validator(value);
    if (verdict === true) return [];
    const details = describeViolations(validator.errors);
    return details.length > 0 ? details : [{ path: '', message: 'is not valid' }];
  } catch {
    // The stack ends in references that nest through a deep value. What was not checked is not valid.
    return [{ path: '', message: 'is nested too deeply to be validated' }];
  }
}
