// Builds every package into its dist: JavaScript by tsup, declarations by tsc. The dashboard is built
// by Vite into the dist of the server, which ships it.
// With --if-stale it builds only if a source has changed since the last build.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, ROOT, run } from './install.mjs';
import { pruneDeclarations } from './packages/declarations.mjs';
import { copyGuides } from './packages/guides.mjs';
import { writeNotices } from './packages/third-party-notices.mjs';

/** Declarations of a package need those of the packages that it imports. */
const DECLARATIONS = [
  ['protocol'],
  ['json-schema', 'client'],
  ['conformance', 'seller-kit', 'mcp'],
  ['marketplace', 'cli'],
];
const DASHBOARD = join(ROOT, 'packages', 'dashboard');
const STAMP = join(ROOT, 'node_modules', '.built');

/** When a file, or the newest in a folder, was changed. */
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = readdirSync(path).map((name) => newest(join(path, name)));
  return Math.max(stat.mtimeMs, ...inside);
}

const packages = () => DECLARATIONS.flat().map((name) => join(ROOT, 'packages', name));

/** What determines the contents of a dist, in addition to the sources. */
const INPUTS = [
  'tsup.config.ts',
  'tsconfig.base.json',
  'pnpm-lock.yaml',
  'scripts/build.mjs',
  'packages/dashboard/index.html',
  'packages/dashboard/vite.config.ts',
  'packages/dashboard/api-reference.ts',
  'scripts/error-guides.mjs',
  'docs',
];

function sourceTime() {
  const inputs = INPUTS.map((path) => newest(join(ROOT, path)));
  const sources = [...packages(), DASHBOARD].map((folder) =>
    Math.max(newest(join(folder, 'src')), statSync(join(folder, 'package.json')).mtimeMs),
  );
  return Math.max(...inputs, ...sources);
}

function isFresh() {
  return (
    existsSync(STAMP) &&
    Number(readFileSync(STAMP, 'utf8')) === sourceTime() &&
    packages().every((folder) => existsSync(join(folder, 'dist'))) &&
    existsSync(join(ROOT, 'packages/marketplace/dist/dashboard/index.html'))
  );
}

async function succeed(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) process.exit(code);
}

await install();
if (!(process.argv.includes('--if-stale') && isFresh())) {
  const time = sourceTime();
  // Files that an earlier build left behind would be published too.
  for (const folder of packages()) rmSync(join(folder, 'dist'), { recursive: true, force: true });
  const vite = join(DASHBOARD, 'node_modules', '.bin', 'vite');
  await Promise.all([
    succeed('tsup', []),
    succeed(vite, ['build', '--logLevel', 'warn'], {
      cwd: DASHBOARD,
      // Vite keeps the value that it is given, and vitest, which may have started this, sets `test`.
      env: { NODE_ENV: 'production' },
    }),
  ]);
  copyGuides(ROOT);
  for (const folder of packages()) {
    const dist = join(folder, 'dist');
    if (existsSync(join(dist, 'metafile-esm.json'))) writeNotices(ROOT, dist);
  }
  for (const group of DECLARATIONS) {
    await Promise.all(
      group.map((name) => succeed('tsc', ['-p', `packages/${name}/tsconfig.build.json`])),
    );
  }
  for (const folder of packages()) pruneDeclarations(folder);
  writeFileSync(STAMP, String(time));
}
