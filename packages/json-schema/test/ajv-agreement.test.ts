import { InexactNumber, isInexact } from '@mkt/protocol';
import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { array, assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../src/index.ts';
import { schemas, values } from './arbitrary-schemas.ts';
import { nativeEngine } from './native-engine.ts';

const DIALECTS = [
  ['http://json-schema.org/draft-07/schema#', Ajv],
  ['https://json-schema.org/draft/2019-09/schema', Ajv2019],
  ['https://json-schema.org/draft/2020-12/schema', Ajv2020],
] as const;

const OPTIONS: Options = {
  strict: false,
  ownProperties: true,
  validateFormats: false,
  logger: false,
  // Its tracking throws where `anyOf` holds `true`, though nothing here needs it.
  unevaluated: false,
};

/**
 * What ajv 8.20 gets wrong or refuses, or understands otherwise for good reasons: what is evaluated,
 * names and references that are dynamic, the multiples of fractions, formats, an empty `enum`; an
 * empty array that `contains` refuses beside items by position, which it accepts; and in draft-07 what
 * is a sibling of a `$ref`, which it applies.
 */
const APART =
  /"(?:unevaluated\w+|\$(?:dynamic|recursive)\w+|\$id|\$anchor|multipleOf|format)":|"enum":\[\]/;
const CONTAINS = /"contains":/;
const BY_POSITION = /"(?:prefixItems|items)":\[/;
const APART_IN_DRAFT_07 = /"\$ref":/;

const FACTOR = 9_007_199_254_740_993n;

/** A number times 2^53 + 1, which no double holds: bounds, multiples and equality stay as they are. */
function enlarged(number: number): number | InexactNumber {
  const [mantissa = '', power = '0'] = String(number).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = BigInt(whole + fraction) * FACTOR;
  const text = `${digits}e${Number(power) - fraction.length}`;
  return isInexact(text) ? new InexactNumber(text) : Number(text);
}

function withNumbers(value: unknown, change: (number: number) => unknown): unknown {
  if (typeof value === 'number') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withNumbers(item, change));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withNumbers(inner, change)]),
  );
}

const NUMERIC = /^(?:minimum|maximum|exclusiveMinimum|exclusiveMaximum|const|enum)$/;

/** The schema with its bounds and values enlarged, but not its sizes. */
function enlargedSchema(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(enlargedSchema);
  return Object.fromEntries(
    Object.entries(schema).map(([name, inner]) => [
      name,
      NUMERIC.test(name) ? withNumbers(inner, enlarged) : enlargedSchema(inner),
    ]),
  );
}

describe.each(DIALECTS)('any schema of %s', ($schema, Engine) => {
  const isApart = (text: string) =>
    APART.test(text) ||
    (CONTAINS.test(text) && BY_POSITION.test(text)) ||
    ($schema.includes('draft-07') && APART_IN_DRAFT_07.test(text));

  it('a schema that is accepted gives the same verdict as ajv, also with all numbers beyond 2^53', () => {
    let compared = 0;
    let refused = 0;
    assert(
      property(schemas, array(values, { minLength: 5, maxLength: 10 }), (body, samples) => {
        if (typeof body === 'boolean' || isApart(JSON.stringify(body))) return;
        const compiled = compileSchema({ $schema, ...(body as object) }, '', {
          backtracking: nativeEngine,
        });
        if (!compiled.ok) return;
        const oracle = new Engine({ ...OPTIONS, validateSchema: false }).compile(body as object);
        const large = compileSchema({ $schema, ...(enlargedSchema(body) as object) }, '', {
          backtracking: nativeEngine,
        });
        for (const value of samples) {
          const isValid = compiled.validate(value)?.length === 0;
          expect([value, isValid]).toEqual([value, oracle(value)]);
          const isLargeValid =
            large.ok && large.validate(withNumbers(value, enlarged))?.length === 0;
          expect([value, isLargeValid]).toEqual([value, isValid]);
          compared += 1;
          refused += isValid ? 0 : 1;
        }
      }),
      { numRuns: 1500 },
    );
    expect(compared).toBeGreaterThan(1000);
    expect(refused).toBeGreaterThan(200);
  });
});
