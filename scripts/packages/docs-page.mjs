// The page at /docs is shipped within the marketplace's dist, as the server sends it. As a dependency,
// swagger-ui-dist would run a script at each installation that reports it to a third party.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const PAGE = 'index.html';
const STYLE = 'swagger-ui.css';
const SCRIPT = 'swagger-ui-bundle.js';
/** The license that the first line of the script refers to. */
const LICENSE = 'swagger-ui-bundle.js.LICENSE.txt';

/** `url("data:…")` or `url(data:…)`; a quoted URL has its quotes escaped. */
const INLINE = /url\((?:"(data:(?:[^"\\]|\\.)*)"|(data:[^)"]*))\)/g;

const EXTENSIONS = { 'image/svg+xml': '.svg', 'image/png': '.png', 'image/jpeg': '.jpg' };

function decode(url) {
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

/**
 * The style sheet with its images as files beside it, for a page whose policy allows no `data:` URL.
 *
 * @param {string} css
 * @returns {{ css: string; images: Map<string, Buffer> }}
 */
export function extractInlineImages(css) {
  const images = new Map();
  const replaced = css.replaceAll(INLINE, (_, quoted, plain = '') => {
    const { extension, body } = decode(quoted?.replaceAll(/\\(.)/g, '$1') ?? plain);
    const name = `image-${images.size + 1}${extension}`;
    images.set(name, body);
    return `url(${name})`;
  });
  return { css: replaced, images };
}

/** The files that the page loads, by name. */
function assetsOf(own, swaggerUi) {
  const { css, images } = extractInlineImages(readFileSync(join(swaggerUi, STYLE), 'utf8'));
  const names = readdirSync(own).filter((name) => name !== PAGE);
  return new Map([
    [STYLE, Buffer.from(css)],
    [SCRIPT, readFileSync(join(swaggerUi, SCRIPT))],
    ...names.map((name) => [name, readFileSync(join(own, name))]),
    ...images,
  ]);
}

/**
 * Writes the page, and its files in a folder whose name is a hash of all of them, with a compressed copy
 * of each that gets smaller by it. Returns the folder of the package that is now within dist.
 */
export function buildDocsPage(root) {
  const marketplace = join('packages', 'marketplace');
  const swaggerUi = join(marketplace, 'node_modules', 'swagger-ui-dist');
  const own = join(root, marketplace, 'docs-page');
  const target = join(root, marketplace, 'dist', 'docs');
  const assets = assetsOf(own, join(root, swaggerUi));
  const hash = createHash('sha256');
  for (const body of assets.values()) hash.update(body);
  const version = hash.digest('hex').slice(0, 16);
  const folder = join(target, 'assets', version);
  mkdirSync(folder, { recursive: true });
  for (const [name, body] of assets) {
    writeFileSync(join(folder, name), body);
    const gzip = gzipSync(body, { level: 9 });
    if (gzip.length < body.length) writeFileSync(join(folder, `${name}.gz`), gzip);
  }
  const page = readFileSync(join(own, PAGE), 'utf8');
  writeFileSync(join(target, PAGE), page.replaceAll('__ASSETS__', `/docs/assets/${version}`));
  copyFileSync(join(root, swaggerUi, LICENSE), join(target, LICENSE));
  return swaggerUi;
}
