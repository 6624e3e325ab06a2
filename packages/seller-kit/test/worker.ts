import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Metafile } from 'esbuild';

const run = promisify(execFile);

export interface Worker extends AsyncDisposable {
  metafile: Metafile;
  /** Runs the bundle where code generation is forbidden, as in Workers; returns the JSON it prints. */
  run(...args: string[]): Promise<unknown>;
}

/**
 * Bundles a program of this folder as the bundlers of Workers do: without the condition `node`, and
 * without Node's modules.
 */
export async function bundleWorker(
  program: string,
  alias: Record<string, string> = {},
): Promise<Worker> {
  const folder = await mkdtemp(join(tmpdir(), 'seller-kit-'));
  const outfile = join(folder, 'worker.mjs');
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, program)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['mkt-source', 'workerd', 'worker'],
    alias,
    metafile: true,
    logLevel: 'silent',
  });
  const flag = '--disallow-code-generation-from-strings';
  return {
    metafile,
    async run(...args) {
      const { stdout } = await run(process.execPath, [flag, outfile, ...args], {
        maxBuffer: 64 * 1024 * 1024,
      });
      return JSON.parse(stdout);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
