// mkt orders list and show, and the metadata of orders.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '@mkt/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
/** Orders that were placed before the tests; one more failed. */
const COMPLETED = 3;

const orderOf = (stdout: string) => JSON.parse(stdout) as Order;

beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startTextSeller()]);
  cwd = await mkdtemp(join(tmpdir(), 'mkt-orders-'));
  await mkt(['publish', '--service-url', seller.url, '--yes']);
  for (let n = 0; n < COMPLETED; n++) await mkt(['run', 'text-insights', 'text=a']);
  seller.on('POST /run', () => ({ status: 503 }));
  await mkt(['run', 'text-insights', 'text=a']);
  seller.on('POST /run', countWords);
});
afterAll(async () => {
  await market[Symbol.asyncDispose]();
  await seller[Symbol.asyncDispose]();
  await rm(cwd, { recursive: true });
});

describe('mkt orders', () => {
  it('list shows the newest first and filters by state', async () => {
    const all = await mkt(['orders', 'list', '--json']);
    const failed = await mkt(['orders', 'list', '--state', 'failed', '--json']);
    const { data } = JSON.parse(all.stdout) as { data: Order[] };
    expect(data).toHaveLength(COMPLETED + 1);
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

  it('list names the listing of each order', async () => {
    const { stdout } = await mkt(['orders', 'list', '--limit', '1']);
    expect(stdout).toMatch(/^order +listing +state/);
    expect(stdout).toMatch(/\n\S+ +text-insights +/);
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
  it('of a listing that does not exist suggests one, and says what to do', async () => {
    for (const more of [[], ['--json'], ['--all', '--json']]) {
      const argv = ['orders', 'list', '--listing', 'text-insigths', ...more];
      const { code, stdout, stderr } = await mkt(argv);
      expect([code, stdout]).toEqual([5, '']);
      expect(stderr).toContain('Listing not found: text-insigths.');
      expect(stderr).toContain('Did you mean text-insights?');
    }
    const far = await mkt(['orders', 'list', '--listing', 'elsewhere']);
    expect([far.code, far.stderr]).toEqual([5, expect.stringContaining('mkt search')]);
  });

  it('is empty for a listing without such orders, also one that is no longer for sale', async () => {
    const other = await market.createAccount();
    const env = { ...market.env, MKT_API_KEY: other.apiKey };
    const argv = ['orders', 'list', '--listing', 'text-insights', '--since', '1h'];
    const none = { code: 0, stdout: '', stderr: expect.stringContaining('No orders match.') };
    expect(await mkt(argv, { env })).toMatchObject(none);
    await using gone = await fakeMarketplace(({ path }) =>
      path.startsWith('/v1/orders')
        ? { body: page(...(path.includes('createdAfter') ? [] : [order()])) }
        : { status: 404, body: { error: 'Not found.', type: 'not_found' } },
    );
    expect(await runMkt(argv, gone)).toMatchObject(none);
  });

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

describe('mkt orders list --key', () => {
  const keyNamed = async (name: string) => {
    const scopes = ['order:create'] as const;
    return await market.client().apiKeys.create({ name, scopes: [...scopes] });
  };
  const listed = async (key: string) => {
    const { code, stdout, stderr } = await mkt(['orders', 'list', '--key', key, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    return (JSON.parse(stdout) as { data: Order[] }).data.map(({ id }) => id);
  };

  it('has the orders that were placed with a key, by its name or its id', async () => {
    const { id, key } = await keyNamed('nightly');
    const env = { ...market.env, MKT_API_KEY: key };
    const run = await mkt(['run', 'text-insights', 'text=a', '--json'], { env });
    const orders = [orderOf(run.stdout).id];
    expect([await listed('nightly'), await listed(id)]).toEqual([orders, orders]);
    expect(await listed('none')).toEqual([]);
  });

  it('refuses a name that no key has, or several have', async () => {
    const [one, other] = [await keyNamed('twice'), await keyNamed('twice')];
    const unknown = await mkt(['orders', 'list', '--key', 'twise']);
    expect([unknown.code, unknown.stderr]).toEqual([
      5,
      expect.stringContaining('API key not found: twise.'),
    ]);
    expect(unknown.stderr).toContain('Did you mean twice?');
    const { code, stderr } = await mkt(['orders', 'list', '--key', 'twice']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('2 API keys have the name twice.')]);
    expect(stderr).toContain(one.id);
    expect(stderr).toContain(other.id);
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
