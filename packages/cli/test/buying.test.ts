import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@mkt/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json } from '../../../test-bed/seller.ts';
import { fakeMarketplace } from './fake-marketplace.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { ID } from '../../../test-bed/completed-order.ts';
import { catalogueListing, order, page } from './records.ts';
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
    expect(stderr).toContain('invalid_input');
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

  it('prints a result that does not match the outputSchema, with a warning', async () => {
    seller.on('POST /run', () => json({ words: 'many' }));
    const { code, stdout, stderr } = await mkt(['run', 'text-insights', '--input', '{"text":"x"}']);
    seller.on('POST /run', countWords);
    expect([code, JSON.parse(stdout)]).toEqual([0, { words: 'many' }]);
    expect(stderr).toContain('! The result does not match the listing’s outputSchema: /words');
  });

  it('exits with 6 when the price is over --max-price or the revision differs', async () => {
    for (const guard of [
      ['--max-price', '0.01'],
      ['--revision', '99'],
    ]) {
      const { code, stderr } = await mkt(['run', 'text-insights', ...guard]);
      expect([code, stderr]).toEqual([6, expect.stringContaining('listing_changed')]);
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
    expect([code, stderr]).toEqual([5, expect.stringContaining('not_found')]);
  });
});

describe('a slow order', () => {
  /** Runs a test against a seller that responds slowly. */
  const slowly = async (test: () => Promise<void>) => {
    seller.on('POST /run', async () => {
      await pause(1_500);
      return json({ words: 7 });
    });
    await test();
    seller.on('POST /run', countWords);
  };

  it('exits with 8 after --timeout, and can be waited for', () =>
    slowly(async () => {
      const argv = ['run', 'text-insights', '--input', '{"text":"x"}', '--timeout', '300ms'];
      const text = await mkt(argv);
      const json = await mkt([...argv, '--json']);
      expect([text.code, text.stdout]).toEqual([8, '']);
      expect(text.stderr).toContain('✖ The order is still running after 300 ms.');
      const [, id] = /mkt orders wait (\S+)/.exec(text.stderr) ?? [];
      expect(json.code).toBe(8);
      expect(orderOf(json.stdout).orderState).toBe('running');

      const waited = await mkt(['orders', 'wait', id ?? '']);
      expect([waited.code, JSON.parse(waited.stdout)]).toEqual([0, { words: 7 }]);
      const short = await mkt(['orders', 'wait', orderOf(json.stdout).id, '--timeout', '30s']);
      expect(short.code).toBe(0);
    }));

  it('has its id printed immediately with --no-wait', () =>
    slowly(async () => {
      const argv = ['run', 'text-insights', '--input', '{"text":"x"}', '--no-wait'];
      const { code, stdout, stderr } = await mkt(argv);
      expect(code).toBe(0);
      expect(stderr).toBe(`Wait for it: mkt orders wait ${stdout}`);
      const waited = await mkt(['orders', 'wait', stdout.trim(), '--timeout', '20s']);
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
  const { code, stderr } = await runMkt(['run', 'a', '--timeout', '100ms'], deaf);
  expect(code).toBe(8);
  const [, key] = /--idempotency-key (\S+)/.exec(stderr) ?? [];
  expect(deaf.requests[0]?.headers['idempotency-key']).toBe(key);
});

describe('an interrupted mkt run --json', () => {
  /** Runs it until the request that the marketplace leaves without a response. */
  async function interruptAt(method: string) {
    const { Interrupted } = await import('../src/terminal/shell.ts');
    const interruption = new AbortController();
    await using market = await fakeMarketplace((request) => {
      if (request.method !== method) return { status: 201, body: running };
      interruption.abort(new Interrupted(143));
      return { hang: true };
    });
    const { signal } = interruption;
    const ran = await runMkt(['run', 'a', '--json'], { env: market.env, signal });
    return { ...ran, sentKey: String(market.requests[0]?.headers['idempotency-key']) };
  }
  const running = order({ orderState: 'running', result: undefined, completedAt: null });

  it('prints the order that it was waiting for', async () => {
    const { code, stdout, stderr } = await interruptAt('GET');
    expect([code, orderOf(stdout)]).toEqual([143, JSON.parse(JSON.stringify(running))]);
    expect(JSON.parse(stderr)).toEqual({
      error: 'Interrupted.',
      type: 'interrupted',
      next: `The order is still running. Wait for it: mkt orders wait ${ID}`,
      exitCode: 143,
    });
  });

  it('reports the idempotency key of an order that may have been placed', async () => {
    const { code, stdout, stderr, sentKey } = await interruptAt('POST');
    expect([code, stdout]).toEqual([143, '']);
    expect(JSON.parse(stderr)).toEqual({
      error: 'Interrupted.',
      type: 'interrupted',
      next: `The order may have been placed. To repeat it safely, add --idempotency-key ${sentKey}`,
      idempotencyKey: sentKey,
      exitCode: 143,
    });
  });
});

it.each([
  ['a defect', { status: 500, body: { error: 'Sorry.', type: 'internal' } }],
  ['a response that is no order', { status: 200, body: 'Welcome!' }],
])('names the idempotency key after %s', async (_, reply) => {
  await using market = await fakeMarketplace(() => reply);
  const { stderr } = await runMkt(['run', 'a', '--json'], { env: market.env });
  const key = market.requests[0]?.headers['idempotency-key'];
  expect(JSON.parse(stderr)).toMatchObject({ idempotencyKey: key });
});

describe('mkt orders', () => {
  it('list shows the newest first and filters by state', async () => {
    const all = await mkt(['orders', 'list', '--json']);
    const failed = await mkt(['orders', 'list', '--state', 'failed', '--json']);
    const { data } = JSON.parse(all.stdout) as { data: Order[] };
    expect(data.length).toBeGreaterThan(5);
    expect(data.map(({ id }) => id)).toEqual(
      data
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    const states = (JSON.parse(failed.stdout) as { data: Order[] }).data.map((o) => o.orderState);
    expect(new Set(states)).toEqual(new Set(['failed']));
    const table = await mkt(['orders', 'list', '--limit', '2']);
    expect(table.stdout.trim().split('\n')).toHaveLength(3);
    expect(table.stderr).toContain('Next page: add --cursor ');
  });

  it('list names the listing of each order, and its id if the catalogue does not show it', async () => {
    const { stdout } = await mkt(['orders', 'list', '--limit', '1']);
    expect(stdout).toMatch(/^order +listing +state/);
    expect(stdout).toMatch(/\n\S+ +text-insights +/);
    await using fake = await fakeMarketplace(({ path }) =>
      path.startsWith('/v1/orders')
        ? { body: page(order()) }
        : { status: 404, body: { error: 'Listing not found.', type: 'not_found' } },
    );
    expect((await runMkt(['orders', 'list'], fake)).stdout).toMatch(new RegExp(`\n\\S+ +${ID} +`));
  });

  it('list prints every page with --all, with --json one order per line', async () => {
    let pages = 0;
    await using fake = await fakeMarketplace(({ path }) =>
      path.startsWith('/v1/orders')
        ? {
            body: { ...page(order(), order()), nextCursor: ++pages % 3 === 0 ? null : `c${pages}` },
          }
        : { body: catalogueListing },
    );
    const lines = await runMkt(['orders', 'list', '--all', '--json'], fake);
    expect(
      lines.stdout
        .trim()
        .split('\n')
        .map((line) => orderOf(line).id),
    ).toEqual(Array.from({ length: 6 }, () => ID));
    expect(fake.requests.map((request) => request.path)).toEqual([
      '/v1/orders?limit=100',
      '/v1/orders?limit=100&cursor=c1',
      '/v1/orders?limit=100&cursor=c2',
    ]);
    const table = await runMkt(['orders', 'list', '--all'], fake);
    expect([table.stdout.trim().split('\n').length, table.stderr]).toEqual([7, '']);
  });

  it('list takes the time since when, and not also a time', async () => {
    await using fake = await fakeMarketplace(() => ({ body: page() }));
    const before = Date.now();
    await runMkt(['orders', 'list', '--since', '24h'], fake);
    const sent = new URL(fake.requests[0]?.path ?? '', fake.url).searchParams.get('createdAfter');
    expect(Date.parse(sent ?? '') + 86_400_000).toBeGreaterThanOrEqual(before);
    expect(Date.parse(sent ?? '') + 86_400_000).toBeLessThanOrEqual(Date.now());
    const both = ['orders', 'list', '--since', '24h', '--after', '2026-01-01T00:00:00Z'];
    expect(await runMkt(both, fake)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Pass --after or --since, not both.'),
    });
  });

  it('list sends its filters under their wire names', async () => {
    await using fake = await fakeMarketplace(() => ({ body: page() }));
    const argv = ['orders', 'list', '--listing', 'a', '--after', '2026-01-01T00:00:00Z'];
    await runMkt(argv, fake);
    expect(fake.requests[0]?.path).toBe(
      '/v1/orders?limit=20&listingId=a&createdAfter=2026-01-01T00%3A00%3A00Z&view=summary',
    );
  });

  it('show prints the input, the times and the result', async () => {
    await using fake = await fakeMarketplace(() => ({ body: order() }));
    const { stdout } = await runMkt(['orders', 'show', 'x'], fake);
    expect(stdout).toContain('input    {"text":"Hello there."}');
    expect(stdout).toContain('price    USD 0.02 per call, charged');
    expect(stdout).toContain('{\n  "words": 2\n}');
  });
});

describe('mkt orders list', () => {
  it('reads inputs and results only if it prints them', async () => {
    await using fake = await fakeMarketplace(() => ({
      body: { data: [order()], nextCursor: null },
    }));
    expect((await runMkt(['orders', 'list'], fake)).stdout).toContain('USD 0.02');
    expect((await runMkt(['orders', 'list', '--json'], fake)).stdout).toContain('Hello there.');
    const lists = fake.requests.filter(({ path }) => path.startsWith('/v1/orders'));
    expect(lists.map(({ path }) => path)).toEqual([
      '/v1/orders?limit=20&view=summary',
      '/v1/orders?limit=20',
    ]);
  });
});

describe('metadata', () => {
  it('is given to run, found by orders list, and shown by orders show', async () => {
    const run = (...metadata: string[]) => {
      const options = metadata.flatMap((text) => ['--metadata', text]);
      return mkt(['run', 'text-insights', '--input', '{"text":"a"}', '--json', ...options]);
    };
    const placed = orderOf((await run('job=nightly', 'formula=a=b', '__proto__=x')).stdout);
    expect(Object.entries(placed.metadata)).toEqual([
      ['job', 'nightly'],
      ['formula', 'a=b'],
      ['__proto__', 'x'],
    ]);
    await run('job=hourly');
    const list = await mkt(['orders', 'list', '--metadata', 'job=nightly', '--json']);
    expect((JSON.parse(list.stdout) as { data: Order[] }).data.map(({ id }) => id)).toEqual([
      placed.id,
    ]);
    const shown = await mkt(['orders', 'show', placed.id]);
    expect(shown.stdout).toMatch(/^metadata +job=nightly, formula=a=b, __proto__=x$/m);
    for (const [options, message] of [
      [['job'], 'a name and a value'],
      [['=x'], 'a name and a value'],
      [['a=1', 'a=2'], 'a was given twice'],
      [['a b=1'], 'metadata'],
    ] as const) {
      const { code, stderr } = await run(...options);
      expect([options, code, stderr]).toEqual([options, 2, expect.stringContaining(message)]);
    }
  });
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

  it('need no API key, and show the address only to the owner', async () => {
    const owner = await mkt(['listings', 'show', 'text-insights']);
    const anyone = await mkt(['listings', 'show', 'text-insights'], {
      env: { MKT_BASE_URL: market.url, MKT_API_KEY: '' },
    });
    expect(owner.stdout).toContain(`endpoint       ${seller.url}/run`);
    expect(anyone.code).toBe(0);
    expect(anyone.stdout).toContain('"required":["text"]');
    expect(anyone.stdout).not.toContain(seller.url);
  });
});
