import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileSchema } from '@mkt/json-schema';
import type { Detail } from '@mkt/protocol';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomCases } from '../../json-schema/test/arbitrary-schemas.ts';
import { readSuite } from '../../json-schema/test/json-schema-suite/suite.ts';
import { kitOutcomes } from './kit-outcomes.js';

const run = promisify(execFile);

interface Case {
  schema: unknown;
  values: unknown[];
}

const ofSuite: Case[] = readSuite().flatMap(({ groups }) =>
  groups.map(({ schema, tests }) => ({ schema, values: tests.map(({ data }) => data) })),
);
/** A contract's schema is an object. */
const cases = [...ofSuite, ...randomCases(500)].filter(({ schema }) => typeof schema === 'object');

const sentence = (details: readonly Detail[]) =>
  details.map(({ path, message }) => `${path || 'it'} ${message}`).join(', ');

/** What the kit has to say, from the details that the marketplace answers with. */
function expected({ schema, values }: Case) {
  const compiled = compileSchema(schema);
  if (!compiled.ok) {
    return {
      problems: [`input would be refused by the marketplace: ${sentence(compiled.details)}`],
    };
  }
  const errors = values.map((value) => {
    const details = compiled.validate(value);
    return details.length === 0 ? null : `The input does not fit: ${sentence(details)}`;
  });
  return { errors };
}

describe('the kit says of a schema and of a value what the marketplace says', () => {
  it('on Node', async () => {
    const outcomes = await kitOutcomes(cases);
    for (const [index, each] of cases.entries()) {
      expect([each.schema, outcomes[index]]).toEqual([each.schema, expected(each)]);
    }
  });

  describe('in a worker', () => {
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'seller-kit-'));
      await writeFile(join(folder, 'cases.json'), JSON.stringify(cases));
      await build({
        entryPoints: [join(import.meta.dirname, 'agreement-program.js')],
        outfile: join(folder, 'worker.mjs'),
        bundle: true,
        format: 'esm',
        platform: 'browser',
        conditions: ['mkt-source', 'workerd', 'worker'],
        alias: { 'agreement-cases': join(folder, 'cases.json') },
        logLevel: 'silent',
      });
    });

    afterAll(() => rm(folder, { recursive: true }));

    it('where code generation is forbidden', async () => {
      const flag = '--disallow-code-generation-from-strings';
      const { stdout } = await run(process.execPath, [flag, join(folder, 'worker.mjs')], {
        maxBuffer: 64 * 1024 * 1024,
      });
      const outcomes = JSON.parse(stdout) as unknown[];
      for (const [index, each] of cases.entries()) {
        expect([each.schema, outcomes[index]]).toEqual([each.schema, expected(each)]);
      }
    });
  });
});
