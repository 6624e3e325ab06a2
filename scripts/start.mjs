// `npm start`: installs, builds what has changed, then runs the demonstration (demo/main.mjs).
// Runs on any Node ≥ 20 with nothing installed: until the installation it imports nothing but Node.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions, USAGE } from './demo/options.mjs';
import { checkPorts } from './demo/check-ports.mjs';
import { doneSince, failed, progress } from './demo/report.mjs';
import { install, ROOT, run } from './install.mjs';

const PARENT_CHECK_MS = 500;

/** Ends this process when npm is gone: npm cannot pass SIGKILL on, and does not pass on SIGTERM. */
function endWithParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1);
  }, PARENT_CHECK_MS).unref();
}

async function prepare() {
  const startedAt = performance.now();
  const clear = progress('installing the toolchain; about 15 s the first time');
  await install().finally(clear);
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  doneSince(startedAt, `toolchain ready (Node ${devDependencies.node})`);

  const buildingAt = performance.now();
  const clearBuilding = progress('building');
  const code = await run('node', ['scripts/build.mjs', '--if-stale']).finally(clearBuilding);
  if (code === 0) doneSince(buildingAt, 'packages built');
  return code;
}

/**
 * Runs the demonstration in its own process group, so that Ctrl-C reaches it once, through
 * this process; the closed channel shows it that this process has ended.
 */
const demonstrate = (args) =>
  run('node', ['scripts/demo/main.mjs', ...args], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // In production a service needs its public address as a setting.
    env: { NODE_ENV: 'development' },
  });

async function main(args) {
  const options = readOptions(args, ROOT);
  if (options.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  await checkPorts(options, ROOT);
  const code = await prepare();
  return code === 0 ? await demonstrate(args) : code;
}

if (process.env.npm_lifecycle_event === 'start') endWithParent();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  failed(error);
  process.exitCode = 1;
}
