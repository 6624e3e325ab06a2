// How each recipe is started on a port of 127.0.0.1.
import { fileURLToPath } from 'node:url';
import { startProgram, type ChildProgram } from '../../../test-bed/child-program.ts';
import { OWN_PACKAGES } from '../../../test-bed/own-programs.ts';
import { pollUntil } from '../../../test-bed/poll-until.ts';
import { programOf } from '../../../test-bed/runtimes.ts';
import { bundleWorker, type WorkerBundle } from '../../../test-bed/worker-bundle.ts';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));

type Command = [string, ...string[]];
type Environment = Readonly<Record<string, string>>;

const onNode = (file: string): Command => [process.execPath, ...OWN_PACKAGES, file];

/** One bundle per wrangler.jsonc, for all tests of a file. */
const bundles = new Map<string, Promise<WorkerBundle>>();

async function onWorkerd(file: string, port: number, env: Environment): Promise<Command> {
  const bundle = bundles.get(file) ?? bundleWorker(`${FOLDER}${file}`);
  bundles.set(file, bundle);
  return (await bundle).commandFor(port, env);
}

export async function removeBundles(): Promise<void> {
  for (const bundle of bundles.values()) await (await bundle)[Symbol.asyncDispose]();
}

/** The command for a recipe: its file says on which runtime it runs. */
async function commandFor(recipe: string, port: number, env: Environment): Promise<Command> {
  if (recipe.endsWith('wrangler.jsonc')) return onWorkerd(recipe, port, env);
  if (recipe.includes('bun')) return [programOf('bun'), ...OWN_PACKAGES, recipe];
  if (recipe.includes('deno')) {
    const address = [`--port=${port}`, '--host=127.0.0.1'];
    return [programOf('deno'), 'serve', ...OWN_PACKAGES, '--allow-env', ...address, recipe];
  }
  return onNode(recipe);
}

/** Starts a recipe and waits until it responds at `path`. */
export async function startRecipe(
  recipe: string,
  { port, env = {}, path }: { port: number; env?: Environment; path: string },
): Promise<ChildProgram> {
  const address: Environment = { PORT: String(port), HOST: '127.0.0.1' };
  const program = startProgram(await commandFor(recipe, port, env), {
    cwd: FOLDER,
    env: { ...address, ...env },
  });
  const url = `http://127.0.0.1:${port}${path}`;
  async function isReady(): Promise<true | undefined> {
    if (program.hasEnded()) throw new Error(`${recipe} ended: ${program.output()}`);
    return (await fetch(url).catch(() => undefined))?.ok || undefined;
  }
  try {
    await pollUntil(`a response of ${url}`, isReady, 60_000);
  } catch (error) {
    await program.kill();
    throw error;
  }
  return program;
}
