// packages/json-schema/test/generators/README.md: schemas of OpenAPI documents mean the same as a contract.
import { inProcessSchemaValidator } from '@mkt/conformance';
import { readJson } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { createTranslator, type Schema, withoutUnknown } from '../src/openapi/schemas.ts';
import corpus from './fixtures/openapi-constructs.json' with { type: 'json' };

interface Construct {
  construct: string;
  version: string;
  schema: unknown;
  components?: unknown;
  valid: unknown[];
  invalid: unknown[];
}

const cases = corpus.cases as Construct[];
const schemas = inProcessSchemaValidator();

async function disagreements({ version, schema, components, valid, invalid }: Construct) {
  const document = { root: { components: { schemas: components } }, isOld: version === '3.0' };
  const given = { ...document, address: undefined };
  const { translate, definitions } = createTranslator(given, { hidden: 'readOnly' });
  const translated = translate(schema) as Schema;
  const contract = { ...translated, $defs: definitions() };
  const problem = await withoutUnknown(contract, schemas);
  if (problem) return [problem];
  const found: unknown[] = [];
  for (const [index, value] of [...valid, ...invalid].entries()) {
    const { ok } = await schemas.validate(contract, readJson(JSON.stringify(value)));
    if (ok !== index < valid.length) found.push({ value, ok, contract });
  }
  return found;
}

describe('a schema of an OpenAPI document', () => {
  it.each(cases.map((each) => [each.construct, each] as const))(
    'means the same: %s',
    async (_, each) => {
      expect(await disagreements(each)).toEqual([]);
    },
  );

  it('is compared with enough values', () => {
    const few = cases.filter(({ valid, invalid }) => valid.length < 2 || invalid.length < 3);
    expect(few.map(({ construct }) => construct)).toEqual([
      'tuple, empty (zod)',
      'strictTuple, empty (valibot)',
    ]);
  });
});
