// Runs the behaviours on each runtime, with the client as it is built.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { launchChromium } from '../../packages/dashboard/test/browser/chromium.ts';
import { startProgram } from '../../test-bed/child-program.ts';
import { closedAddress, serveHttp } from '../../test-bed/local-server.ts';
import { pollUntil } from '../../test-bed/poll-until.ts';
import { NODE_PROGRAMS, programOf } from '../../test-bed/runtimes.ts';
import { bundleWorker } from '../../test-bed/worker-bundle.ts';
import type { Report, World } from './world.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

type RunOn = (world: World) => Promise<Report>;

/** A program that ends by itself. */
const onProgram =
  (command: () => [string, ...string[]]): RunOn =>
  async (world) => {
    const [program, ...args] = command();
    await using running = startProgram([program, ...args, pathOf('./program.ts')], {
      env: { WORLD: JSON.stringify(world) },
    });
    await pollUntil('the report', () => running.hasEnded() || undefined, 60_000);
    const lines = running.output().trim().split('\n');
    try {
      return JSON.parse(lines.at(-1) ?? '') as Report;
    } catch {
      throw new Error(`There is no report: ${running.output()}`);
    }
  };

async function onWorkerd(world: World): Promise<Report> {
  await using bundle = await bundleWorker(pathOf('./wrangler.jsonc'), {
    isBuilt: true,
    reachesLoopback: true,
  });
  const { port, url } = await closedAddress();
  const command = await bundle.commandFor(port, { WORLD: JSON.stringify(world) });
  await using worker = startProgram(command);
  const answer = await pollUntil(
    'a response of workerd',
    () => {
      if (worker.hasEnded()) throw new Error(worker.output());
      return fetch(url).catch(() => undefined);
    },
    60_000,
  );
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${text}\n${worker.output()}`);
  return JSON.parse(text) as Report;
}

/** In a page whose origin is not that of the marketplace. */
async function onChromium(world: World): Promise<Report> {
  const { outputFiles } = await build({
    entryPoints: [pathOf('./behaviours.ts')],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'behaviours',
    write: false,
    logLevel: 'silent',
  });
  const script = outputFiles[0]?.text ?? '';
  await using site = await serveHttp((request, response) => {
    const isScript = request.url === '/script.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? script : '<!doctype html><script src="/script.js"></script>');
  });
  const server = await launchChromium();
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage();
    await page.goto(site.url);
    return await page.evaluate<Report>(`behaviours.runBehaviours(${JSON.stringify(world)})`);
  } finally {
    await server.close();
  }
}

/** By the name of the runtime. */
export const RUNTIMES: Readonly<Record<string, RunOn>> = {
  ...Object.fromEntries(
    Object.entries(NODE_PROGRAMS).map(([version, program]) => [
      `Node ${version}`,
      onProgram(() => [program]),
    ]),
  ),
  Bun: onProgram(() => [programOf('bun')]),
  Deno: onProgram(() => [programOf('deno'), 'run', '--allow-env', '--allow-net', '--allow-read']),
  workerd: onWorkerd,
  Chromium: onChromium,
};
