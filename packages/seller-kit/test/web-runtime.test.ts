import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
let folder: string;
let metafile: Metafile;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seller-kit-'));
  // As the bundlers of Workers do: no condition `node`, and no module of Node.
  ({ metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'worker-program.js')],
    outfile: join(folder, 'worker.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['mkt-source', 'workerd', 'worker'],
    metafile: true,
    logLevel: 'silent',
  }));
});

afterAll(() => rm(folder, { recursive: true }));

describe('bundled for a worker', () => {
  it('the kit brings neither Node’s modules nor ajv’s code generator', () => {
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
    expect(imports).toEqual([]);
    const inputs = Object.keys(metafile.inputs);
    expect(inputs.filter((path) => /\/ajv\/dist\/(?!runtime\/)/.test(path))).toEqual([]);
  });

  it('the kit verifies, validates and runs where code generation is forbidden', async () => {
    const flag = '--disallow-code-generation-from-strings';
    const { stdout } = await run(process.execPath, [flag, join(folder, 'worker.mjs')]);
    expect(JSON.parse(stdout)).toEqual({
      good: { status: 200, body: { length: 3, verified: true } },
      wrongSecret: {
        status: 401,
        body: { error: 'The signature does not match the payload and the body' },
      },
      badInput: { status: 400, body: { error: 'The input does not fit: /text must be string' } },
      replays: [200, 401],
      contract: 200,
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
