// What a buyer can get wrong, and what can go wrong for a buyer: the error of @mkt/client, and what
// mkt run says, by its exit code, its next step and the orders that exist afterwards.
import {
  AuthenticationError,
  BudgetExceededError,
  ConflictError,
  ConnectionError,
  createClient,
  InvalidInputError,
  InvalidOptionError,
  InvalidResponseError,
  type MktError,
  NotFoundError,
  OrderFailedError,
  PayloadTooLargeError,
  PermissionError,
  RateLimitError,
  ServerError,
  UnprocessableError,
  WaitTimeoutError,
  type Client,
  type RunOptions,
} from '@mkt/client';
import { formatApiKey } from '@mkt/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closedAddress } from '../../../test-bed/local-server.ts';
import { hold, json } from '../../../test-bed/seller.ts';
import { fakeMarketplace, type FakeMarketplace } from './fake-marketplace.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt } from './run-mkt.ts';
import { countWords, startTextSeller, type TextSeller } from './seller.ts';

let market: RealMarketplace;
let seller: TextSeller;
let owner: Client;
let odd: FakeMarketplace;
let closedUrl: string;
let poorKey: string;
let revokedKey: string;
let limitedKey: string;

beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startTextSeller()]);
  owner = createClient({ baseUrl: market.url, apiKey: market.apiKey });
  await owner.listings.importFromService(seller.url);
  await market.reviewsIdle();
  await owner.activate('text-insights', { text: 'first' }, { idempotencyKey: 'used' });
  poorKey = (await owner.apiKeys.create({ name: 'poor', scopes: ['order:read'] })).key;
  const revoked = await owner.apiKeys.create({ name: 'revoked', scopes: ['order:create'] });
  revokedKey = revoked.key;
  await owner.apiKeys.delete(revoked.id);
  const budget = { limit: 0.01, currency: 'USD' };
  const limited = { name: 'limited', scopes: ['order:create' as const], budget };
  limitedKey = (await owner.apiKeys.create(limited)).key;
  closedUrl = (await closedAddress()).url;
  odd = await fakeMarketplace(({ path }) => {
    if (path.startsWith('/elsewhere')) return { body: { ok: true } };
    if (path.startsWith('/silent')) return { hang: true };
    if (path.startsWith('/suspended')) {
      return { status: 403, body: { error: 'Suspended.', type: 'account_suspended' } };
    }
    const isBusy = path.startsWith('/busy');
    return {
      status: isBusy ? 503 : 429,
      headers: { 'retry-after': '120' },
      body: { error: 'Too much.', type: isBusy ? 'overloaded' : 'rate_limited' },
    };
  });
});
afterAll(async () => {
  await seller[Symbol.asyncDispose]();
  await market[Symbol.asyncDispose]();
  await odd[Symbol.asyncDispose]();
});
beforeEach(() => {
  seller.on('POST /run', countWords);
});

interface Case {
  baseUrl?: () => string;
  /** Empty for none. */
  apiKey?: () => string;
  listing?: string;
  input?: unknown;
  /** The same as an option of the client and as one of `mkt run`. */
  option?: [client: RunOptions, flag: [string, string]];
  /** What happens before. */
  given?: () => unknown;
  afterwards?: () => unknown;
  error: abstract new (...given: never[]) => MktError;
  type: string;
  exitCode: number;
  /** What the CLI suggests. */
  next: RegExp;
  /** How many orders exist more after a call; 0 unless given. */
  orders?: number;
  /** Where the CLI differs, since it knows more or waits in another way. */
  cliType?: string;
}

const failing = () => seller.on('POST /run', () => json({ error: 'Out of paper' }, 503));
const silent = () => seller.on('POST /run', hold);
const pause = () => owner.listings.pause('text-insights');
const resume = () => owner.listings.resume('text-insights');
const oddAt = (path: string) => () => `${odd.url}${path}`;

const CASES: Readonly<Record<string, Case>> = {
  'the key has a typo': {
    apiKey: () => `${market.apiKey?.slice(0, -1)}~`,
    error: InvalidOptionError,
    type: 'invalid_option',
    cliType: 'unauthenticated',
    exitCode: 4,
    next: /^Copy it again, or get another one: mkt login$/,
  },
  'the key is that of another marketplace': {
    apiKey: () => formatApiKey(new Uint8Array(32).fill(7)),
    error: AuthenticationError,
    type: 'unauthenticated',
    exitCode: 4,
    next: /belongs to another marketplace\. Check it: mkt doctor\. Without it: unset MKT_API_KEY, then mkt login --base-url http/,
  },
  'the key was revoked': {
    apiKey: () => revokedKey,
    error: AuthenticationError,
    type: 'unauthenticated',
    exitCode: 4,
    next: /belongs to another marketplace\. Check it: mkt doctor\./,
  },
  'there is no key': {
    apiKey: () => '',
    error: AuthenticationError,
    type: 'unauthenticated',
    exitCode: 4,
    next: /^Log in with mkt login --base-url \S+, or set MKT_API_KEY\. A marketplace in dev mode has its key in the folder/,
  },
  'the key lacks the scope': {
    apiKey: () => poorKey,
    error: PermissionError,
    type: 'insufficient_scope',
    exitCode: 4,
    next: /^Use an API key with the scope order:create\.$/,
  },
  'the account is suspended': {
    baseUrl: oddAt('/suspended'),
    error: PermissionError,
    type: 'account_suspended',
    exitCode: 4,
    next: /^Ask the operator of the marketplace why\.$/,
  },
  'the budget of the key is used up': {
    apiKey: () => limitedKey,
    error: BudgetExceededError,
    type: 'budget_exceeded',
    exitCode: 4,
    next: /mkt keys update KEY --budget AMOUNT$/,
  },
  'there is no such listing': {
    listing: 'text-insight',
    error: NotFoundError,
    type: 'not_found',
    exitCode: 5,
    next: /^Did you mean text-insights\? (All that are for sale: mkt search|Your listings: mkt listings list\. Listings for sale: mkt search)$/,
  },
  'the input does not match the schema': {
    input: { txt: 'x' },
    error: InvalidInputError,
    type: 'invalid_input',
    exitCode: 2,
    next: /^See the schema: mkt listings show text-insights$/,
  },
  'the input is too large': {
    input: { text: 'x'.repeat(300_000) },
    error: PayloadTooLargeError,
    type: 'payload_too_large',
    exitCode: 2,
    next: /^Send less in one request/,
  },
  'the idempotency key has another input': {
    option: [{ idempotencyKey: 'used' }, ['--idempotency-key', 'used']],
    error: UnprocessableError,
    type: 'idempotency_key_reused',
    exitCode: 6,
    next: /^Use a new --idempotency-key when the input changes\.$/,
  },
  'the listing was paused': {
    given: pause,
    afterwards: resume,
    error: ConflictError,
    type: 'listing_not_active',
    exitCode: 6,
    next: /^See its state: mkt listings show text-insights$/,
  },
  'the price went up': {
    option: [{ maxPrice: 0.01 }, ['--max-price', '0.01']],
    error: ConflictError,
    type: 'listing_changed',
    exitCode: 6,
    next: /^See its price and revision: mkt listings show text-insights$/,
  },
  'the revision is another': {
    option: [{ revision: 99 }, ['--revision', '99']],
    error: ConflictError,
    type: 'listing_changed',
    exitCode: 6,
    next: /^See its price and revision/,
  },
  'too many requests were made': {
    baseUrl: oddAt('/limited'),
    error: RateLimitError,
    type: 'rate_limited',
    exitCode: 1,
    next: /^Try again in 120 s\.$/,
  },
  'the marketplace is overloaded': {
    baseUrl: oddAt('/busy'),
    error: ServerError,
    type: 'overloaded',
    exitCode: 1,
    next: /^The order may have been placed\. To repeat it safely, add --idempotency-key \S+$/,
  },
  'nothing listens at the address': {
    baseUrl: () => closedUrl,
    option: [{ retries: 0 }, ['--timeout', '60s']],
    error: ConnectionError,
    type: 'unreachable',
    exitCode: 7,
    // No connection, so no order.
    next: /^Check the marketplace's address \(.*\), or start a local one: mkt marketplace serve --dev$/,
  },
  'something other than a marketplace responds': {
    baseUrl: oddAt('/elsewhere'),
    error: InvalidResponseError,
    type: 'invalid_response',
    exitCode: 7,
    next: /add --idempotency-key \S+$/,
  },
  'the marketplace does not respond': {
    baseUrl: oddAt('/silent'),
    option: [{ timeout: '300ms' }, ['--timeout', '300ms']],
    error: WaitTimeoutError,
    type: 'wait_timeout',
    exitCode: 8,
    next: /add --idempotency-key \S+$/,
  },
  'the service fails': {
    given: failing,
    orders: 1,
    error: OrderFailedError,
    type: 'order_failed',
    exitCode: 3,
    next: /^Find out why: mkt doctor text-insights\. See the order: mkt orders show [0-9a-f-]{36}$/,
  },
  'the service takes longer than the wait': {
    given: silent,
    option: [{ timeout: '2s', onUpdate: () => {} }, ['--timeout', '2s']],
    orders: 1,
    error: WaitTimeoutError,
    type: 'wait_timeout',
    exitCode: 8,
    next: /^Wait for it: mkt orders wait [0-9a-f-]{36}$/,
  },
};

const countOrders = async () => {
  let count = 0;
  for await (const _ of owner.orders.list({ limit: 100, view: 'summary' })) count++;
  return count;
};

describe.each(Object.entries(CASES))('when %s', (_, situation) => {
  const { listing = 'text-insights', input = { text: 'Hello.' }, option, orders = 0 } = situation;
  const address = () => ({
    baseUrl: situation.baseUrl?.() ?? market.url,
    apiKey: situation.apiKey?.() ?? market.apiKey,
  });
  let before: number;

  beforeEach(async () => {
    before = await countOrders();
    await situation.given?.();
  });
  afterEach(async () => {
    await situation.afterwards?.();
  });

  it('the client throws a typed error', async () => {
    const { baseUrl, apiKey } = address();
    const run = async () =>
      await createClient({ baseUrl, apiKey: apiKey === '' ? null : apiKey }).run(
        listing,
        input,
        option?.[0],
      );
    const error = await run().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(situation.error);
    expect((error as MktError).type).toBe(situation.type);
    expect((await countOrders()) - before).toBe(orders);
  });

  it('mkt run exits with its code, and names the next step', async () => {
    const { baseUrl, apiKey = '' } = address();
    const flags = ['--input', '-', '--json', ...(option?.[1] ?? [])];
    const { code, stdout, stderr } = await runMkt(['run', listing, ...flags], {
      env: { MKT_BASE_URL: baseUrl, MKT_API_KEY: apiKey },
      stdin: JSON.stringify(input),
    });
    const { type, next, exitCode } = JSON.parse(stderr) as Record<string, unknown>;
    expect([code, exitCode, type]).toEqual([
      situation.exitCode,
      situation.exitCode,
      situation.cliType ?? situation.type,
    ]);
    expect(next).toMatch(situation.next);
    const state = stdout === '' ? null : (JSON.parse(stdout) as { orderState: string }).orderState;
    expect(state).not.toBe('completed');
    expect(state === null).toBe(orders === 0);
    expect((await countOrders()) - before).toBe(orders);
  });
});
