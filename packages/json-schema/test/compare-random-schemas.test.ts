import { array, assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSchemas, compileSchema } from '../src/index.ts';
import { schemas, values } from './arbitrary-schemas.ts';
import { schemaPairs } from './mutated-schemas.ts';
import { nativeEngine } from './native-engine.ts';

const budget = () => ({ units: 2_000_000, isLate: () => false });
const compile = (schema: unknown) => compileSchema(schema, '', { backtracking: nativeEngine });
const RUNS = 3000;

describe('any two schemas', () => {
  it('accept the same values where the comparison found no change', () => {
    const seen = { safe: 0, kept: 0, broken: 0, budget: 0 };
    assert(
      property(schemaPairs, array(values, { minLength: 8, maxLength: 20 }), (pair, samples) => {
        const [before, after] = [pair.before, pair.after].map(compile);
        if (!before || !after) return;
        if (!before.ok || !after.ok) return;
        const compared = compareSchemas(pair.before, pair.after, budget());
        if (!compared.ok) {
          seen.budget += 1;
          return;
        }
        const directions = new Set(compared.changes.map(({ direction }) => direction));
        for (const [from, to, lost] of [
          [before, after, 'narrower'],
          [after, before, 'wider'],
        ] as const) {
          const valid = samples.filter((value) => from.validate(value)?.length === 0);
          const refused = valid.filter((value) => to.validate(value)?.length !== 0);
          if (!directions.has(lost)) {
            expect([pair, refused]).toEqual([pair, []]);
            seen.safe += 1;
            seen.kept += valid.length;
          }
          if (refused.length > 0) seen.broken += 1;
        }
      }),
      { numRuns: RUNS },
    );
    expect(seen.safe).toBeGreaterThan(RUNS / 10);
    expect(seen.kept).toBeGreaterThan(RUNS);
    expect(seen.broken).toBeGreaterThan(RUNS / 50);
    expect(seen.budget).toBeLessThan(RUNS / 50);
  });

  it('accept the same values if they are the same schema', () => {
    assert(
      property(schemas, (schema) => {
        const written = JSON.parse(JSON.stringify(schema)) as unknown;
        if (!compileSchema(written).ok) return;
        expect(compareSchemas(written, written, budget())).toEqual({ ok: true, changes: [] });
      }),
      { numRuns: 1000 },
    );
  });
});
