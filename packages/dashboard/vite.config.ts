import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin, type Rolldown } from 'vite';
import { apiReference } from './api-reference.ts';
import { guides } from './guides.ts';

/** The server package ships the built files. */
const OUT = fileURLToPath(new URL('../marketplace/dist/dashboard', import.meta.url));
const SOURCES = fileURLToPath(new URL('src/', import.meta.url));
/** A marketplace for `vite dev`. */
const MARKETPLACE = process.env['MKT_BASE_URL'] ?? 'http://127.0.0.1:8787';

/** What the server puts into index.html (packages/marketplace/src/http/pages.ts). */
const NONCE = '__MKT_NONCE__';

/** A class's name, and a short hash of the file it is in; the name that Vite makes is twice as long. */
const classNameIn = (name: string, file: string): string =>
  `${name}-${createHash('sha256').update(relative(SOURCES, file)).digest('hex').slice(0, 5)}`;

/** Writes each text file compressed too, so that the server compresses nothing. Brotli's usual level is its best. */
function compressed(): Plugin {
  return {
    name: 'mkt-compressed',
    apply: 'build',
    async writeBundle({ dir = OUT }) {
      const files = await readdir(dir, { recursive: true });
      const texts = files.filter((file) => /\.(js|css|svg)$/.test(file));
      await Promise.all(
        texts.map(async (file) => {
          const bytes = await readFile(join(dir, file));
          const level = constants.Z_BEST_COMPRESSION;
          await writeFile(join(dir, `${file}.gz`), await promisify(gzip)(bytes, { level }));
          await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(bytes));
        }),
      );
    },
  };
}

/** uPlot reads the browser's language when it is loaded, and throws if it is one like `en-US@posix`. */
function withoutLanguage(): Plugin {
  const reading = 'new Intl.NumberFormat(domEnv ? nav.language : ';
  return {
    name: 'mkt-without-language',
    transform(code, id) {
      if (!id.includes('uPlot.esm.js')) return undefined;
      if (!code.includes(reading)) throw new Error('uPlot has changed: see withoutLanguage.');
      return {
        code: code.replace(reading, 'new Intl.NumberFormat(domEnv ? "en-US" : '),
        map: null,
      };
    },
  };
}

/** Pages send requests to these routes, and need nothing of what the API reference says about them. */
function withoutDescriptions(): Plugin {
  return {
    name: 'mkt-without-descriptions',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/protocol/src/auth-routes.ts')) return undefined;
      const short = code.replaceAll(/^ {4}(?:summary|tag|body|success|errors): .*,$/gm, '');
      if (short === code) throw new Error('The routes have changed: see withoutDescriptions.');
      return { code: short, map: null };
    },
  };
}

/** Mantine multiplies each length by a scale, which is 1 here: the lengths alone are 1 % of the style sheet. */
const withoutScale = {
  postcssPlugin: 'mkt-without-scale',
  Declaration(declaration: { value: string }) {
    const length = declaration.value.replaceAll(
      /calc\((-?[\d.]+rem) \* var\(--mantine-scale\)\)/g,
      '$1',
    );
    // PostCSS visits a declaration again when it was assigned to.
    if (length !== declaration.value) declaration.value = length;
  },
};

/** `vite dev` has no server of ours that fills index.html in. */
function filledIn(): Plugin {
  return {
    name: 'mkt-filled-in',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replaceAll(NONCE, '')
        .replace('__MKT_MODE__', 'dev')
        .replace('__MKT_SIGN_UP__', 'open')
        .replace('__MKT_OPERATOR__', '{}')
        .replace('__MKT_VISITOR__', 'true')
        .replace(PAGES, '[]'),
  };
}

/** Where the first script of index.html has the pages. */
const PAGES = '__MKT_PAGES__';
const ROUTES = new URL('./src/routes.ts', import.meta.url);

/** The pages as `routes.ts` has them, in its order: the pattern of their paths, their names, their modules. */
function pagesOf(routes: string): { pattern: string; name: string; modules: string[] }[] {
  return routes.split(/\n  \{\n/).flatMap((entry) => {
    const path = /\bpath: '([^']+)'/.exec(entry)?.[1];
    const imports = entry.matchAll(/import\('\.(\/pages\/[^']+)'\)/g);
    const modules = [...imports].flatMap(([, file]) => file ?? []);
    if (path === undefined || modules.length === 0) return [];
    const pattern = `^${path.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`;
    // Visitors have another page there.
    const name = path === '/' ? '' : (/\blabel: '([^']+)'/.exec(entry)?.[1] ?? '');
    return [{ pattern, name, modules }];
  });
}

/** The files of a chunk, and of all that it imports. */
function filesOf(bundle: Rolldown.OutputBundle, file: string, found = new Set<string>()) {
  const chunk = bundle[file];
  if (found.has(file) || chunk?.type !== 'chunk') return found;
  found.add(file);
  for (const imported of chunk.imports) filesOf(bundle, imported, found);
  return found;
}

/**
 * Fills in which files each page needs, so that they load together with the shell, and moves the style
 * sheet below what index.html shows until it is loaded: a style sheet in the head would leave the page
 * white until then.
 */
function loadedEarly(): Plugin {
  return {
    name: 'mkt-loaded-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const shell = entry ? filesOf(bundle, entry.fileName) : new Set<string>();
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const pages = pagesOf(readFileSync(ROUTES, 'utf8')).map(({ pattern, name, modules }) => {
          const files = modules.flatMap((module) => {
            const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
            if (!page) throw new Error(`The build has no chunk for ${module}.`);
            return [...filesOf(bundle, page.fileName)];
          });
          const own = [...new Set(files)].filter((file) => !shell.has(file));
          return [pattern, name, own.map((file) => file.replace('assets/', ''))];
        });
        if (pages.length === 0) throw new Error('vite.config.ts finds no page in routes.ts.');
        const styles: string[] = [];
        return html
          .replace(/^ *<link rel="stylesheet".*\n/gm, (link) => {
            styles.push(link);
            return '';
          })
          .replace(/^ *<noscript/m, (next) => `${styles.join('')}${next}`)
          .replace(PAGES, JSON.stringify(pages));
      },
    },
  };
}

/** Without what several pages have, but not the largest of them, a listing with its form; and without the guides. */
const COMMON =
  /^(?!.*(PasswordInput|TagsInput|Modal|remove-scroll|ui.Dialog|react-virtual|virtual-core|DataTable|JsonView|Tiles|BarList|ChartParts|Money(?:Tile|Chart)|use-places|Traffic|traffic|orders.Chart|Outcome|key-words|change-words|curl-command|everyday-words|minisearch|text-search|virtual:guide|pages.reference|src.csv))/;

/**
 * A few files in place of some fifty: the shell, what most pages use, long tables, figures, and the page. What is
 * large and used by one page only (a chart, a form, the engine that checks schemas) stays on its own.
 */
const CHUNKS = {
  groups: [
    { name: 'shell', tags: ['$initial' as const], priority: 3 },
    // Before the table, which would take what it shares with every page.
    { name: 'common', test: COMMON, minShareCount: 3, priority: 2 },
    {
      name: 'table',
      test: /@tanstack.(react-virtual|virtual-core)|ui.(DataTable|JsonView|Timeline|FigureStrip|review-reason)|latest-orders/,
      priority: 1,
    },
    // Of lists of calls.
    { name: 'calls', test: /Outcome|src.csv/, priority: 1 },
    {
      name: 'figures',
      test: /Tiles|BarList|HealthBars|data.health|ChartParts|Money(?:Tile|Chart)|use-places|Traffic|traffic|orders.Chart|stats-before/,
      priority: 1,
    },
  ],
};

export default defineConfig({
  plugins: [
    react(),
    apiReference(),
    guides(),
    compressed(),
    filledIn(),
    loadedEarly(),
    withoutLanguage(),
    withoutDescriptions(),
  ],
  // Packages of this workspace are built in from their sources.
  resolve: { conditions: ['mkt-source', ...defaultClientConditions] },
  html: { cspNonce: NONCE },
  css: {
    modules: { generateScopedName: classNameIn },
    postcss: { plugins: [withoutScale] },
  },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no data: URL for scripts and styles, and no inline script.
    assetsInlineLimit: 0,
    // What a page loads, for the test of sizes.
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    // One style sheet of 20 kB: one request, and no page waits for a second one.
    cssCodeSplit: false,
    license: { fileName: 'THIRD-PARTY-NOTICES.md' },
    reportCompressedSize: false,
    // On a busy machine these are warnings about how long the plugins took, which call for no action.
    rolldownOptions: { checks: { bundlerTimings: false }, output: { codeSplitting: CHUNKS } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/auth', '^/docs/.+\\.md$', '/llms.txt', '/healthz'].map((path) => [
        path,
        MARKETPLACE,
      ]),
    ),
  },
});
