import { anything, array, assert, jsonValue, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSchema, inspectSchema, schemaWarnings } from '../src/index.ts';
import { dialects, NEWEST_FIRST, schemas, values } from './arbitrary-schemas.ts';

describe('any schema', () => {
  it('a schema that is accepted compiles, and validates any JSON without throwing', () => {
    let accepted = 0;
    assert(
      property(
        schemas,
        dialects,
        array(jsonValue({ maxDepth: 3 }), { minLength: 3, maxLength: 5 }),
        (body, $schema, values) => {
          const root = typeof body === 'object' && $schema ? { $schema, ...body } : body;
          const details = inspectSchema(root, '/s');
          const compiled = compileSchema(root, '/s');
          // What inspection lets through is never refused later, on the other side of an import.
          expect([compiled.ok, compiled.ok ? [] : compiled.details]).toEqual([
            details.length === 0,
            details,
          ]);
          accepted += compiled.ok ? 1 : 0;
          for (const value of values) {
            const found = (compiled.ok ? compiled.validate(value) : undefined) ?? [];
            expect(
              found.every(({ path, message }) => typeof path === 'string' && message !== ''),
            ).toBe(true);
          }
          schemaWarnings(root);
        },
      ),
      { numRuns: 1000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it('a schema without $schema means the same as in the newest dialect that defines all of its keywords', () => {
    const counts = new Map<string, number>();
    assert(
      property(schemas, array(values, { minLength: 3, maxLength: 5 }), (body, samples) => {
        const compiled = compileSchema(body);
        if (!compiled.ok || typeof body !== 'object') return;
        const named = NEWEST_FIRST.map(($schema) => ({ $schema, ...body }));
        const fitting = named.find(
          (schema) =>
            inspectSchema(schema).length === 0 &&
            schemaWarnings(schema).every(({ code }) => code !== 'unknown_keyword'),
        );
        expect(fitting).toBeDefined();
        const same = compileSchema(fitting);
        for (const value of samples) {
          expect(same.ok && same.validate(value)).toEqual(compiled.validate(value));
        }
        const dialect = fitting?.$schema ?? '';
        counts.set(dialect, (counts.get(dialect) ?? 0) + 1);
      }),
      { numRuns: 2000 },
    );
    expect([...counts.keys()].toSorted()).toEqual(NEWEST_FIRST.toSorted());
  });

  it('may be any value: it is accepted or refused, and nothing is thrown', () => {
    assert(
      property(
        anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSparseArray: true,
          withTypedArray: true,
        }),
        (value) => {
          expect(Array.isArray(inspectSchema(value))).toBe(true);
          expect(compileSchema(value).ok).toBe(inspectSchema(value).length === 0);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
