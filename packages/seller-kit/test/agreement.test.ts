import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileSchema } from '@mkt/json-schema';
import type { Detail } from '@mkt/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import { randomCases } from '../../json-schema/test/arbitrary-schemas.ts';
import { readSuite } from '../../json-schema/test/json-schema-suite/suite.ts';
import { kitOutcomes } from './kit-outcomes.js';
import { bundleWorker } from './worker.ts';
import { SEED } from '../../../test-bed/seed.ts';

interface Case {
  schema: unknown;
  values: unknown[];
}

const ofSuite: Case[] = readSuite().flatMap(({ groups }) =>
  groups.map(({ schema, tests }) => ({ schema, values: tests.map(({ data }) => data) })),
);
/** A contract's schema is an object. */
const cases = [...ofSuite, ...randomCases(500, SEED)].filter(
  ({ schema }) => typeof schema === 'object',
);

const sentence = (details: readonly Detail[], root: string) =>
  details.map(({ path, message }) => `${path || root} ${message}`).join(', ');

/** What the kit must say, from the details in the marketplace's response. */
function expected({ schema, values }: Case) {
  const compiled = compileSchema(schema);
  if (!compiled.ok) {
    return {
      problems: [
        `input would be refused by the marketplace: ${sentence(compiled.details, 'the schema')}`,
      ],
    };
  }
  const errors = values.map((value) => {
    // What depends on a pattern that only the marketplace runs passes.
    const details = compiled.validate(value) ?? [];
    return details.length === 0
      ? null
      : `The input does not match the input schema: ${sentence(details, 'the input')}`;
  });
  return { errors };
}

describe(`the verdict of the kit and that of the marketplace (seed ${SEED})`, () => {
  it('agrees on Node', async () => {
    const outcomes = await kitOutcomes(cases);
    for (const [index, each] of cases.entries()) {
      expect([each.schema, outcomes[index]]).toEqual([each.schema, expected(each)]);
    }
  });

  it('agrees in a worker, where code generation is forbidden', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'seller-kit-cases-')), 'cases.json');
    onTestFinished(() => rm(dirname(file), { recursive: true }));
    await writeFile(file, JSON.stringify(cases));
    await using worker = await bundleWorker('agreement-program.js', { 'agreement-cases': file });
    const outcomes = (await worker.run()) as unknown[];
    for (const [index, each] of cases.entries()) {
      expect([each.schema, outcomes[index]]).toEqual([each.schema, expected(each)]);
    }
  });
});
