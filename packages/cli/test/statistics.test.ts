// docs/buy/spending.md#statistics: mkt usage and mkt sales.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SalesStats } from '@mkt/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atNoon } from '../../../test-bed/at-noon.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt } from './run-mkt.ts';
import { startTextSeller, type TextSeller } from './seller.ts';

const COUNT_EVERY_MS = 2_000;

let market: RealMarketplace;
let seller: TextSeller;
let cwd: string;

const mkt = (...argv: string[]) => runMkt(argv, { env: market.env, cwd });

beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startTextSeller()]);
  atNoon(market);
  cwd = await mkdtemp(join(tmpdir(), 'mkt-statistics-'));
  await mkt('publish', '--service-url', seller.url, '--yes');
});
afterAll(async () => {
  await market[Symbol.asyncDispose]();
  await seller[Symbol.asyncDispose]();
  await rm(cwd, { recursive: true });
});

describe.each(['usage', 'sales'])('mkt %s', (command) => {
  it('says so when nothing has settled', async () => {
    const { code, stdout, stderr } = await mkt(command, '--listing', 'unknown');
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^No orders settled between .+Z and .+Z\.\n/);
  });

  it('names an option that is not valid', async () => {
    const { code, stderr } = await mkt(command, '--from', '1999-01-01T00:00:00Z');
    expect(code).toBe(2);
    expect(stderr).toContain('31 days');
    expect((await mkt(command, '--by', 'week')).stderr).toContain('hour, day');
  });
});

describe('a day of orders', () => {
  beforeAll(async () => {
    for (const text of ['one two', 'three']) {
      await mkt('run', 'text-insights', '--input', JSON.stringify({ text }));
    }
    seller.on('POST /run', () => ({ status: 503 }));
    await mkt('run', 'text-insights', '--input', '{"text":"four"}');
    await market.clock.advance(COUNT_EVERY_MS);
  });

  it('is shown to its buyer with what was spent', async () => {
    const { code, stdout, stderr } = await mkt('usage', '--by', 'day');
    expect([code, stderr]).toEqual([0, '']);
    const [headings, day, total, ...more] = stdout.trimEnd().split('\n');
    expect(headings).toMatch(/^day +calls +completed +failed +spent +failures$/);
    expect(day).toMatch(/^\d{4}-\d\d-\d\d +3 +2 +1 +USD 0\.04 +1 got an error$/);
    expect(total).toMatch(/^total +3 +2 +1 +USD 0\.04 +1 got an error$/);
    expect(more).toEqual([]);
  });

  it('is shown to its buyer by key and by listing', async () => {
    const byKey = await mkt('usage', '--by', 'key');
    expect([byKey.code, byKey.stderr]).toEqual([0, '']);
    expect(byKey.stdout).toMatch(/^key +calls +completed +failed +spent +failures$/m);
    expect(byKey.stdout).toMatch(/^total +3 +2 +1 +USD 0\.04 +1 got an error$/m);
    const byListing = await mkt('usage', '--by', 'listing');
    expect(byListing.stdout).toMatch(/^text-insights +3 +2 +1 +USD 0\.04 +1 got an error$/m);
    const filtered = await mkt('usage', '--by', 'key', '--listing', 'text-insights');
    expect(filtered.code).toBe(2);
    expect(filtered.stderr).toContain('--listing cannot be used with --by key.');
  });

  it('is shown to its buyer for one key, day by day', async () => {
    const [name] = (await mkt('usage', '--by', 'key')).stdout.split('\n')[1]?.split(/ {2,}/) ?? [];
    const { code, stdout, stderr } = await mkt('usage', '--key', name ?? '');
    expect([code, stderr]).toEqual([0, '']);
    const [, day, total, ...more] = stdout.trimEnd().split('\n');
    expect(day).toMatch(/^\d{4}-\d\d-\d\d +3 +2 +1 +USD 0\.04 +1 got an error$/);
    expect([total?.startsWith('total '), more]).toEqual([true, []]);
    expect((await mkt('usage', '--key', 'none')).stderr).toMatch(/^No orders settled/);
    const csv = await mkt('usage', '--key', name ?? '', '--csv');
    expect(csv.stdout).toMatch(/^\d{4}-\d\d-\d\d,3,2,1,0\.04,1\r?$/m);
  });

  it('is printed for a spreadsheet with --csv', async () => {
    const { code, stdout, stderr } = await mkt('usage', '--csv');
    expect([code, stderr]).toEqual([0, '']);
    const [head, day] = stdout.split('\n').map((line) => line.trimEnd());
    expect(head).toBe('day,calls,completed,failed,spend USD,failed seller_status');
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\d,3,2,1,0\.04,1\r?$/m);
    expect(day).toMatch(/^\d{4}-\d\d-\d\d,/);
    const byListing = await mkt('usage', '--by', 'listing', '--csv');
    expect(byListing.stdout).toMatch(/,text-insights,.*,3,2,1,0\.04,1$/m);
    for (const [options, message] of [
      [['--by', 'hour'], '--csv cannot be used with --by hour.'],
      [['--json'], 'Use either --csv or --json.'],
      [['--listing', 'text-insights'], '--listing cannot be used with --csv.'],
    ] as const) {
      const refused = await mkt('usage', '--csv', ...options);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });

  it('is shown to its seller with revenue and durations', async () => {
    const { stdout, stderr } = await mkt('sales', '--listing', 'text-insights');
    expect(stderr).toMatch(/^A call is counted within a few seconds\..* mkt sales --follow\n/);
    const past = ['--from', '2026-01-01T00:00:00Z', '--to', '2026-01-02T00:00:00Z'];
    expect((await mkt('sales', ...past)).stderr).not.toContain('counted');
    expect(stderr).toContain('Which failed, and why: mkt sales list --failed');
    expect(stdout).toMatch(
      /^hour +calls +completed +failed +wrong result +revenue +median +p95 +failures$/m,
    );
    expect(stdout).toMatch(/^total +3 +2 +1 +0 +USD 0\.04 +\d+ ms +\d+ ms +1 got an error$/m);
  });

  it('counts results that do not match the outputSchema, and says how to list them', async () => {
    seller.on('POST /run', () => ({ status: 200, body: '{"words":"many"}' }));
    await mkt('run', 'text-insights', '--input', '{"text":"five"}');
    await market.clock.advance(COUNT_EVERY_MS);
    const { stdout, stderr } = await mkt('sales', '--by', 'day');
    expect(stdout).toMatch(/^total +4 +3 +1 +1 +USD 0\.06 /m);
    expect(stderr).toContain('Which results are wrong: mkt sales list --wrong');
  });

  it('is printed as the marketplace sent it with --json', async () => {
    const stats = JSON.parse((await mkt('sales', '--json')).stdout) as SalesStats;
    expect(stats.data).toHaveLength(24);
    expect(stats.totals.calls).toBe(4);
  });
});
