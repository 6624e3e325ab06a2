import { spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { BARE_ENVIRONMENT, OWN_PACKAGES } from '../../../test-bed/own-programs.ts';
import { closedAddress } from '../../../test-bed/local-server.ts';
import { pollUntil } from '../../../test-bed/poll-until.ts';

/** The body of the response, once the service listens. */
const responseOf = (url: string, init?: RequestInit): Promise<unknown> =>
  pollUntil(`a response of ${url}`, async () => {
    const response = await fetch(url, init).catch(() => undefined);
    return await response?.json();
  });

it('serves its contract and calls from one file', async () => {
  const { url, port } = await closedAddress();
  const child = spawn(process.execPath, [...OWN_PACKAGES, 'src/main.ts'], {
    cwd: new URL('..', import.meta.url),
    env: { ...BARE_ENVIRONMENT, PORT: String(port), HOST: '127.0.0.1' },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill());
  expect(await responseOf(`${url}/contract`)).toMatchObject({
    provider: { title: 'Text length', price: { amountCents: 2 } },
  });
  const call = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"Hello there."}',
  };
  expect(await responseOf(`${url}/run`, call)).toEqual({ length: 12 });
});
