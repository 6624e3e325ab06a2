// `npm start`: installs, builds what is stale, then shows the marketplace at work (demo/main.mjs).
// Runs on any Node ≥ 20 with nothing installed: what it imports imports nothing but Node.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions, USAGE } from './demo/options.mjs';
import { startOwned } from './demo/owned-process.mjs';
import { checkPorts } from './demo/ports.mjs';
import { doneSince, failed, underWay } from './demo/report.mjs';
import { NODE, ROOT, toolEnvironment } from './install.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const INTERRUPTED = 130;
const PARENT_CHECK_MS = 500;
/** tsc 7 goes on until it is done when it is asked to end. */
const TOOL_GRACE_MS = 500;
/** Longer than the servers have together. */
const DEMO_GRACE_MS = 10_000;

/** The program that runs now. */
let running;
let interrupted = false;

function end(signal) {
  interrupted = true;
  void running?.stop(signal);
}

for (const signal of SIGNALS) process.on(signal, () => end(signal));
// npm does not pass on what ends it, and cannot when it is killed.
if (process.env.npm_lifecycle_event === 'start') {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    end('SIGTERM');
  }, PARENT_CHECK_MS).unref();
}

function start(name, node, script, args, more = {}) {
  if (interrupted) throw new Error('interrupted');
  const path = fileURLToPath(new URL(script, import.meta.url));
  const env = toolEnvironment();
  running = startOwned(name, { node, args: [path, ...args], cwd: ROOT, env, ...more });
  return running;
}

async function step(name, node, script, args, message) {
  const startedAt = performance.now();
  const clear = underWay(message);
  try {
    await start(name, node, script, args, { graceMs: TOOL_GRACE_MS }).succeed();
  } finally {
    clear();
  }
  return startedAt;
}

async function main(argv) {
  const options = readOptions(argv, ROOT);
  if (options.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  await checkPorts(options.ports);

  const installing = 'installing the toolchain, about 15 s the first time';
  const startedAt = await step(
    'The installation',
    process.execPath,
    'demo/prepare.mjs',
    [],
    installing,
  );
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  doneSince(startedAt, `toolchain ready (Node ${devDependencies.node})`);

  const building = await step('The build', NODE, 'build.mjs', ['--if-stale'], 'building');
  doneSince(building, 'packages built');

  const demo = start('The demonstration', NODE, 'demo/main.mjs', argv, {
    inherit: true,
    graceMs: DEMO_GRACE_MS,
  });
  const { code } = await demo.ended;
  return code ?? 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!interrupted) failed(error);
  process.exitCode = interrupted ? INTERRUPTED : 1;
}
