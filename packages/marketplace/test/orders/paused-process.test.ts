// docs/buy/orders.md#guarantees: what a process does that was suspended between its claim and its call.
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOutcomes } from '../../src/market/outcomes.ts';
import { runOrder } from '../../src/orders/run.ts';
import { createGuardedFetch } from '../../src/sellers/guarded-fetch.ts';
import { createSellerGateway } from '../../src/sellers/gateway.ts';
import { createJsonReader } from '../../src/server/json-reader.ts';
import { createSchemaValidation } from '../../src/schemas/validation.ts';
import { ENGINES, type EngineUnderTest } from '../database/engines.ts';
import { placed, published } from '../database/samples.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { contextOf } from '../context-of.ts';

/** A waiting order, and a process that is about to claim and call it. */
async function openProcess({ open }: EngineUnderTest) {
  const { store, clock } = await open();
  const seller = await openSeller();
  const runContract = { endpointPath: `${seller.url}/run` };
  const { id: listingId } = await published(store, { runContract });
  const { id } = await placed(store, { listingId, leaseOwner: null });
  const outbound = createGuardedFetch({ policy: { allowPrivate: true }, clock, connections: 9 });
  const schemas = createSchemaValidation({ processes: 1 });
  onTestFinished(async () => {
    await outbound.close();
    await schemas.close();
  });
  const gateway = createSellerGateway({
    fetch: outbound.fetch,
    clock,
    json: createJsonReader(),
    resultBytes: 1_000_000,
    jsonDepth: 64,
  });
  const outcomes = createOutcomes();
  const claimedAtMs = clock.monotonic();
  const claim = await store.orders.claim(id, 'this');
  return {
    store,
    clock,
    seller,
    id,
    /** How many orders this process settled as interrupted. */
    interruptions: () => outcomes.orders.counts.interrupted,
    /** Makes the call, if it still may, and returns the settled order. */
    async continueProcess() {
      if (!claim) throw new Error('The order was not claimed.');
      return runOrder(
        contextOf({
          store,
          gateway,
          schemas,
          clock,
          outcomes,
          tracing: undefined,
          leaseOwner: 'this',
          ending: new AbortController().signal,
          reportError: (error) => {
            throw error;
          },
        }),
        { claim, claimedAtMs, release: () => undefined },
        () => Promise.resolve(false),
      );
    },
  };
}

describe.each(ENGINES)('a process that is suspended after its claim, on $name', (engine) => {
  it('makes the call after less than five seconds', async () => {
    const { clock, seller, continueProcess } = await openProcess(engine);
    clock.move(5_000);
    expect(await continueProcess()).toMatchObject({ state: 'completed' });
    expect(seller.calls).toHaveLength(1);
  });

  it('makes no call after a longer time, and reports that the outcome is unknown', async () => {
    const { clock, seller, interruptions, continueProcess } = await openProcess(engine);
    clock.move(5_001);
    expect(await continueProcess()).toMatchObject({
      state: 'failed',
      failure: { kind: 'interrupted' },
    });
    expect(seller.calls).toEqual([]);
    expect(interruptions()).toBe(1);
  });

  it('makes no call when another process has settled its order, and returns the settled order', async () => {
    const { store, clock, seller, id, interruptions, continueProcess } = await openProcess(engine);
    clock.move(40_001);
    const sweep = { leaseOwner: 'other', liveIds: [], orphans: false };
    expect(await store.orders.interruptLost(sweep)).toMatchObject([{ id }]);
    const ended = await store.orders.find(id);
    clock.move(1_000);
    expect(await continueProcess()).toEqual(ended);
    expect(interruptions()).toBe(0);
    expect(await store.orders.find(id)).toEqual(ended);
    expect(seller.calls).toEqual([]);
  });
});
