// The option --jq, which every command has.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ID } from '../../../test-bed/completed-order.ts';
import { fakeMarketplace, type FakeMarketplace } from './fake-marketplace.ts';
import { catalogueListing, order, page } from './records.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';

const shop = () =>
  fakeMarketplace(({ path }) =>
    path.startsWith('/v1/orders')
      ? { status: 201, body: order({ result: { words: 2, text: 'a\u001b[31m\nb' } }) }
      : { body: page(catalogueListing, { ...catalogueListing, slug: 'qr-code' }) },
  );

const run = ({ env }: FakeMarketplace, filter: string, options: RunOptions = {}) =>
  runMkt(['run', 'a', '--jq', filter], { env, ...options });

describe('--jq', () => {
  it('prints the data through the filter: text as it is, anything else as JSON', async () => {
    await using market = await shop();
    const search = async (filter: string) =>
      (await runMkt(['search', '--jq', filter], market)).stdout;
    expect(await search('.data[].slug')).toBe('text-insights\nqr-code\n');
    expect(await search('.data[0].price | {amount, unit}')).toBe('{"amount":0.02,"unit":"call"}\n');
    expect(await search('.data | map(select(.slug | test("^q")))[] | .tags')).toBe('["text"]\n');
    expect(await search('.data[] | select(.slug == "none")')).toBe('');
    expect(await search('-(.data | length) # how many')).toBe('-2\n');
  });

  it('keeps every digit of a number that the filter only passes on', async () => {
    // Numbers that JavaScript would round.
    const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
    const result = [rawJSON('9007199254740993'), rawJSON('0.1000000000000000055')];
    await using market = await fakeMarketplace(() => ({ status: 201, body: order({ result }) }));
    expect((await run(market, '.result')).stdout).toBe(
      '[9007199254740993,0.1000000000000000055]\n',
    );
  });

  it('works before the command, and in any form of an option', async () => {
    await using market = await shop();
    for (const argv of [
      ['--jq', '.nextCursor', 'search'],
      ['search', '--jq=.nextCursor'],
    ]) {
      expect(await runMkt(argv, market)).toEqual({ code: 0, stdout: 'null\n', stderr: '' });
    }
  });

  it('filters each document of a command that prints several', async () => {
    await using market = await fakeMarketplace(() => ({ body: page(order(), order()) }));
    const argv = ['orders', 'list', '--all', '--jq', '.orderState'];
    expect((await runMkt(argv, market)).stdout).toBe('completed\ncompleted\n');
  });

  it('buys nothing with a filter that is not valid', async () => {
    await using market = await shop();
    const { code, stdout, stderr } = await run(market, '.[');
    expect([code, stdout, market.requests]).toEqual([2, '', []]);
    expect(JSON.parse(stderr)).toMatchObject({
      error: expect.stringContaining('The filter of --jq is not valid: syntax error'),
      type: 'invalid_usage',
    });
  });

  it('names the order when the filter fails on it', async () => {
    await using market = await shop();
    const { code, stdout, stderr } = await run(market, '.result | .[0]');
    expect([code, stdout]).toEqual([1, '']);
    expect(JSON.parse(stderr)).toEqual({
      error: 'The filter of --jq failed on the result: Cannot index object with number (0).',
      type: 'filter_failed',
      next: `The order is completed. See it: mkt orders show ${ID}`,
      exitCode: 1,
    });
  });

  it('still exits with 3 when the order failed', async () => {
    const failed = order({
      orderState: 'failed',
      result: undefined,
      errorMessage: 'Upstream service returned 503',
      failure: { kind: 'seller_status', sellerStatus: 503 },
      charged: false,
    });
    await using market = await fakeMarketplace(() => ({ status: 201, body: failed }));
    const { code, stdout, stderr } = await run(market, '.failure.kind');
    expect([code, stdout]).toEqual([3, 'seller_status\n']);
    expect(JSON.parse(stderr)).toMatchObject({ type: 'order_failed' });
    expect((await run(market, '.failure[0]')).code).toBe(3);
  });

  it('removes control characters from text only on a terminal', async () => {
    await using market = await shop();
    const { stdout } = await run(market, '.result.text');
    expect(stdout).toBe('a\u001b[31m\nb\n');
    const shown = await run(market, '.result.text', { isTerminal: true, stdin: '' });
    expect(shown.stdout).toBe('a [31m\nb\n');
  });

  it('prints what the filter reports with debug on stderr', async () => {
    await using market = await shop();
    const { stdout, stderr } = await run(market, '.result.words | debug');
    expect([stdout, stderr]).toEqual(['2\n', '["DEBUG:",2]\n']);
  });

  it('sees neither files nor the environment', async () => {
    await using market = await shop();
    const cwd = await mkdtemp(join(tmpdir(), 'mkt-jq-'));
    const { stdout } = await run(market, 'env.MKT_API_KEY', { cwd });
    await rm(cwd, { recursive: true });
    expect(stdout).toBe('null\n');
    expect((await run(market, 'include "x"; .')).code).toBe(2);
  });

  it('ends a filter that does not end by itself a second after a signal', async () => {
    const { Interrupted } = await import('../src/terminal/shell.ts');
    const interruption = new AbortController();
    await using market = await fakeMarketplace(() => ({
      body: page(order({ durationMs: 1 }), order({ durationMs: 2 })),
    }));
    const filter = 'if .durationMs == 1 then "first" else last(range(infinite)) end';
    const { code, stdout, stderr } = await runMkt(['orders', 'list', '--all', '--jq', filter], {
      env: market.env,
      signal: interruption.signal,
      // The filter has begun with the second.
      onStdout: () => interruption.abort(new Interrupted(130)),
    });
    expect([code, stdout]).toEqual([1, 'first\n']);
    expect(JSON.parse(stderr)).toMatchObject({
      error: expect.stringContaining('it did not end within'),
      type: 'filter_failed',
    });
  });
});
