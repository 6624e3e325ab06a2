// mkt run --batch: an order for each line of a file.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@mkt/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hold, json } from '../../../test-bed/seller.ts';
import { until } from '../../../test-bed/until.ts';
import type { LineRecord } from '../src/batch/run-batch.ts';
import { fakeMarketplace } from './fake-marketplace.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { catalogueListing, order } from './records.ts';
import { runMkt, type Ran, type RunOptions } from './run-mkt.ts';
import { countWords, startTextSeller, type TextSeller } from './seller.ts';
import { startMkt } from './spawn-mkt.ts';

let market: RealMarketplace;
let seller: TextSeller;
let client: Client;
let cwd: string;

beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startTextSeller()]);
  client = createClient({ baseUrl: market.url, apiKey: market.apiKey });
  cwd = await mkdtemp(join(tmpdir(), 'mkt-batch-'));
  await client.listings.importFromService(seller.url);
  await market.reviewsIdle();
});
afterAll(async () => {
  // First, so that the calls that it holds end.
  await seller[Symbol.asyncDispose]();
  await market[Symbol.asyncDispose]();
  await rm(cwd, { recursive: true });
});
beforeEach(async () => {
  seller.on('POST /run', countWords);
  await client.listings.update('text-insights', { price: { amount: 0.02 } });
});

type Printed = LineRecord & { result?: unknown };

const recordsOf = (stdout: string): Printed[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Printed)
    .toSorted((a, b) => a.line - b.line);

/** Runs a batch of these lines. */
async function batch(
  lines: readonly string[],
  argv: readonly string[] = [],
  options: RunOptions = {},
): Promise<Ran & { records: Printed[] }> {
  await writeFile(join(cwd, 'inputs.ndjson'), lines.join('\n'));
  const command = ['run', 'text-insights', '--batch', 'inputs.ndjson', ...argv];
  const ran = await runMkt(command, { env: market.env, cwd, ...options });
  return { ...ran, records: recordsOf(ran.stdout) };
}

const texts = (count: number) =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ text: `line ${index + 1}` }));
const states = (records: Printed[]) => records.map(({ state }) => state);
const callsFor = (text: string) =>
  seller.calls.filter(
    ({ body }) => (JSON.parse(body.toString()) as { text: string }).text === text,
  );

describe('mkt run --batch', () => {
  it('prints a record for each line, and what all of them cost', async () => {
    const { code, stderr, records } = await batch(
      ['{"text":"a b"}', '{"text":"c"}'],
      ['--idempotency-prefix', 'shape'],
    );
    expect(code).toBe(0);
    expect(records).toEqual([
      {
        line: 1,
        state: 'completed',
        orderId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        idempotencyKey: 'shape-1',
        price: { amount: 0.02, currency: 'USD', unit: 'call' },
        charged: true,
        outputValid: true,
        result: { words: 2 },
      },
      expect.objectContaining({ line: 2, idempotencyKey: 'shape-2', result: { words: 1 } }),
    ]);
    expect(stderr).toContain('✔ batch            text-insights, USD 0.02 per call\n');
    expect(stderr).toContain('✔ done             2 completed; USD 0.04 charged\n');
  });

  it('reports a line that cannot be ordered with its number, and runs the others', async () => {
    const lines = ['\ufeff{"text":"a"}\r', '', '{"text":', '{"txt":"b"}', '{"text":"c"}  '];
    const { code, stderr, records } = await batch(lines);
    expect(code).toBe(3);
    expect(records).toMatchObject([
      { line: 1, state: 'completed' },
      {
        line: 3,
        state: 'refused',
        orderId: null,
        idempotencyKey: null,
        error: {
          type: 'unreadable_input',
          message: 'Line 3 is not valid JSON (column 9).',
        },
      },
      {
        line: 4,
        state: 'refused',
        error: { type: 'invalid_input', details: [{ path: '/text', message: 'is required' }] },
      },
      { line: 5, state: 'completed' },
    ]);
    expect(stderr).toContain('✖ 2 of 4 lines have no result.');
  });

  it('sends inputs and prints results with all digits of their numbers', async () => {
    seller.on('POST /run', ({ body }) => ({ status: 200, body: `{"sent": ${body.toString()}}` }));
    const { stdout } = await batch(['{"text":"x","n":9007199254740993}']);
    expect(stdout).toContain('"result":{"sent":{"text":"x","n":9007199254740993}}}\n');
  });

  it('reports failed orders, and exits with 3', async () => {
    seller.on('POST /run', (request, response) =>
      request.body.includes('line 2')
        ? json({ error: 'Out of paper' }, 503)
        : countWords(request, response),
    );
    const { code, stderr, records } = await batch(texts(3));
    expect([code, states(records)]).toEqual([3, ['completed', 'failed', 'completed']]);
    expect(records[1]).toMatchObject({
      charged: false,
      error: {
        type: 'order_failed',
        message: 'Upstream service returned 503',
        failure: { kind: 'seller_status', sellerMessage: 'Out of paper' },
      },
    });
    expect(stderr).toContain('! incomplete       2 completed, 1 failed; USD 0.04 charged');
  });

  it('has at most --concurrency orders open at a time', async () => {
    let running = 0;
    let most = 0;
    let three = Promise.withResolvers<void>();
    seller.on('POST /run', async (request, response) => {
      most = Math.max(most, ++running);
      const { promise, resolve } = three;
      if (running === 3) {
        three = Promise.withResolvers();
        // A fourth order would have had time to start.
        setTimeout(resolve, 60);
      }
      await promise;
      running--;
      return countWords(request, response);
    });
    const { code } = await batch(texts(9), ['--concurrency', '3']);
    expect([code, most]).toEqual([0, 3]);
  });

  it('exits with 8 if orders have not settled in time, and names them', async () => {
    seller.on('POST /run', hold);
    const { code, stderr, records } = await batch(texts(1), ['--timeout', '1s']);
    expect([code, records]).toMatchObject([
      8,
      [{ state: 'running', orderId: expect.any(String), error: { type: 'wait_timeout' } }],
    ]);
    expect(stderr).toContain('1 of 1 lines had not settled in time.');
    expect(stderr).toContain('--idempotency-prefix');
  });

  it('prints each record through the filter of --jq', async () => {
    const { stdout, stderr } = await batch(texts(2), ['--jq', '{line, state, result}']);
    expect([recordsOf(stdout), stderr]).toEqual([
      [1, 2].map((line) => ({ line, state: 'completed', result: { words: 2 } })),
      '',
    ]);
  });
});

describe('--total-limit', () => {
  it('is never exceeded, and the orders of failed lines do not count', async () => {
    seller.on('POST /run', (request, response) =>
      /line [23]"/.test(request.body.toString())
        ? json({ error: 'No' }, 500)
        : countWords(request, response),
    );
    const before = seller.calls.length;
    const { code, stderr, records } = await batch(texts(20), ['--total-limit', '0.1']);
    expect(code).toBe(3);
    expect(states(records)).toEqual([
      'completed',
      'failed',
      'failed',
      ...Array.from({ length: 4 }, () => 'completed'),
    ]);
    expect(seller.calls.length - before).toBe(7);
    expect(stderr).toContain(
      'Stopped before line 8: its order would exceed the total limit of USD 0.10.',
    );
    expect(stderr).toContain('5 completed, 2 failed; USD 0.10 charged');
  });

  it('counts orders that are still open', async () => {
    seller.on('POST /run', hold);
    const argv = ['--total-limit', '0.05', '--timeout', '1s'];
    const { code, records } = await batch(texts(5), argv);
    expect([code, states(records)]).toEqual([3, ['running', 'running']]);
  });

  it('must be in the currency of the listing', async () => {
    await client.listings.update('text-insights', { price: { currency: 'EUR' } });
    const before = seller.calls.length;
    const { code, stderr } = await batch(texts(1), ['--total-limit', '5']);
    const inEuros = await batch(texts(1), ['--total-limit', '5 EUR']);
    await client.listings.update('text-insights', { price: { currency: 'USD' } });
    expect([code, inEuros.code, seller.calls.length - before]).toEqual([2, 0, 1]);
    expect(stderr).toContain("Pass the limit in its currency, as in --total-limit '5 EUR'");
  });
});

describe('a batch stops placing orders', () => {
  it('when the price of the listing changes', async () => {
    seller.on('POST /run', async (request, response) => {
      if (request.body.includes('line 2'))
        await client.listings.update('text-insights', { price: { amount: 0.03 } });
      return countWords(request, response);
    });
    const { code, stderr, records } = await batch(texts(9), ['--concurrency', '1']);
    expect([code, states(records)]).toEqual([6, ['completed', 'completed', 'refused']]);
    expect(records[2]).toMatchObject({ error: { type: 'listing_changed' } });
    expect(stderr).toContain(
      'mkt listings show text-insights. To continue, run the lines that have no order as a new batch',
    );
    expect(stderr).toContain('USD 0.04 charged');
  });

  it('when the listing is paused, although stdin is still open', async () => {
    const argv = ['run', 'text-insights', '--batch', '-', '--concurrency', '1'];
    const child = startMkt(argv, { env: market.env });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stdin.write('{"text":"a"}\n{"te');
    const first = await lines.next();
    expect(JSON.parse(first.value as string)).toMatchObject({ line: 1, state: 'completed' });
    await client.listings.pause('text-insights');
    child.stdin.write('xt":"b"}\n');
    const second = await lines.next();
    const [code] = (await once(child, 'close')) as [number];
    await client.listings.resume('text-insights');
    expect(JSON.parse(second.value as string)).toMatchObject({
      line: 2,
      state: 'refused',
      error: { type: 'listing_not_active' },
    });
    expect(code).toBe(6);
  });

  it('when the marketplace refuses the key, without an order for any line', async () => {
    const env = {
      ...market.env,
      MKT_API_KEY: (await client.apiKeys.create({ name: 'reader', scopes: ['order:read'] })).key,
    };
    const { code, records } = await batch(texts(5), ['--concurrency', '1'], { env });
    expect([code, records]).toMatchObject([
      4,
      [{ state: 'refused', error: { type: 'insufficient_scope' } }],
    ]);
  });
});

describe('a batch whose filter fails', () => {
  it('stops, and says how to resume', async () => {
    const before = seller.calls.length;
    const argv = ['--jq', 'error("no")', '--idempotency-prefix', 'filtered', '--concurrency', '2'];
    const { code, stdout, stderr } = await batch(texts(20), argv);
    expect([code, stdout]).toEqual([1, '']);
    expect(JSON.parse(stderr)).toMatchObject({
      error: 'Stopped: The filter of --jq failed on the result: no.',
      type: 'filter_failed',
      next: expect.stringContaining('--idempotency-prefix filtered'),
    });
    expect(seller.calls.length - before).toBeLessThan(20);
  });

  it('stops while it waits for the next line', async () => {
    const command = ['run', 'text-insights', '--batch', '-', '--jq', 'error("no")'];
    const child = startMkt(command, { env: market.env });
    const closed = once(child, 'close');
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
    // The failure for a line is reported when the record of a later one is printed.
    for (const line of texts(9)) {
      const before = seller.calls.length;
      child.stdin.write(`${line}\n`, () => {});
      await until(() => seller.calls.length > before || child.exitCode !== null);
      if (child.exitCode !== null) break;
    }
    const [code] = (await closed) as [number];
    expect([code, JSON.parse(stderr)]).toMatchObject([1, { type: 'filter_failed' }]);
  });
});

describe('a batch that runs again with the same --idempotency-prefix', () => {
  it('buys no line twice after it was killed', async () => {
    await writeFile(
      join(cwd, 'killed.ndjson'),
      texts(30)
        .map((line) => line.replace('line', 'kill'))
        .join('\n'),
    );
    const argv = [
      'run',
      'text-insights',
      '--batch',
      'killed.ndjson',
      '--idempotency-prefix',
      'kill',
      '--json',
    ];
    const child = startMkt([...argv, '--concurrency', '2'], { env: market.env, cwd });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    const again = await runMkt(argv, { env: market.env, cwd });
    const records = recordsOf(again.stdout);
    expect([again.code, records.length]).toEqual([0, 30]);
    const counts = records.map(({ line }) => callsFor(`kill ${line}`).length);
    expect(counts).toEqual(Array.from({ length: 30 }, () => 1));
    expect(new Set(records.map(({ orderId }) => orderId)).size).toBe(30);
  });

  it('stops if a line has changed', async () => {
    const argv = ['--idempotency-prefix', 'changed', '--concurrency', '1'];
    await batch(texts(2), argv);
    const { code, stderr, records } = await batch(['{"text":"other"}', ...texts(1)], argv);
    expect([code, records]).toMatchObject([6, [{ error: { type: 'idempotency_key_reused' } }]]);
    expect(stderr).toContain('An earlier run with this prefix had other lines');
  });
});

describe('an interrupted batch', () => {
  const interruptWhen = async (isReady: () => boolean) => {
    const { Interrupted } = await import('../src/terminal/shell.ts');
    const interruption = new AbortController();
    const timer = setInterval(() => {
      if (!isReady()) return;
      clearInterval(timer);
      interruption.abort(new Interrupted(130));
    }, 10);
    return interruption.signal;
  };

  it('places no more orders, and reports those that settle soon with their result', async () => {
    const before = seller.calls.length;
    const open = () => seller.calls.slice(before);
    seller.on('POST /run', hold);
    const signal = await interruptWhen(() => open().length === 2);
    signal.addEventListener('abort', () => {
      for (const call of open()) call.respond({ words: 7 });
    });
    const { code, stderr, records } = await batch(
      texts(9),
      ['--concurrency', '2', '--idempotency-prefix', 'drained'],
      { signal },
    );
    expect([code, states(records), open().length]).toEqual([130, ['completed', 'completed'], 2]);
    expect(stderr).toContain('Run the same command again with --idempotency-prefix drained');
  });

  it('reports those that do not settle as running', async () => {
    const before = seller.calls.length;
    seller.on('POST /run', hold);
    const signal = await interruptWhen(() => seller.calls.length > before);
    const { code, records } = await batch(texts(9), ['--concurrency', '1'], { signal });
    expect([code, records]).toMatchObject([
      130,
      [{ line: 1, state: 'running', orderId: expect.any(String), error: { type: 'interrupted' } }],
    ]);
  });
});

it('repeats what a busy marketplace refuses, with the same key', async () => {
  let refusals = 2;
  await using busy = await fakeMarketplace(({ method }) => {
    if (method === 'GET') return { body: catalogueListing };
    if (refusals-- > 0) return { status: 503, body: { error: 'Busy.', type: 'overloaded' } };
    return { status: 201, body: order() };
  });
  const stdin = '{"text":"a"}\n';
  const { code, stdout } = await runMkt(['run', 'a', '--batch', '-', '--json'], { ...busy, stdin });
  const keys = busy.requests.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
  expect([code, recordsOf(stdout)]).toMatchObject([0, [{ state: 'completed' }]]);
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
});

it.each([
  [['--batch', 'x', 'text=a'], 'Pass fields or --batch, not both.'],
  [['--batch', 'x', '--no-wait'], 'Pass --no-wait or --batch, not both.'],
  [['--batch', 'x', '--input', '{}'], '--input has no effect with --batch.'],
  [['--batch', 'x', '--output', 'y'], '--output has no effect with --batch.'],
  [['--batch', 'x', '--idempotency-key', 'y'], '--idempotency-key has no effect with --batch.'],
  [['--total-limit', '5', '--input', '{}'], '--total-limit has no effect without --batch.'],
  [['--batch', 'x', '--total-limit', 'much'], 'it must be an amount'],
  [['--batch', 'x', '--concurrency', '0'], 'it must be a whole number from 1 to 64.'],
  [['--batch', 'nowhere.ndjson'], 'nowhere.ndjson does not exist.'],
])('refuses %j, without an order', async (argv, message) => {
  const before = seller.calls.length;
  const { code, stderr } = await runMkt(['run', 'text-insights', ...argv], {
    env: market.env,
    cwd,
  });
  expect([code, seller.calls.length - before]).toEqual([2, 0]);
  expect(stderr).toContain(message);
});

it('asks on a terminal before it buys without a limit', async () => {
  const { code, records } = await batch(texts(1), [], {
    isTerminal: true,
    onStderr: (text, type) => {
      if (text.includes('for each line of inputs.ndjson?')) type('n\r');
    },
  });
  expect([code, records]).toEqual([1, []]);
});

describe('a batch that cannot begin', () => {
  it.each([
    ['a file that does not exist', 'nothing.ndjson', 'nothing.ndjson does not exist.'],
    ['a folder', '.', '. cannot be read (EISDIR).'],
  ])('because of %s has nothing to resume', async (_, source, says) => {
    const argv = ['run', 'text-insights', '--batch', source];
    const { code, stderr } = await runMkt(argv, { env: market.env, cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
    expect(stderr).not.toContain('--idempotency-prefix');
  });

  it('because it costs more than --max-price sends no line', async () => {
    const before = await client.orders.list({ limit: 1 });
    const { code, stdout, stderr } = await batch(['{"text":"a"}'], ['--max-price', '0.01']);
    expect([code, stdout]).toEqual([6, '']);
    expect(stderr).toContain('costs USD 0.02 per call, more than the USD 0.01 that you accept.');
    expect(stderr).not.toContain('--idempotency-prefix');
    expect((await client.orders.list({ limit: 1 })).data).toEqual(before.data);
  });
});
