import { describe, expect, it } from 'vitest';
import { fakeMarketplace } from './fake-marketplace.ts';
import { catalogueListing, order } from './records.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';

const EUROS = { amount: 0.5, currency: 'EUR', unit: 'page' };
const ORDER = order({ price: EUROS });
const listing = (price: object) => ({ ...catalogueListing, slug: 'translate', revision: 7, price });

/** Runs a command against a marketplace with one listing; the bodies of the orders it was sent. */
async function run(argv: readonly string[], price: object = EUROS, options: RunOptions = {}) {
  await using market = await fakeMarketplace(({ method }) => ({
    status: method === 'POST' ? 201 : 200,
    body: method === 'POST' ? ORDER : listing(price),
  }));
  const ran = await runMkt(argv, { ...options, env: market.env });
  const orders = market.requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  return { ...ran, orders, requests: market.requests };
}

const sent = (guards: object) => [{ listingId: 'translate', requestBody: {}, ...guards }];

describe('--max-price', () => {
  it.each([
    ['0.02', { maxPrice: 0.02, currency: 'USD' }],
    ['5 EUR', { maxPrice: 5, currency: 'EUR' }],
    ['5EUR', { maxPrice: 5, currency: 'EUR' }],
    ['eur 0.000001', { maxPrice: 0.000001, currency: 'EUR' }],
    ['0', { maxPrice: 0, currency: 'USD' }],
    ['1000000 JPY', { maxPrice: 1_000_000, currency: 'JPY' }],
  ])('%j is sent with its currency', async (text, guards) => {
    const { code, orders } = await run(['run', 'translate', '--max-price', text]);
    expect([code, orders]).toEqual([0, sent(guards)]);
  });

  it.each([
    '-1',
    '1.0000001',
    '1000001',
    '5 EURO',
    'EUR 5 EUR',
    '1e3',
    '5 €',
    'EUR',
    '',
    'NaN',
    '0x10',
  ])('%j is refused with exit code 2 before anything is sent', async (text) => {
    const { code, stderr, requests } = await run(['run', 'translate', `--max-price=${text}`]);
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toMatch(/--max-price|amount/);
  });
});

describe('mkt run on a terminal', () => {
  const typing = (keys: string): RunOptions & { prompts: string[] } => {
    const prompts: string[] = [];
    return {
      prompts,
      isTerminal: true,
      onStderr: (text, type) => {
        if (prompts.length > 0 || !text.includes('Call translate for')) return;
        prompts.push(text);
        type(keys);
      },
    };
  };

  it('shows the price with its currency, and sends the confirmed price', async () => {
    const options = typing('y\r');
    const { code, orders } = await run(['run', 'translate'], EUROS, options);
    expect(options.prompts.join()).toContain('Call translate for EUR 0.50 per page?');
    const guards = { maxPrice: 0.5, currency: 'EUR', unit: 'page', revision: 7 };
    expect([code, orders]).toEqual([0, sent(guards)]);
  });

  it('places no order when the user declines', async () => {
    const { code, orders, stderr } = await run(['run', 'translate'], EUROS, typing('n\r'));
    expect(orders).toEqual([]);
    expect(code).not.toBe(0);
    expect(stderr).toContain('Cancelled: no call was made.');
  });

  it('does not prompt for a free listing, and still sends its price', async () => {
    const free = { amount: 0, currency: 'USD', unit: 'call' };
    const options = typing('');
    const { code, orders } = await run(['run', 'translate'], free, options);
    const guards = { maxPrice: 0, currency: 'USD', unit: 'call', revision: 7 };
    expect([code, orders, options.prompts]).toEqual([0, sent(guards), []]);
  });

  it.each([
    ['--yes', ['--yes'], {}],
    ['--max-price', ['--max-price', '1 EUR'], { maxPrice: 1, currency: 'EUR' }],
    ['--no-input', ['--no-input'], {}],
  ])('does not prompt with %s', async (_, argv, guards) => {
    const options = typing('');
    const { code, orders } = await run(['run', 'translate', ...argv], EUROS, options);
    expect([code, orders, options.prompts]).toEqual([0, sent(guards), []]);
  });
});
