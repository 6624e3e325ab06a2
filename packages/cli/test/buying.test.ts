import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '@mkt/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGate, type Gate } from '../../../test-bed/gate.ts';
import { json } from '../../../test-bed/seller.ts';
import { fakeMarketplace } from './fake-marketplace.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { order, ownListing } from './records.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';
import { countWords, startTextSeller, type TextSeller } from './seller.ts';

let market: RealMarketplace;
let seller: TextSeller;
let cwd: string;

const mkt = (argv: string[], options: RunOptions = {}) =>
  runMkt(argv, { env: market.env, cwd, ...options });
const orderOf = (stdout: string) => JSON.parse(stdout) as Order;

beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startTextSeller()]);
  cwd = await mkdtemp(join(tmpdir(), 'mkt-buying-'));
  await mkt(['publish', '--service-url', seller.url, '--yes']);
});
afterAll(async () => {
  await market[Symbol.asyncDispose]();
  await seller[Symbol.asyncDispose]();
  await rm(cwd, { recursive: true });
});

describe('mkt run', () => {
  it('prints the result on stdout, and the order with what it cost on stderr', async () => {
    const ran = await mkt(['run', 'text-insights', '--input', '{"text":"one two"}']);
    expect([ran.code, ran.stdout]).toEqual([0, '{\n  "words": 2\n}\n']);
    expect(ran.stderr).toMatch(/^✔ completed +order [0-9a-f-]{36}, USD 0\.02 charged, \d+ ms\n$/);
  });

  it('writes the result to a file with --output, as the seller wrote it', async () => {
    const argv = ['run', 'text-insights', 'text=one two', '--output', 'result.json'];
    const { code, stdout, stderr } = await mkt(argv);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('✔ written          result.json');
    expect(await readFile(join(cwd, 'result.json'), 'utf8')).toBe('{"words":2}\n');
  });

  it.each([
    [['--output', 'nowhere/result.json'], 'cannot be written (ENOENT)'],
    [['--output', '.'], 'is not a regular file'],
    [['--output', 'a.json', '--no-wait'], 'Pass --output or --no-wait, not both.'],
  ])('buys nothing if the result could not be written: %j', async (options, says) => {
    await using fake = await fakeMarketplace(() => ({ body: order() }));
    const { code, stderr } = await runMkt(['run', 'a', ...options], { ...fake, cwd });
    expect([code, fake.requests]).toEqual([code === 2 ? 2 : 1, []]);
    expect(stderr).toContain(says);
  });

  it('prints the order with --json', async () => {
    const argv = ['run', 'text-insights', '--input', '{"text":"one two"}', '--json'];
    const { code, stdout, stderr } = await mkt(argv);
    expect([code, stderr]).toEqual([0, '']);
    expect(orderOf(stdout)).toMatchObject({
      orderState: 'completed',
      result: { words: 2 },
      charged: true,
      requestBody: { text: 'one two' },
    });
  });

  it('reads its input from a file or from stdin', async () => {
    await writeFile(join(cwd, 'input.json'), '{"text":"a b c"}');
    const fromFile = await mkt(['run', 'text-insights', '--input', '@input.json']);
    const stdin = '{"text":"a b c d"}';
    const fromStdin = await mkt(['run', 'text-insights', '--input', '-'], { stdin });
    const piped = await mkt(['run', 'text-insights'], { stdin });
    expect(JSON.parse(fromFile.stdout)).toEqual({ words: 3 });
    expect(JSON.parse(fromStdin.stdout)).toEqual({ words: 4 });
    expect(JSON.parse(piped.stdout)).toEqual({ words: 4 });
  });

  it('does not read stdin if the input is given, and takes an empty stdin as {}', async () => {
    const stdin = 'not JSON';
    const given = await mkt(['run', 'text-insights', 'text=a b'], { stdin });
    expect(JSON.parse(given.stdout)).toEqual({ words: 2 });
    const refused = await mkt(['run', 'text-insights'], { stdin });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('stdin is not valid JSON (line 1, column 1)'),
    ]);
    const empty = await mkt(['run', 'text-insights', '--json']);
    expect(empty.stderr).toContain('"path":"/text","message":"is required"');
  });

  it.each([
    ['{"text":', 'The value of --input is not valid JSON (line 1, column 9).'],
    ['@nowhere.json', 'nowhere.json does not exist.'],
    ['@', '--input @ needs a file name'],
    ['@.', 'cannot be read (EISDIR)'],
  ])('exits with 2 when the input cannot be read: %s', async (input, says) => {
    const { code, stderr } = await mkt(['run', 'text-insights', '--input', input]);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });

  it('names each invalid field of the input and suggests the closest known one', async () => {
    const { code, stdout, stderr } = await mkt([
      'run',
      'text-insights',
      '--input',
      '{"txt":"Hi","lang":"en","other":1}',
    ]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('✖ The input does not match the input schema of text-insights.');
    expect(stderr).toMatch(/\/text +is required/);
    expect(stderr).toMatch(/\/txt +is not a known field\. Did you mean text\?/);
    expect(stderr).not.toContain('/other');
    expect(stderr).toContain('See the schema: mkt listings show text-insights');
  });

  it('exits with 3 when the call failed, and does not charge it', async () => {
    seller.on('POST /run', () => json({ error: 'Out of paper' }, 503));
    const text = await mkt(['run', 'text-insights', '--input', '{"text":"x"}']);
    const asJson = await mkt(['run', 'text-insights', '--input', '{"text":"x"}', '--json']);
    seller.on('POST /run', countWords);
    expect([text.code, text.stdout]).toEqual([3, '']);
    expect(text.stderr).toContain(
      'Upstream service returned 503. You were not charged. The seller says: Out of paper',
    );
    expect(asJson.code).toBe(3);
    expect(orderOf(asJson.stdout)).toMatchObject({ orderState: 'failed', charged: false });
    expect(JSON.parse(asJson.stderr)).toMatchObject({ type: 'order_failed', exitCode: 3 });
  });

  it('says whose fault a failed call is, and what to do', async () => {
    const buyer = await market.createAccount();
    const run = (apiKey: string) =>
      mkt(['run', 'text-insights', '--api-key', apiKey, '--input', '{"text":"x"}']);
    seller.on('POST /run', () => json({}, 503));
    const [own, other] = [await run(market.env.MKT_API_KEY), await run(buyer.apiKey)];
    seller.on('POST /run', () => json({ error: 'No such city.' }, 422));
    const refused = await run(buyer.apiKey);
    seller.on('POST /run', countWords);
    expect(own.stderr).toMatch(
      /Find out why: mkt doctor text-insights\. See the order: mkt orders show [0-9a-f-]{36}/,
    );
    expect(other.stderr).toMatch(
      /The fault is the seller's: try again later\. See the order: mkt orders show [0-9a-f-]{36}/,
    );
    expect(refused.stderr).not.toContain('fault');
    expect(refused.stderr).toMatch(/^ {2}See the order: mkt orders show [0-9a-f-]{36}/m);
  });

  it('prints a result that does not match the outputSchema, with a warning', async () => {
    seller.on('POST /run', () => json({ words: 'many' }));
    const { code, stdout, stderr } = await mkt(['run', 'text-insights', '--input', '{"text":"x"}']);
    seller.on('POST /run', countWords);
    expect([code, JSON.parse(stdout)]).toEqual([0, { words: 'many' }]);
    expect(stderr).toContain('! The result does not match the listing’s outputSchema: /words');
  });

  it('names the price that exceeds --max-price', async () => {
    const { stderr } = await mkt(['run', 'text-insights', '--max-price', '0.01']);
    expect(stderr).toContain(
      '✖ text-insights costs USD 0.02 per call, more than the USD 0.01 that you accept.',
    );
  });

  it('exits with 6 when the price exceeds --max-price or the revision differs', async () => {
    for (const guard of [
      ['--max-price', '0.01'],
      ['--revision', '99'],
    ]) {
      const { code, stderr } = await mkt(['run', 'text-insights', ...guard]);
      expect([code, stderr]).toEqual([6, expect.stringMatching(/^✖ .*(more than|revision)/)]);
    }
  });

  it('places one order per --idempotency-key', async () => {
    const argv = ['run', 'text-insights', '--input', '{"text":"x"}', '--json'];
    const once = await mkt([...argv, '--idempotency-key', 'invoice-17']);
    const twice = await mkt([...argv, '--idempotency-key', 'invoice-17']);
    expect(orderOf(twice.stdout).id).toBe(orderOf(once.stdout).id);
    expect(orderOf((await mkt(argv)).stdout).id).not.toBe(orderOf(once.stdout).id);
  });

  it('exits with 5 when the listing does not exist', async () => {
    const { code, stderr } = await mkt(['run', 'nowhere']);
    expect([code, stderr]).toEqual([5, expect.stringContaining('Listing not found: nowhere.')]);
  });

  it('names the listing that was probably meant', async () => {
    const { stderr } = await mkt(['run', 'text-insihgts', '--input', '{"text":"x"}']);
    expect(stderr).toContain('Listing not found: text-insihgts.');
    expect(stderr).toContain('Did you mean text-insights?');
  });

  it('leads from an unknown order to the list of orders', async () => {
    const { code, stderr } = await mkt(['orders', 'show', '123']);
    expect([code, stderr]).toEqual([5, expect.stringContaining('mkt orders list')]);
  });
});

describe('a slow order', () => {
  /** Runs a test against a seller that responds once the gate is open. */
  const slowly = async (test: (gate: Gate) => Promise<void>) => {
    const gate = createGate();
    seller.on('POST /run', gate.before(json({ words: 7 })));
    await test(gate).finally(gate.open);
    seller.on('POST /run', countWords);
  };

  it('exits with 8 after --timeout, and can be waited for', () =>
    slowly(async (gate) => {
      const argv = ['run', 'text-insights', '--input', '{"text":"x"}', '--timeout', '1s'];
      const text = await mkt(argv);
      const json = await mkt([...argv, '--json']);
      expect([text.code, text.stdout]).toEqual([8, '']);
      expect(text.stderr).toContain('✖ The order is still running after 1 s.');
      const [, id] = /mkt orders wait (\S+)/.exec(text.stderr) ?? [];
      expect(json.code).toBe(8);
      expect(orderOf(json.stdout).orderState).toBe('running');

      gate.open();
      const waited = await mkt(['orders', 'wait', id ?? '']);
      expect([waited.code, JSON.parse(waited.stdout)]).toEqual([0, { words: 7 }]);
      const short = await mkt(['orders', 'wait', orderOf(json.stdout).id, '--timeout', '30s']);
      expect(short.code).toBe(0);
    }));

  it('has its id printed immediately with --no-wait', () =>
    slowly(async (gate) => {
      const argv = ['run', 'text-insights', '--input', '{"text":"x"}', '--no-wait'];
      const { code, stdout, stderr } = await mkt(argv);
      expect(code).toBe(0);
      expect(stderr).toBe(`Wait for it: mkt orders wait ${stdout}`);
      gate.open();
      const waited = await mkt(['orders', 'wait', stdout.trim(), '--timeout', '60s']);
      expect(waited.code).toBe(0);
    }));

  it('is named when the command is interrupted, which exits with 130', () =>
    slowly(async () => {
      const { Interrupted } = await import('../src/terminal/shell.ts');
      const interruption = new AbortController();
      const { signal } = interruption;
      const running = mkt(['run', 'text-insights', '--yes', '--input', '{"text":"x"}'], {
        signal,
        isTerminal: true,
        onStderr: (text) => {
          if (text.includes('running')) interruption.abort(new Interrupted(130));
        },
      });
      const { code, stderr } = await running;
      expect(code).toBe(130);
      expect(stderr).toMatch(/The order is still running\. Wait for it: mkt orders wait \S+/);
      expect(stderr).toContain('Interrupted.');
    }));
});

it('exits with 8 when the marketplace does not respond, with the key to repeat the order', async () => {
  await using deaf = await fakeMarketplace(() => ({ hang: true }));
  const { code, stderr } = await runMkt(['run', 'a', '--timeout', '1s'], deaf);
  expect(code).toBe(8);
  const [, key] = /--idempotency-key (\S+)/.exec(stderr) ?? [];
  expect(deaf.requests[0]?.headers['idempotency-key']).toBe(key);
});

describe('mkt search and listings show', () => {
  it('search finds by words, category and price', async () => {
    const found = async (...argv: string[]) => {
      const { stdout } = await mkt(['search', ...argv, '--json']);
      return (JSON.parse(stdout) as { data: { slug: string }[] }).data.map(({ slug }) => slug);
    };
    expect(await found('insights')).toEqual(['text-insights']);
    expect(await found('--category', 'data', '--max-price', '0.02')).toEqual(['text-insights']);
    expect(await found('--max-price', '0.01')).toEqual([]);
    expect(await found('zebra')).toEqual([]);
  });

  it('search says what a price or another currency left out', async () => {
    const left = async (...argv: string[]) => (await mkt(['search', 'insights', ...argv])).stderr;
    expect(await left('--max-price', '0.01')).toContain(
      'Left out by your filters: 1 above the highest price.\n',
    );
    expect(await left('--max-price', '1 EUR')).toContain(
      'Left out by your filters: 1 in another currency.\n',
    );
    expect(await left('--max-price', '0.02')).not.toContain('Left out');
  });

  it('lead from search to show, and from there to run', async () => {
    const search = await mkt(['search', 'insights']);
    expect(search.stderr).toBe('Input, output and example: mkt listings show text-insights\n');
    const show = await mkt(['listings', 'show', 'text-insights']);
    expect(show.stderr).toBe('Call it: mkt run text-insights\n');
  });

  it.each([
    ['a short example', '{"text":"it\'s"}', ` --input '{"text":"it'\\''s"}'`],
    ['an example with controls', '{"text":"\u202e"}', ''],
    ['a long example', JSON.stringify('x'.repeat(200)), ''],
  ])('show what to type to call a listing: %s', async (_, requestExampleJson, input) => {
    const body = { ...ownListing, runContract: { ...ownListing.runContract, requestExampleJson } };
    await using fake = await fakeMarketplace(() => ({ body }));
    const { stderr } = await runMkt(['listings', 'show', 'text-insights'], fake);
    expect(stderr).toBe(`Call it: mkt run text-insights${input}\n`);
  });

  it('do not offer to call a listing that is paused', async () => {
    const body = { ...ownListing, listingState: 'paused' };
    await using fake = await fakeMarketplace(() => ({ body }));
    expect((await runMkt(['listings', 'show', 'text-insights'], fake)).stderr).toBe('');
  });

  it('need no API key, and show the address only to the owner', async () => {
    const owner = await mkt(['listings', 'show', 'text-insights']);
    const anyone = await mkt(['listings', 'show', 'text-insights'], {
      env: { MKT_BASE_URL: market.url, MKT_API_KEY: '' },
    });
    expect(owner.stdout).toContain(`endpoint     ${seller.url}/run`);
    expect(anyone.code).toBe(0);
    expect(anyone.stdout).toMatch(/^input +text \(string, required\), language \(string\)$/m);
    expect(anyone.stdout).not.toContain(seller.url);
  });
});

describe('mkt whoami', () => {
  it('shows the name of the key, its budget, and what is left of it', async () => {
    const create = 'keys create --name agent --scopes order:create,order:read';
    const created = await mkt(`${create} --budget 5 --per day --max-price 0.05`.split(' '));
    const key = created.stdout.trim();
    await mkt(['run', 'text-insights', '--input', '{"text":"x"}', '--api-key', key]);
    const { code, stdout } = await mkt(['whoami', '--api-key', key]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^key name +agent$/m);
    expect(stdout).toMatch(/^budget +USD 5\.00 per day, at most USD 0\.05 per order$/m);
    expect(stdout).toMatch(/^left +USD 4\.98, until \d{4}-\d\d-\d\d /m);
    expect((await mkt(['whoami'])).stdout).not.toMatch(/^(?:budget|left) /m);
  });
});
