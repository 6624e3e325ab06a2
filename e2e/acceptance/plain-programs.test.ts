// docs/reference/protocol.md: two programs of strangers, run as they are. A seller, and a client that registers,
// imports, buys and polls, and that the responses lead to what it does not know.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { openMarket } from './market.ts';

const script = (name: string) =>
  fileURLToPath(new URL(`plain-programs/${name}.mjs`, import.meta.url));

const market = await openMarket();
const seller = spawn(process.execPath, [script('seller')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
afterAll(() => seller.kill());
const lines = createInterface({ input: seller.stdout });
const requests: string[] = [];
const [port] = (await once(lines, 'line')) as [string];
lines.on('line', (line: string) => requests.push(line));

it('a seller and a client of strangers do business, led by the responses', async () => {
  const { baseUrl, ready } = market.server;
  const serviceUrl = `http://127.0.0.1:${port}`;
  const argv = [script('client'), baseUrl, String(ready.devApiKey), serviceUrl];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  const checks = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { ok: boolean });
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks).toHaveLength(28);
  // Only the two valid orders reached the service.
  expect(requests.filter((line) => line === 'POST /run')).toHaveLength(2);
});
