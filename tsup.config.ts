import { readFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

/** Built files that are no entry of a package to others: bins import them, or processes run them. */
const INNER_ENTRIES: Record<string, Record<string, string>> = {
  marketplace: {
    main: 'src/main.ts',
    'schema-worker': 'src/schemas/schema-worker.ts',
    'reader-thread': 'src/sql/sqlite/reader-thread.ts',
  },
  cli: { main: 'src/main.ts' },
};

/**
 * What is built into a package instead of being imported by it: a server that finds and reads 950
 * files before it listens takes 510 ms for that, and 320 with these built in. They stay dependencies,
 * for types name them and audits look for them. What has files beside its code cannot be built in.
 */
const BUILT_IN: Record<string, string[]> = {
  conformance: ['ipaddr.js', 'obscenity'],
  marketplace: [
    'any-ascii',
    'commander',
    'express',
    'helmet',
    'kysely',
    'node-cron',
    'p-queue',
    'prom-client',
    'proxy-addr',
    'rate-limiter-flexible',
    'undici',
    'uuid',
  ],
};
const IMPORTED = [/^@mkt\//, /^#/, 'better-sqlite3', 'pg', 'pg-boss', 'pino'];

/** CommonJS that is built into a module still asks for Node's own modules by `require`. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;

function bundling(name: string): Options {
  const builtIn = BUILT_IN[name];
  if (!builtIn) return { skipNodeModulesBundle: true };
  return {
    noExternal: builtIn.map((each) => new RegExp(`^${each}(/|$)`)),
    banner: { js: REQUIRE },
    metafile: true,
  };
}

/** The sources that a package's exports and imports name, by the built files that stand for them. */
function entriesOf(value: unknown, found: Record<string, string> = {}): Record<string, string> {
  if (value === null || typeof value !== 'object') return found;
  const conditions = value as Record<string, unknown>;
  const { 'mkt-source': source, default: built } = conditions;
  if (typeof source === 'string' && typeof built === 'string') {
    found[built.replace(/^\.\/dist\/|\.js$/g, '')] = source.replace('./', '');
  } else if (source !== null && typeof source === 'object') {
    // A condition within a condition: the built files stand beside it.
    for (const [condition, path] of Object.entries(source as Record<string, string>)) {
      const out = String(conditions[condition]).replace(/^\.\/dist\/|\.js$/g, '');
      found[out] = path.replace('./', '');
    }
  } else {
    for (const inner of Object.values(conditions)) entriesOf(inner, found);
  }
  return found;
}

/** One package: its entries, each a file of its own in dist, with what they share in chunks. */
function built(name: string): Options {
  const folder = `packages/${name}`;
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    exports?: unknown;
    imports?: unknown;
  };
  const entries = {
    ...entriesOf(manifest.exports),
    ...entriesOf(manifest.imports),
    ...INNER_ENTRIES[name],
  };
  return {
    entry: Object.fromEntries(
      Object.entries(entries).map(([out, source]) => [out, `${folder}/${source}`]),
    ),
    outDir: `${folder}/dist`,
    format: 'esm',
    target: 'es2023',
    platform: 'node',
    splitting: true,
    // Declarations are tsc's: TypeScript 7 has no compiler API for a bundler to use.
    dts: false,
    clean: false,
    silent: true,
    tsconfig: `${folder}/tsconfig.build.json`,
    external: IMPORTED,
    ...bundling(name),
  };
}

export default defineConfig(
  ['protocol', 'json-schema', 'conformance', 'seller-kit', 'client', 'marketplace', 'cli'].map(
    built,
  ),
);
