// Options that would have no effect beside each other are refused; the others are obeyed.
import { describe, expect, it } from 'vitest';
import { fakeMarketplace } from './fake-marketplace.ts';
import { order, page } from './records.ts';
import { runMkt } from './run-mkt.ts';

describe('options of which one would have no effect', () => {
  it.each([
    'orders list --all --limit 5',
    'sales --follow --by day',
    'sales --follow --from 2026-01-01T00:00:00Z',
    'secrets pull x --print-secret --secret-file .env.local',
    'secrets pull x --print-secret --replace-secret',
    'login --with-token --scopes order:read',
    'login --with-token --browser',
    'keys update x --no-budget --max-price 1',
    'usage --key ci --by hour',
    'usage --key ci --by listing',
    'usage --key ci --listing x',
  ])('are refused before anything is sent: mkt %s', async (line) => {
    await using market = await fakeMarketplace(() => ({ body: {} }));
    const { code, stderr } = await runMkt(line.split(' '), { env: market.env });
    expect([code, market.requests]).toEqual([2, []]);
    expect(stderr).toMatch(/cannot be used with|not both|is only for/);
  });

  it.each([[[]], [['--json']]])('are not --all and --cursor: %j', async (json) => {
    await using market = await fakeMarketplace(() => ({ body: page(order()) }));
    const argv = ['orders', 'list', '--all', '--cursor', 'c-2', ...json];
    expect(await runMkt(argv, { env: market.env })).toMatchObject({ code: 0 });
    const [first] = market.requests;
    const query = new URL(first?.path ?? '', market.url).searchParams;
    expect([query.get('cursor'), query.get('limit')]).toEqual(['c-2', '100']);
  });
});
