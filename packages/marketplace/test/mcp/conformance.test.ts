// The official conformance suite of MCP. It cannot send a key, so a proxy adds one. Its other
// scenarios call tools, prompts and resources of an example server, which no marketplace has.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveHttp, type LocalServer } from '../../../../test-bed/local-server.ts';
import { createTestMarketplace, type TestMarketplace } from '../../src/testing.ts';
import { newFolder } from '../market.ts';

const PACKAGE = '@modelcontextprotocol/conformance/dist/index.js';
const SUITE = createRequire(import.meta.url).resolve(PACKAGE);

let market: TestMarketplace;
let proxy: LocalServer;
beforeAll(async () => {
  market = await createTestMarketplace();
  proxy = await serveHttp((req, res) => {
    const authorization = `Bearer ${market.apiKey}`;
    const origin = req.headers.origin === proxy.url ? market.url : req.headers.origin;
    const headers = { ...req.headers, authorization, ...(origin && { origin }) };
    const { method = '' } = req;
    const forwarded = request(market.url + req.url, { method, headers }, (response) => {
      res.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(res);
    });
    req.pipe(forwarded);
  });
});
afterAll(async () => {
  await proxy.close();
  await market.close();
});

it.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
  'passes the scenario %s of the official suite',
  async (scenario) => {
    const args = [SUITE, 'server', '--url', `${proxy.url}/mcp`, '--scenario', scenario];
    const suite = spawn(process.execPath, args, { cwd: newFolder() });
    let output = '';
    suite.stdout.on('data', (chunk) => (output += chunk));
    suite.stderr.on('data', (chunk) => (output += chunk));
    const [code] = (await once(suite, 'close')) as [number];
    expect(output).toMatch(/Passed: (\d+)\/\1, 0 failed/);
    expect(code).toBe(0);
  },
);
