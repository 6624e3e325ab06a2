import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadOnce } from '../structures/promises.ts';
import type { StaticFile } from './files.ts';

export interface DashboardFiles {
  /** With the placeholders of `packages/dashboard/index.html`. */
  index: string;
  /** By their path in URLs. Their names contain a hash of their content. */
  assets: ReadonlyMap<string, StaticFile>;
}

const fromSource = import.meta.url.endsWith('.ts');
const FOLDER = fileURLToPath(
  new URL(fromSource ? '../../dist/dashboard' : './dashboard', import.meta.url),
);

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A missing file reads as `undefined`; any other error is a fault of the server, and is thrown. */
const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

async function readAssets(folder: string): Promise<Map<string, StaticFile>> {
  const names = await readdir(folder, { recursive: true });
  const served = names.filter((name) => extname(name) in TYPES);
  const files = await Promise.all(
    served.map(async (name): Promise<[string, StaticFile]> => {
      const path = join(folder, name);
      const [body, gzip] = await Promise.all([
        readFile(path),
        readFile(`${path}.gz`).catch(ignoreMissing),
      ]);
      const type = TYPES[extname(name)] ?? '';
      return [`/assets/${name.replaceAll(sep, '/')}`, { type, body, gzip }];
    }),
  );
  return new Map(files);
}

/**
 * The built dashboard, read when the first page is requested, so that the server starts without it:
 * 0.3 MB compressed and as much again in memory. A request names a file of this list or none.
 * Undefined if it was not built, which happens only in a checkout.
 */
export function createDashboardFiles(folder = FOLDER): () => Promise<DashboardFiles | undefined> {
  const loaded = loadOnce(async () => {
    const index = await readFile(join(folder, 'index.html'), 'utf8');
    return { index, assets: await readAssets(join(folder, 'assets')) };
  });
  return () => loaded().catch(ignoreMissing);
}
