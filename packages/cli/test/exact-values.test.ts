import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSeller, type Seller } from '../../../test-bed/seller.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';

const INPUT = '{ "id":9007199254740993,\n "10":1,"2":[1.0, 1e-400] }';
const RESULT = '{"b":18446744073709551615,"a":[0.1000000000000000055,{}]}';
const RESULT_LINES =
  '{\n  "b": 18446744073709551615,\n  "a": [\n    0.1000000000000000055,\n    {}\n  ]\n}\n';

let market: RealMarketplace;
let cwd: string;
let seller: Seller;
const lastInput = () => seller.calls.at(-1)?.body.toString();

const mkt = (argv: string[], options: RunOptions = {}) =>
  runMkt(argv, { env: market.env, cwd, ...options });

beforeAll(async () => {
  seller = await startSeller({ handlers: { 'POST /run': () => ({ body: RESULT }) } });
  market = await startMarketplace();
  cwd = await mkdtemp(join(tmpdir(), 'mkt-exact-'));
  const runContract = { method: 'POST', endpointPath: `${seller.url}/run` };
  await writeFile(join(cwd, 'provider.json'), JSON.stringify({ title: 'Numbers', runContract }));
  await mkt(['listings', 'create', 'provider.json']);
});
afterAll(async () => {
  await market[Symbol.asyncDispose]();
  await seller.close();
  await rm(cwd, { recursive: true });
});

describe('numbers that a double cannot represent', () => {
  it.each(['--input', 'a file', 'stdin'])('reach the seller from %s', async (source) => {
    await writeFile(join(cwd, 'input.json'), INPUT);
    const input = { '--input': INPUT, 'a file': '@input.json', stdin: '-' }[source] ?? '';
    const ran = await mkt(['run', 'numbers', '--input', input], { stdin: INPUT });
    expect([ran.code, ran.stdout]).toEqual([0, RESULT_LINES]);
    expect(lastInput()).toBe(INPUT);
  });

  it('are printed with --json as the marketplace sent them', async () => {
    const { stdout } = await mkt(['run', 'numbers', '--input', INPUT, '--json']);
    const { id } = JSON.parse(stdout) as { id: string };
    for (const argv of [
      ['orders', 'show', id],
      ['orders', 'wait', id],
      ['orders', 'list', '--limit', '1'],
      ['api', 'GET', `/v1/orders/${id}`],
    ]) {
      const shown = await mkt([...argv, '--json']);
      expect(shown.stdout).toContain(`"requestBody":${INPUT}`);
      expect(shown.stdout).toContain(`"result":${RESULT}`);
    }
    const { stdout: text } = await mkt(['orders', 'show', id]);
    expect(text).toContain('{"id":9007199254740993,"10":1,"2":[1.0,1e-400]}');
    expect(text).toContain(RESULT_LINES);
    expect((await mkt(['api', 'GET', `/v1/orders/${id}`])).stdout).toContain(
      '  "id": 9007199254740993,',
    );
  });

  it('are printed without carriage returns between values', async () => {
    const ran = await mkt(['run', 'numbers', '--input', '{"a":\r9007199254740993}', '--json']);
    expect(ran.stdout).toContain('"requestBody":{"a": 9007199254740993}');
    expect(lastInput()).toBe('{"a":\r9007199254740993}');
  });

  it('pass through mkt api', async () => {
    const data = `{"listingId":"numbers","requestBody":${INPUT}}`;
    const argv = ['api', 'POST', '/v1/orders', '--input', data, '--header', 'Prefer: wait=10'];
    expect((await mkt([...argv, '--json'])).stdout).toContain(`"requestBody":${INPUT}`);
    expect(lastInput()).toBe(INPUT);
  });

  it('keep their digits in the schema of a listing file', async () => {
    const file = `{"title":"Limits","runContract":{"method":"POST","endpointPath":"https://a.example/run",
      "inputSchema":{"maximum":9007199254740993}}}`;
    const { code, stdout } = await mkt(['listings', 'create', '-', '--draft', '--json'], {
      stdin: file,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/"maximum": ?9007199254740993\b/);
  });
});

it('refuses a duplicate name before anything is sent', async () => {
  const before = seller.calls.length;
  const { code, stderr } = await mkt(['run', 'numbers', '--input', '{"a":1,"a":2}']);
  expect(code).toBe(2);
  expect(stderr).toContain('The value of --input has the field /a twice.');
  expect(seller.calls).toHaveLength(before);
});
