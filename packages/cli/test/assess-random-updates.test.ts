// The checker, which proves, and the count of past orders, which tries, over random pairs of schemas:
// what the one calls safe, the other must not see refused.
import { createClient } from '@mkt/client';
import { array, asyncProperty, assert, oneof, tuple } from 'fast-check';
import { compileSchema } from '@mkt/json-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { values } from '../../json-schema/test/arbitrary-schemas.ts';
import { schemaPairs } from '../../json-schema/test/mutated-schemas.ts';
import { assessUpdate } from '../src/publish/assess-update.ts';
import type { Impact } from '../src/publish/publish-event.ts';
import { COMPLETED_ORDER } from '../../../test-bed/completed-order.ts';
import { API_KEY, fakeMarketplace, type FakeMarketplace } from './fake-marketplace.ts';
import { ordinaryUpdates, ordinaryValues } from './ordinary-updates.ts';

const RUNS = 1_500;
const ID = '0190c1f0-0000-7000-8000-000000000000';

/** Pairs of schemas, some of them unlikely ones, with values for them. */
const cases = oneof(
  tuple(schemaPairs, array(values, { minLength: 8, maxLength: 20 })),
  tuple(ordinaryUpdates, array(ordinaryValues, { minLength: 8, maxLength: 20 })),
);

/** The one page of orders that the marketplace has at the moment. */
let orders: object[] = [];
let market: FakeMarketplace;
beforeAll(async () => {
  market = await fakeMarketplace(() => ({ body: { data: orders, nextCursor: null } }));
});
afterAll(() => market[Symbol.asyncDispose]());

type Member = 'inputSchema' | 'outputSchema';

/** Assesses the change of one schema, after orders with these inputs or results. */
async function assess(member: Member, pair: { before: unknown; after: unknown }, past: unknown[]) {
  const isInput = member === 'inputSchema';
  orders = past.map((value, at) => ({
    ...COMPLETED_ORDER,
    id: ID.replace(/.{6}$/, String(at).padStart(6, '0')),
    buyerId: 'a',
    requestBody: isInput ? value : {},
    result: isInput ? {} : value,
    outputValid: true,
  }));
  const listing = (schema: unknown) => ({
    id: ID,
    listingState: 'published' as const,
    price: { amount: 1, unit: 'call', currency: 'USD' as const },
    runContract: {
      method: 'POST' as const,
      endpointPath: 'https://api.example.com/run',
      [member]: schema,
    },
  });
  const client = createClient({ baseUrl: market.url, apiKey: API_KEY });
  return await assessUpdate(client, listing(pair.before), listing(pair.after));
}

/** Random updates after orders that were valid at the time, and what assessing them found. */
async function forUpdates(member: Member, expectation: (impact: Impact, pair: object) => void) {
  const seen = { safe: 0, unsafe: 0, refused: 0 };
  await assert(
    asyncProperty(cases, async ([pair, some]) => {
      const [before, after] = [compileSchema(pair.before), compileSchema(pair.after)];
      if (!before.ok || !after.ok) return;
      const past = some.filter((value) => before.validate(value)?.length === 0);
      const impact = await assess(member, pair, past);
      const counted = impact.pastOrders?.[member === 'inputSchema' ? 'inputs' : 'results'];
      // Without a difference there is nothing to count.
      if (counted) expect(counted).toMatchObject({ checked: past.length, undecided: 0 });
      expectation(impact, { ...pair, past });
      seen[impact.verdict === 'same' || impact.verdict === 'safe' ? 'safe' : 'unsafe']++;
      if (counted && counted.refused > 0) seen.refused++;
    }),
    { numRuns: RUNS },
  );
  // Otherwise the expectation would hold for want of cases.
  expect(seen.safe).toBeGreaterThan(RUNS / 20);
  expect(seen.unsafe).toBeGreaterThan(RUNS / 20);
  expect(seen.refused).toBeGreaterThan(RUNS / 50);
}

describe('a random change of a schema', () => {
  it('refuses no input of a past order if it is the same or safe', async () => {
    await forUpdates('inputSchema', ({ verdict, pastOrders, isBreaking }, pair) => {
      const refused = pastOrders?.inputs?.refused ?? 0;
      const isSafe = verdict === 'same' || verdict === 'safe';
      if (isSafe) expect([pair, refused]).toEqual([pair, 0]);
      expect(isBreaking).toBe(!isSafe);
    });
  });

  it('refuses no result of a past order without a finding about outputSchema', async () => {
    // A narrower output is safe for buyers, but past results need not match it.
    await forUpdates('outputSchema', ({ findings, pastOrders }, pair) => {
      const refused = pastOrders?.results?.refused ?? 0;
      if (findings.length === 0) expect([pair, refused]).toEqual([pair, 0]);
      if (refused > 0) {
        expect(findings.map(({ path }) => path)).toContainEqual(
          expect.stringMatching(/^\/runContract\/outputSchema/),
        );
      }
    });
  });

  it('is never called safe for the output if its new results would not have been valid', async () => {
    // The other way round: results that only the new schema accepts are what buyers cannot read.
    await assert(
      asyncProperty(cases, async ([pair, some]) => {
        const after = compileSchema(pair.after);
        if (!after.ok || !compileSchema(pair.before).ok) return;
        const { verdict } = await assess('outputSchema', pair, []);
        if (verdict !== 'same' && verdict !== 'safe') return;
        const future = some.filter((value) => after.validate(value)?.length === 0);
        const swapped = { before: pair.after, after: pair.before };
        const { pastOrders } = await assess('outputSchema', swapped, future);
        expect([pair, pastOrders?.results?.refused ?? 0]).toEqual([pair, 0]);
      }),
      { numRuns: RUNS },
    );
  });
});
