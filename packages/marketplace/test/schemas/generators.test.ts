// packages/json-schema/test/generators/README.md: the main thread and the schema processes agree about
// what generators of schemas write.
import { createHash } from 'node:crypto';
import { readJson } from '@mkt/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { GENERATORS, type Construct } from '../../../json-schema/test/generators/fixtures.ts';
import { createSchemaValidation } from '../../src/schemas/validation.ts';

const validation = createSchemaValidation({ processes: 2 });
validation.warm();
afterAll(() => validation.close());

function kindsOf({ construct, schema, valid, invalid }: Construct): Promise<string[]> {
  const text = JSON.stringify(schema);
  const validate = async (value: unknown, attempts = 3): Promise<string> => {
    const { kind } = await validation.validate({
      schemaHash: createHash('sha256').update(text).digest('hex'),
      loadSchema: () => Promise.resolve(text),
      document: readJson(JSON.stringify(value)),
      group: construct,
    });
    // Where a machine is busy, a process may start late, or run out of time for a value that takes none.
    if (kind === 'busy') return validate(value, attempts);
    return kind === 'timeout' && attempts > 1 ? validate(value, attempts - 1) : kind;
  };
  return Promise.all([...valid, ...invalid].map((value) => validate(value)));
}

describe('a schema of', () => {
  it.each(GENERATORS)('%s has the same verdicts in a process and after it', async (_, cases) => {
    for (const each of cases) {
      const expected = [...each.valid.map(() => 'valid'), ...each.invalid.map(() => 'invalid')];
      // All at once, so that a process decides: the main thread does not have the plan yet. Then it does.
      const [first, second] = [await kindsOf(each), await kindsOf(each)];
      expect([each.construct, first, second]).toEqual([each.construct, expected, expected]);
    }
  });
});
