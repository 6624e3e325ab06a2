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
  /** The file as the build compressed it. */
  compressed: Readonly<Partial<Record<Encoding, Buffer>>>;
}

/** The file extensions of compressed files, the smallest first. */
const EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

type Encoding = keyof typeof EXTENSIONS;

const ENCODINGS = Object.keys(EXTENSIONS) as Encoding[];

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
      const compressed: Partial<Record<Encoding, Buffer>> = {};
      for (const encoding of ENCODINGS) {
        const bytes = await readFile(`${file}${EXTENSIONS[encoding]}`).catch(ignoreMissing);
        if (bytes) compressed[encoding] = bytes;
      }
      const type = TYPES[extname(name)] ?? '';
      const body = await readFile(file);
      return [`/assets/${name.replaceAll(sep, '/')}`, { type, body, compressed }];
    }),
  );
  return new Map(files);
}

/**
 * The dashboard, read when it is first requested, so that the server starts without its files. Only files that were read then are served. Undefined if it was
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
  // Asked for all at once, it would take the one that the client names first, which is gzip in each browser.
  const encoding = ENCODINGS.find(
    (known) => file.compressed[known] && req.acceptsEncodings(known) === known,
  );
  const body = (encoding && file.compressed[encoding]) ?? file.body;
  res.writeHead(200, {
    [HEADERS.requestId]: requestIdOf(res),
    'Content-Type': file.type,
    'Content-Length': body.length,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  });
  res.end(body);
}
