import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { HEADERS } from '@mkt/protocol';
import { loadOnce } from '../structures/promises.ts';
import { requestIdOf } from './respond.ts';

export interface StaticFile {
  type: string;
  body: Buffer;
  /** Undefined if compression would not make the file smaller. */
  gzip: Buffer | undefined;
}

const ACCEPTS_GZIP = /\bgzip\b/i;

/** Sends a file whose path contains a hash of its content, so that browsers may keep it for ever. */
export function sendStaticFile(req: IncomingMessage, res: ServerResponse, file: StaticFile): void {
  const accepted = req.headers['accept-encoding'] ?? '';
  const gzip = ACCEPTS_GZIP.test(accepted) ? file.gzip : undefined;
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

/** `url("data:…")` or `url(data:…)`; a quoted URL has its quotes escaped. */
const INLINE = /url\((?:"(data:(?:[^"\\]|\\.)*)"|(data:[^)"]*))\)/g;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/svg+xml': '.svg',
  'image/png': '.png',
  'image/jpeg': '.jpg',
};

function decode(url: string): { extension: string; body: Buffer } {
  const comma = url.indexOf(',');
  const [type = '', ...parameters] = url.slice('data:'.length, comma).split(';');
  const extension = EXTENSIONS[type];
  if (extension === undefined) throw new Error(`A style sheet has an image of type ${type}.`);
  const data = url.slice(comma + 1);
  const body = parameters.includes('base64')
    ? Buffer.from(data, 'base64')
    : Buffer.from(decodeURIComponent(data));
  return { extension, body };
}

/** The style sheet with its images as files beside it, for a page whose policy allows no `data:` URL. */
export function extractInlineImages(css: string): { css: string; images: Map<string, Buffer> } {
  const images = new Map<string, Buffer>();
  const replaced = css.replaceAll(INLINE, (_, quoted?: string, plain = '') => {
    const { extension, body } = decode(quoted?.replaceAll(/\\(.)/g, '$1') ?? plain);
    const name = `image-${images.size + 1}${extension}`;
    images.set(name, body);
    return `url(${name})`;
  });
  return { css: replaced, images };
}

interface DocsFiles {
  page: string;
  /** By path in URLs. The paths contain a hash of all contents. */
  assets: ReadonlyMap<string, StaticFile>;
}

const fromSource = import.meta.url.endsWith('.ts');
/** `scripts/build.mjs` copies the files of both folders into one. */
const OWN = new URL(fromSource ? '../../docs-page/' : './docs/', import.meta.url);
const SWAGGER_UI = fromSource
  ? new URL('../../node_modules/swagger-ui-dist/', import.meta.url)
  : OWN;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
};

const read = (folder: URL, name: string) => readFile(new URL(name, folder));
const compress = promisify(gzip);

async function readAssets(): Promise<Map<string, Buffer>> {
  const [style, script, ownStyle, ownScheme, ownNames, ownScript] = await Promise.all([
    read(SWAGGER_UI, 'swagger-ui.css'),
    read(SWAGGER_UI, 'swagger-ui-bundle.js'),
    read(OWN, 'page.css'),
    read(OWN, 'scheme.js'),
    read(OWN, 'names.js'),
    read(OWN, 'start.js'),
  ]);
  const { css, images } = extractInlineImages(style.toString());
  return new Map([
    ['swagger-ui.css', Buffer.from(css)],
    ['swagger-ui-bundle.js', script],
    ['page.css', ownStyle],
    ['scheme.js', ownScheme],
    ['names.js', ownNames],
    ['start.js', ownScript],
    ...images,
  ]);
}

async function load(): Promise<DocsFiles> {
  const [html, contents] = await Promise.all([read(OWN, 'index.html'), readAssets()]);
  const hash = createHash('sha256');
  for (const body of contents.values()) hash.update(body);
  const folder = `/docs/assets/${hash.digest('hex').slice(0, 16)}`;
  const assets = await Promise.all(
    [...contents].map(async ([name, body]): Promise<[string, StaticFile]> => {
      const type = TYPES[extname(name)] ?? '';
      return [`${folder}/${name}`, { type, body, gzip: await compress(body) }];
    }),
  );
  return { page: html.toString().replaceAll('__ASSETS__', folder), assets: new Map(assets) };
}

/**
 * The files of the page at /docs, read and compressed when the first of them is requested: the server
 * starts without their 2.4 MB.
 */
export const createDocsFiles = (): (() => Promise<DocsFiles>) => loadOnce(load);
