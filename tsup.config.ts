import { readFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

/** Built files that are not public: a bin imports them, or a process or thread runs them. */
const INTERNAL_ENTRIES: Record<string, Record<string, string>> = {
  marketplace: {
    'schema-worker': 'src/schemas/schema-worker.ts',
    'reader-thread': 'src/database/sqlite/reader-thread.ts',
    'integrity-process': 'src/database/sqlite/integrity-process.ts',
    'json-thread': 'src/server/json-thread.ts',
  },
  cli: {
    main: 'src/main.ts',
    'service-guard': 'src/dev/service-guard.ts',
    'jq-thread': 'src/terminal/jq-thread.ts',
    'types-process': 'src/types/types-process.ts',
  },
};

/**
 * Packages whose code contains the libraries that it imports: a server that finds and reads 950
 * files before it listens takes 510 ms for that, and 320 ms with its libraries bundled. A bundled
 * library is a devDependency: as a dependency it would be installed too, and a security fix would
 * update the copy that never runs. What is listed in `dependencies` stays imported; it is what has
 * native code or files of its own. `scripts/third-party-notices.mjs` writes the licences down.
 */
const BUNDLED = new Set(['conformance', 'marketplace', 'mcp']);

/**
 * Begins each bundled file. CommonJS that is bundled into a module still loads Node's own modules
 * with `require`. An older Node fails in the first library that it meets, with words that do not
 * help: whichever file runs first says what is wrong instead.
 */
const beginningOf = (name: string) => `import { createRequire as requireFrom } from 'node:module';
import { versions as nodeVersions } from 'node:process';
const [nodeMajor = 0, nodeMinor = 0] = nodeVersions.node.split('.').map(Number);
if (nodeMajor < 22 || (nodeMajor === 22 && nodeMinor < 22))
  throw new Error(\`@mkt/${name} needs Node 22.22.2 or newer; this is \${nodeVersions.node}: install it from https://nodejs.org.\`);
const require = requireFrom(import.meta.url);`;

interface Manifest {
  exports?: unknown;
  imports?: unknown;
  dependencies?: Record<string, string>;
}

function bundling(name: string, { dependencies = {} }: Manifest): Options {
  if (!BUNDLED.has(name)) return { skipNodeModulesBundle: true };
  return {
    external: Object.keys(dependencies),
    banner: { js: beginningOf(name) },
    metafile: true,
  };
}

/** The sources that a package's exports and imports name, by the built file of each. */
function entriesOf(value: unknown, found: Record<string, string> = {}): Record<string, string> {
  if (value === null || typeof value !== 'object') return found;
  const conditions = value as Record<string, unknown>;
  const { 'mkt-source': source, default: built } = conditions;
  if (typeof source === 'string' && typeof built === 'string') {
    found[built.replace(/^\.\/dist\/|\.js$/g, '')] = source.replace('./', '');
  } else if (source !== null && typeof source === 'object') {
    // A condition within a condition: the built files are listed beside it.
    for (const [condition, path] of Object.entries(source as Record<string, string>)) {
      const out = String(conditions[condition]).replace(/^\.\/dist\/|\.js$/g, '');
      found[out] = path.replace('./', '');
    }
  } else {
    for (const inner of Object.values(conditions)) entriesOf(inner, found);
  }
  return found;
}

/** One package: a file in dist for each entry, and chunks for what entries share. */
function optionsFor(name: string): Options {
  const folder = `packages/${name}`;
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;
  const entries = {
    ...entriesOf(manifest.exports),
    ...entriesOf(manifest.imports),
    ...INTERNAL_ENTRIES[name],
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
    // tsc writes the declarations: TypeScript 7 has no compiler API for a bundler.
    dts: false,
    clean: false,
    silent: true,
    // `node:sqlite` has no other name.
    removeNodeProtocol: false,
    tsconfig: `${folder}/tsconfig.build.json`,
    ...bundling(name, manifest),
  };
}

export default defineConfig(
  [
    'protocol',
    'json-schema',
    'conformance',
    'seller-kit',
    'client',
    'mcp',
    'marketplace',
    'cli',
  ].map(optionsFor),
);
