// docs/buy/spending.md#budgets
import { describe, expect, it } from 'vitest';
import { fakeMarketplace } from './fake-marketplace.ts';
import { apiKey } from './records.ts';
import { runMkt } from './run-mkt.ts';

const ID = '0190c1f2-7a00-7000-8000-000000000001';
const BUDGET = {
  limit: 5,
  currency: 'USD',
  period: 'day',
  maxPrice: 0.05,
  listings: [ID.replace(/.$/, '2'), ID.replace(/.$/, '3')],
};
const REMAINING = { amount: 4.98, currency: 'USD', resetsAt: '2026-11-24T00:00:00.000Z' };
const KEY = { ...apiKey, budget: BUDGET, remaining: REMAINING };

/** Runs a command; what it sent, and what it printed. */
async function run(argv: readonly string[], body: object = KEY, status = 200) {
  await using market = await fakeMarketplace(() => ({ status, body }));
  const ran = await runMkt(argv, { env: market.env });
  const [request] = market.requests;
  return { ...ran, request, sent: request?.body ? JSON.parse(request.body) : undefined };
}

const create = (...options: string[]) =>
  run(['keys', 'create', '--name', 'agent', '--scopes', 'order:create', ...options]);

describe('mkt keys create', () => {
  it.each([
    [
      ['--budget', '5', '--per', 'day', '--max-price', '0.05', '--listings', 'a, b'],
      { limit: 5, period: 'day', maxPrice: 0.05, currency: 'USD', listings: ['a', 'b'] },
    ],
    [
      ['--budget', '20', '--currency', 'EUR', '--per', 'month'],
      { limit: 20, currency: 'EUR', period: 'month' },
    ],
    [['--listings', 'weather'], { listings: ['weather'] }],
    [[], null],
  ])('%j sends its budget', async (options, budget) => {
    expect((await create(...options)).sent).toMatchObject({ budget });
  });

  it.each([
    ['--budget', '-5'],
    ['--budget', '1e3'],
    ['--max-price', '0.0000001'],
    ['--per', 'week'],
    ['--listings', 'a,,b'],
  ])('%s=%s is refused with exit code 2 before anything is sent', async (option, value) => {
    const { code, stderr, request } = await create(`${option}=${value}`);
    expect([code, request]).toEqual([2, undefined]);
    expect(stderr).toContain(option);
  });
});

describe('mkt keys update', () => {
  it('sends what is to change, and prints the budget', async () => {
    const { sent, request, stdout } = await run(['keys', 'update', ID, '--budget', '10']);
    expect([request?.method, request?.path, sent]).toEqual([
      'PATCH',
      `/v1/api-keys/${ID}`,
      { budget: { limit: 10 } },
    ]);
    expect(stdout).toBe(
      'agent   budget: USD 5.00 per day (USD 4.98 left), at most USD 0.05 per order, 2 listings\n',
    );
  });

  it.each([
    [['--no-budget'], { budget: null }],
    [['--max-price', '', '--listings='], { budget: { maxPrice: null, listings: null } }],
    [['--name', 'bot'], { name: 'bot' }],
  ])('%j removes or renames', async (options, expected) => {
    expect((await run(['keys', 'update', ID, ...options])).sent).toEqual(expected);
  });

  it('needs something to change', async () => {
    const { code, request } = await run(['keys', 'update', ID]);
    expect([code, request]).toEqual([2, undefined]);
  });
});

it('mkt keys list shows each budget and what is left', async () => {
  const page = { data: [KEY, { ...KEY, budget: null, remaining: null }], nextCursor: null };
  const { stdout } = await run(['keys', 'list'], page);
  expect(stdout).toContain(
    'USD 5.00 per day (USD 4.98 left), at most USD 0.05 per order, 2 listings',
  );
  expect(stdout).toContain('none');
});

describe('mkt run over the budget', () => {
  const refused = (more: object) => ({
    error: 'The budget of this API key has 0.01 USD left; the order costs 0.02.',
    type: 'budget_exceeded',
    requestId: 'r',
    ...more,
  });

  it('says what is left, when it resets and what to do, with exit code 4', async () => {
    const remaining = { ...REMAINING, amount: 0.01 };
    const body = refused({ reason: 'limit', remaining });
    const { code, stdout, stderr } = await run(['run', 'weather', '--max-price', '1'], body, 402);
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toContain('has 0.01 USD left; the order costs 0.02.');
    expect(stderr).toContain(
      'The budget resets at 2026-11-24 00:00:00Z. This key cannot change the budget. With a key that can: mkt keys list, then mkt keys update KEY --budget AMOUNT',
    );
    expect(stderr).not.toContain('--idempotency-key');
  });

  it.each([
    ['max_price', '--max-price'],
    ['listing', '--listings'],
    ['currency', '--currency'],
  ])('names the option for %s', async (reason, option) => {
    const body = refused({ reason, remaining: null });
    const { code, stderr } = await run(['run', 'weather', '--max-price', '1'], body, 402);
    expect(code).toBe(4);
    expect(stderr).toContain(`mkt keys update KEY ${option}`);
    expect(stderr).not.toContain('resets');
  });
});
