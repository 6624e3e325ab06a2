// Serves the Worker of the project in the working directory on workerd, which `wrangler dev` runs too:
// with the variables of wrangler.jsonc and .env, until it is interrupted.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { startProgram } from '../../test-bed/child-program.ts';
import { bundleWorker } from '../../test-bed/worker-bundle.ts';

const [port = ''] = process.argv.slice(2);
const url = `http://localhost:${port}`;
const variables = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
const secrets = Object.fromEntries(
  Object.entries(variables).map(([name, value]) => [name, String(value)]),
);

await using bundle = await bundleWorker(join(process.cwd(), 'wrangler.jsonc'));
await using worker = startProgram(
  await bundle.commandFor(Number(port), { PUBLIC_URL: '', ...secrets }),
);
let name: string | undefined;
while (name === undefined && !worker.hasEnded()) {
  name = await fetch(url).then(
    async (response) => ((await response.json()) as { name: string }).name,
    () => undefined,
  );
}
process.stdout.write(`${name} listens on ${url}\n${worker.output()}`);
const { promise, resolve } = Promise.withResolvers<void>();
process.once('SIGINT', () => resolve());
await promise;
