import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** What a module brings along at run time: files of ours, what is not ours, and its size. */
async function bundleOf(entry: string) {
  const { metafile, outputFiles } = await build({
    entryPoints: [entry],
    absWorkingDir: SRC,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    external: ['node:*'],
    packages: 'external',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  return {
    files: Object.keys(metafile.inputs).toSorted(),
    packages: imports.filter(({ external }) => external).map(({ path }) => path),
    gzipBytes: gzipSync(outputFiles[0]?.contents ?? '').length,
  };
}

describe('the main entry, which browsers load', () => {
  it('includes no schema, no validator, no signing and no third-party code', async () => {
    const { files, packages } = await bundleOf('index.ts');
    expect(files).toContain('routes.ts');
    expect(files.filter((file) => /schemas|validat|openapi|signing/.test(file))).toEqual([]);
    expect(files.filter((file) => file.startsWith('generated/'))).toEqual(['generated/enums.ts']);
    expect(packages).toEqual([]);
  });

  it('is small, even when all of it is used', async () => {
    const { gzipBytes } = await bundleOf('index.ts');
    expect(gzipBytes).toBeGreaterThan(1000);
    expect(gzipBytes).toBeLessThan(16.25 * 1024);
  });
});

describe('signing', () => {
  it('the signing for any runtime includes no third-party code', async () => {
    const { files, packages } = await bundleOf('signing/index.ts');
    expect(files).toContain('signing/web.ts');
    expect(packages).toEqual([]);
  });

  it('the signing for Node imports node:crypto', async () => {
    const { packages } = await bundleOf('signing/node.ts');
    expect(packages).toEqual(['node:crypto']);
  });
});

describe('the validators', () => {
  it('include neither ajv nor the module of schemas', async () => {
    const { files, packages } = await bundleOf('validate.ts');
    expect(files).toContain('generated/validators.ts');
    expect(files).not.toContain('generated/schemas.ts');
    expect(packages).toEqual([]);
  });
});
