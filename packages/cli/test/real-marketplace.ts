// A real marketplace, started with `mkt marketplace serve`.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startServe } from './spawn-mkt.ts';

export interface RealMarketplace extends AsyncDisposable {
  url: string;
  /** The settings for commands, with a key that has every scope. */
  env: { MKT_BASE_URL: string; MKT_API_KEY: string };
}

export async function startMarketplace(): Promise<RealMarketplace> {
  const data = await mkdtemp(join(tmpdir(), 'mkt-cli-market-'));
  const child = startServe(data);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const first = await Promise.race([once(lines, 'line'), ended]);
  if (typeof first[0] !== 'string') throw new Error(`The marketplace did not start: ${stderr}`);
  const ready = JSON.parse(first[0]) as { baseUrl: string; devApiKey: string };
  return {
    url: ready.baseUrl,
    env: { MKT_BASE_URL: ready.baseUrl, MKT_API_KEY: ready.devApiKey },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
}
