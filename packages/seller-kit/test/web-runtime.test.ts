import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleWorker, type Worker } from './worker.ts';

let worker: Worker;

beforeAll(async () => {
  worker = await bundleWorker('worker-program.js');
});
afterAll(() => worker[Symbol.asyncDispose]());

describe('bundled for a worker', () => {
  it('the kit contains neither modules of Node nor the code generator of ajv', () => {
    const imports = Object.values(worker.metafile.outputs).flatMap((output) => output.imports);
    expect(imports).toEqual([]);
    const inputs = Object.keys(worker.metafile.inputs);
    expect(inputs.filter((path) => /\/ajv\/dist\/(?!runtime\/)/.test(path))).toEqual([]);
  });

  it('the kit verifies, validates and runs where code generation is forbidden', async () => {
    expect(await worker.run()).toEqual({
      good: { status: 200, body: { length: 3, verified: true } },
      wrongSecret: {
        status: 401,
        body: { error: 'The signature does not match the payload and the body' },
      },
      badInput: {
        status: 400,
        body: { error: 'The input does not match the input schema: /text must be string' },
      },
      replays: [200, 401],
      contract: 200,
      ownRoute: ['{"text":"abc"}', 'bad_signature', 'MKT_SIGNING_SECRET is not set'],
    });
  });
});

describe('bundled for Node', () => {
  it('the main entry imports node:crypto, for signatures, and nothing else of Node', async () => {
    const { metafile } = await build({
      entryPoints: [import.meta.resolve('@mkt/seller-kit').slice('file://'.length)],
      bundle: true,
      format: 'esm',
      platform: 'node',
      conditions: ['mkt-source'],
      metafile: true,
      write: false,
      logLevel: 'silent',
    });
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
    expect(imports.map(({ path }) => path)).toEqual(['node:crypto']);
  });
});
