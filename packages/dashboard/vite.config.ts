import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { apiReference } from './api-reference.ts';

/** The server package ships the built files. */
const OUT = fileURLToPath(new URL('../marketplace/dist/dashboard', import.meta.url));
/** A marketplace for `vite dev`. */
const MARKETPLACE = process.env['MKT_BASE_URL'] ?? 'http://127.0.0.1:8787';

/** What the server puts into index.html (packages/marketplace/src/http/pages.ts). */
const NONCE = '__MKT_NONCE__';

/** Writes each text file compressed too, so that the server compresses nothing. */
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

/** `vite dev` has no server of ours that fills index.html in. */
function filledIn(): Plugin {
  return {
    name: 'mkt-filled-in',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replaceAll(NONCE, '').replace('__MKT_MODE__', 'dev').replace('__MKT_SIGN_UP__', 'open'),
  };
}

export default defineConfig({
  plugins: [react(), apiReference(), compressed(), filledIn(), withoutLanguage()],
  // Packages of this workspace are built in from their sources.
  resolve: { conditions: ['mkt-source', ...defaultClientConditions] },
  html: { cspNonce: NONCE },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no data: URL for scripts and styles, and no inline script.
    assetsInlineLimit: 0,
    // What a page loads, for the test of sizes.
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    license: { fileName: 'THIRD-PARTY-NOTICES.md' },
    reportCompressedSize: false,
    // On a busy machine these are warnings about how long the plugins took, which nobody can act on.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/auth', '/docs/', '/docs.md', '/llms.txt', '/healthz'].map((path) => [
        path,
        MARKETPLACE,
      ]),
    ),
  },
});
