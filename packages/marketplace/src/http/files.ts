import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { loadOnce } from '../structures/load-once.ts';
import { extractInlineImages } from './inline-images.ts';
import type { StaticFile } from './static-file.ts';

export interface DocsFiles {
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
