import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Retries until the service listens, or the test ends. */
async function responseOf(url: string, init?: RequestInit): Promise<unknown> {
  for (;;) {
    const response = await fetch(url, init).catch(() => undefined);
    if (response) return await response.json();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it('serves its contract and calls from one file', async () => {
  const port = await freePort();
  const child = spawn(process.execPath, ['--conditions=mkt-source', 'src/main.ts'], {
    cwd: new URL('..', import.meta.url),
    env: { PATH: process.env.PATH, PORT: String(port), HOST: '127.0.0.1' },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill());
  expect(await responseOf(`http://127.0.0.1:${port}/contract`)).toMatchObject({
    provider: { title: 'Text length', price: { amountCents: 2 } },
  });
  const call = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"Hello there."}',
  };
  expect(await responseOf(`http://127.0.0.1:${port}/run`, call)).toEqual({ length: 12 });
});
