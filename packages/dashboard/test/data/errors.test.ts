import { createClient } from '@mkt/client';
import { expect, it } from 'vitest';
import { shownError } from '../../src/data/errors.ts';

const ID = '0190c1f2-7a00-7000-8000-000000000001';

/** What a page shows when the marketplace responds with this. */
async function shownOf(status: number, body: object, headers = {}) {
  const client = createClient({
    baseUrl: 'https://market.example.com',
    apiKey: null,
    fetch: () => Promise.resolve(Response.json({ requestId: ID, ...body }, { status, headers })),
  });
  return shownError(await client.apiKeys.update(ID, {}).catch((error: unknown) => error));
}

const SENTENCE = 'The budget of this API key has 0.01 USD left; the order costs 0.02.';
const remaining = { amount: 0.01, currency: 'USD', resetsAt: '2026-11-24T00:00:00.000Z' };

it('an order over the budget has the sentence of the marketplace, and when the budget resets', async () => {
  const error = { error: SENTENCE, type: 'budget_exceeded', reason: 'limit', remaining };
  expect(await shownOf(402, error)).toMatchObject({
    title: SENTENCE,
    next: 'The budget resets at 2026-11-24 00:00 UTC. You can change it under “API keys”.',
    requestId: ID,
    canRetry: false,
  });
});

it('a reset does not help against another rule', async () => {
  const error = { error: SENTENCE, type: 'budget_exceeded', reason: 'max_price', remaining };
  expect((await shownOf(402, error)).next).toBe('You can change it under “API keys”.');
});

it('a budget that its key cannot change says who can', async () => {
  const sentence = 'An API key cannot change its own budget.';
  expect(await shownOf(403, { error: sentence, type: 'budget_protected' })).toMatchObject({
    title: sentence,
    next: expect.stringContaining('while you are signed in'),
  });
});

it.each([
  ['Too many requests.', 'Try again in 5 s.'],
  ['The server is shutting down. Try again in a few seconds.', undefined],
])('says when to try again once: %s', async (sentence, next) => {
  const shown = await shownOf(
    429,
    { error: sentence, type: 'rate_limited' },
    { 'retry-after': '5' },
  );
  expect(shown).toMatchObject({ title: sentence, canRetry: true });
  expect(shown.next).toBe(next);
});

it('what no marketplace has sent is told to people, not to programs', async () => {
  const client = createClient({
    baseUrl: 'https://market.example.com',
    apiKey: null,
    retries: 0,
    fetch: () => Promise.resolve(new Response('<h1>Oops</h1>', { status: 500 })),
  });
  const error = await client.apiKeys.update(ID, {}).catch((thrown: unknown) => thrown);
  expect(shownError(error)).toMatchObject({
    title: 'The marketplace did not respond as expected.',
    next: 'Try again in a minute. If it happens again, tell the operator.',
    canRetry: true,
  });
});
