import { readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HEADERS } from '@mkt/protocol';
import type { Request } from 'express';
import { loadOnce } from '../structures/async.ts';
import { requestIdOf } from './respond.ts';

interface StaticFile {
  type: string;
  body: Buffer;
  /** Undefined if compression would not make the file smaller. */
  gzip: Buffer | undefined;
}

/** The dashboard as the build left it, with the files that it loads. */
interface BuiltPage {
  index: string;
  /** The files by their path in URLs, which contains a hash of their content. */
  assets: ReadonlyMap<string, StaticFile>;
}

const fromSource = import.meta.url.endsWith('.ts');

/** In dist; sources use the pages that were last built. */
const DASHBOARD = fileURLToPath(
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
      const file = join(folder, name);
      const [body, gzip] = await Promise.all([
        readFile(file),
        readFile(`${file}.gz`).catch(ignoreMissing),
      ]);
      const type = TYPES[extname(name)] ?? '';
      return [`/assets/${name.replaceAll(sep, '/')}`, { type, body, gzip }];
    }),
  );
  return new Map(files);
}

/**
 * The dashboard, read when it is first requested, so that the server starts without its files: 0.3 MB,
 * compressed, and as much again in memory. Only files that were read then are served. Undefined if it was
 * not built, which happens only in a checkout.
 */
export function createPageFiles(folder = DASHBOARD): () => Promise<BuiltPage | undefined> {
  const loaded = loadOnce(async () => {
    const index = await readFile(join(folder, 'index.html'), 'utf8');
    return { index, assets: await readAssets(join(folder, 'assets')) };
  });
  return () => loaded().catch(ignoreMissing);
}

/** Sends a file whose path contains a hash of its content, so that browsers may keep it forever. */
export function sendStaticFile(req: Request, res: ServerResponse, file: StaticFile): void {
  const gzip = req.acceptsEncodings('gzip', 'identity') === 'gzip' ? file.gzip : undefined;
  const body = gzip ?? file.body;
  res.writeHead(200, {
    [HEADERS.requestId]: requestIdOf(res),
    'Content-Type': file.type,
    'Content-Length': body.length,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
  });
  res.end(body);
}
