// A seller looks at calls: mkt sales list and mkt sales show, against a real marketplace.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@mkt/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json } from '../../../test-bed/seller.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt } from './run-mkt.ts';
import { countWords, startTextSeller, type TextSeller } from './seller.ts';

let market: RealMarketplace;
let seller: TextSeller;
let client: Client;
let cwd: string;
const ids = { good: '', failed: '', wrong: '' };

beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startTextSeller()]);
  client = createClient({ baseUrl: market.url, apiKey: market.apiKey });
  cwd = await mkdtemp(join(tmpdir(), 'mkt-sales-'));
  await client.listings.importFromService(seller.url);
  await market.reviewsIdle();
  const buy = async (text: string) => {
    const { id } = await client.activate('text-insights', { text });
    await client.orders.wait(id);
    return id;
  };
  ids.good = await buy('one two');
  seller.on('POST /run', () => json({ error: 'The disk is full.' }, 500));
  ids.failed = await buy('three');
  seller.on('POST /run', () => json({ words: 'many' }));
  ids.wrong = await buy('four');
  seller.on('POST /run', countWords);
});
afterAll(async () => {
  await market[Symbol.asyncDispose]();
  await seller[Symbol.asyncDispose]();
  await rm(cwd, { recursive: true });
});

const mkt = (...argv: string[]) => runMkt(argv, { env: market.env, cwd });
const listed = (stdout: string) =>
  (JSON.parse(stdout) as { data: { id: string }[] }).data.map(({ id }) => id);

describe('mkt sales list', () => {
  it('shows each call with its listing, its state, and why it failed', async () => {
    const { code, stdout, stderr } = await mkt('sales', 'list');
    expect([code, stdout.split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(/^order +listing +state +created +took +price +reason$/),
        expect.stringMatching(`^${ids.wrong} +text-insights +wrong result +.*USD 0\\.02`),
        expect.stringMatching(
          `^${ids.failed} +text-insights +failed .*not charged +the service responded with 500: The disk`,
        ),
        expect.stringMatching(`^${ids.good} +text-insights +completed .*USD 0\\.02$`),
        '',
      ],
    ]);
    expect(stderr).toContain(`mkt sales show ${ids.wrong}`);
  });

  it('shows only what failed, what is wrong, or nothing, as the options say', async () => {
    const only = async (...argv: string[]) =>
      listed((await mkt('sales', 'list', '--json', ...argv)).stdout);
    expect(await only('--failed')).toEqual([ids.failed]);
    expect(await only('--failed', '--since', '1h', '--listing', 'text-insights')).toEqual([
      ids.failed,
    ]);
    expect(await only('--wrong')).toEqual([ids.wrong]);
    const both = await mkt('sales', 'list', '--failed', '--wrong');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('cannot be used')]);
  });

  it('of a listing that does not exist suggests one', async () => {
    const { code, stderr } = await mkt('sales', 'list', '--listing', 'text-insigths');
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining('Listing not found: text-insigths.'),
    ]);
    expect(stderr).toContain('Did you mean text-insights?');
  });
});

describe('mkt sales show', () => {
  it('shows input, times and reason of a failed call, and what to do next', async () => {
    const { code, stdout, stderr } = await mkt('sales', 'show', ids.failed);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^listing +text-insights, /m);
    expect(stdout).toMatch(/^buyer +\S+/m);
    expect(stdout).toMatch(/^input +\{"text":"three"\}$/m);
    expect(stdout).toMatch(/^settled +\d{4}-/m);
    expect(stdout).toMatch(/^price +USD 0\.02 per call, not charged$/m);
    expect(stdout).toMatch(/^seller says +The disk is full\.$/m);
    expect(stderr).toContain('Why: the service responded with 500: The disk is full.');
    expect(stderr).toContain(`mkt orders replay ${ids.failed} --to http://localhost:PORT`);
    expect(stderr).toContain('mkt doctor text-insights');
  });

  it('shows the result of a completed call, and where a wrong one is wrong', async () => {
    const good = await mkt('sales', 'show', ids.good);
    expect([good.code, good.stderr]).toEqual([0, '']);
    expect(good.stdout).toContain('"words": 2');
    const wrong = await mkt('sales', 'show', ids.wrong);
    expect(wrong.stdout).toMatch(/^output +does not match the listing’s outputSchema: \/words /m);
    expect(wrong.stdout).toContain('"words": "many"');
    expect(wrong.stderr).toContain(`mkt orders replay ${ids.wrong}`);
  });

  it('prints the order as the marketplace sent it with --json', async () => {
    const { stdout } = await mkt('sales', 'show', ids.failed, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      id: ids.failed,
      listing: { slug: 'text-insights' },
      requestBody: { text: 'three' },
      failure: { kind: 'seller_status', sellerStatus: 500 },
    });
  });

  it('of a call that does not exist names it, and where to look', async () => {
    const id = '0190c1f2-7a00-7000-8000-000000000001';
    const { code, stderr } = await mkt('sales', 'show', id);
    expect([code, stderr]).toEqual([5, expect.stringContaining(`Sale not found: ${id}.`)]);
    expect(stderr).toContain('mkt sales list');
  });

  it('is what mkt orders show suggests to the seller of an order that someone else placed', async () => {
    const buyer = await market.createAccount();
    const { id } = await buyer.client().activate('text-insights', { text: 'five' });
    const { code, stderr } = await mkt('orders', 'show', id);
    expect([code, stderr]).toEqual([5, expect.stringContaining(`Order not found: ${id}.`)]);
    expect(stderr).toContain(`a call to your listing text-insights: mkt sales show ${id}`);
  });
});
