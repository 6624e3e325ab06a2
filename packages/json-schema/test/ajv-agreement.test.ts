import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { array, assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../src/index.ts';
import { schemas, values } from './arbitrary-schemas.ts';

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

describe.each(DIALECTS)('any schema of %s', ($schema, Engine) => {
  const isApart = (text: string) =>
    APART.test(text) ||
    (CONTAINS.test(text) && BY_POSITION.test(text)) ||
    ($schema.includes('draft-07') && APART_IN_DRAFT_07.test(text));

  it('a schema that is accepted gives the same verdict as ajv', () => {
    let compared = 0;
    let refused = 0;
    assert(
      property(schemas, array(values, { minLength: 5, maxLength: 10 }), (body, samples) => {
        if (typeof body === 'boolean' || isApart(JSON.stringify(body))) return;
        const compiled = compileSchema({ $schema, ...(body as object) });
        if (!compiled.ok) return;
        const oracle = new Engine({ ...OPTIONS, validateSchema: false }).compile(body as object);
        for (const value of samples) {
          const isValid = compiled.validate(value).length === 0;
          expect([value, isValid]).toEqual([value, oracle(value)]);
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
