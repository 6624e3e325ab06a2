// e2e/torture/README.md: a fault at any statement loses no order, and calls no seller twice.
import { readJson } from '@mkt/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OPERATOR } from '../../src/market/caller.ts';
import { createCallSlots, createOrderRunner } from '../../src/orders/runner.ts';
import { StorageUnavailable } from '../../src/market/refusal.ts';
import { placeOrder } from '../../src/orders/place.ts';
import { createOutcomes } from '../../src/market/outcomes.ts';
import { createIdentity } from '../../src/server/outside.ts';
import { createLocalEventFeed, createLocalOrderEvents } from '../../src/events/local.ts';
import { createGuardedFetch } from '../../src/sellers/guarded-fetch.ts';
import { createSellerGateway } from '../../src/sellers/gateway.ts';
import { createJsonReader } from '../../src/server/json-reader.ts';
import { createSchemaValidation } from '../../src/schemas/validation.ts';
import type { Engine } from '../../src/database/engine.ts';
import { createStore } from '../../src/server/context.ts';
import { ROOMY } from '../call-limits.ts';
import { ENGINES, type EngineUnderTest } from '../database/engines.ts';
import { FIRST_PAGE, newId, published } from '../database/samples.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { until } from '../../../../test-bed/until.ts';
import { contextOf } from '../context-of.ts';

/** An engine whose operations fail where `fails` returns true; `count` starts at 1. */
function faulty(engine: Engine, fails: (count: number) => boolean) {
  let count = 0;
  const guard = <Result>(run: () => Promise<Result>): Promise<Result> => {
    count += 1;
    return fails(count) ? Promise.reject(new StorageUnavailable(new Error('disk full'))) : run();
  };
  const wrapped: Engine = {
    read: (operation, args) => guard(() => engine.read(operation, args)),
    write: (operation, args) => guard(() => engine.write(operation, args)),
    batch: (operation, args) => guard(() => engine.batch(operation, args)),
    writeOnce: (operation, args) => guard(() => engine.writeOnce(operation, args)),
    list: (operation, args, reader) => guard(() => engine.list(operation, args, reader)),
  };
  return { engine: wrapped, count: () => count };
}

const NOT_VALIDATED =
  'result could not be validated; its order completes with the result unchecked';
const NOT_STORED = 'outcome of an order could not be stored; retrying until the process stops';
const OUTPUT_SCHEMA = { type: 'object', required: ['echo'] };

/** Everything that an order passes through, on a storage that may fail. */
async function openPath(engineUnderTest: EngineUnderTest, fails: (count: number) => boolean) {
  const { store: intact, engine, sealing, clock } = await engineUnderTest.open();
  const seller = await openSeller();
  const runContract = { endpointPath: `${seller.url}/run`, outputSchema: OUTPUT_SCHEMA };
  const { id: listingRef } = await published(intact, { runContract });
  const fault = faulty(engine, fails);
  const store = createStore({ engine: fault.engine, sealing });
  const outbound = createGuardedFetch({ policy: { allowPrivate: true }, clock, connections: 9 });
  const schemas = createSchemaValidation({ processes: 1 });
  onTestFinished(async () => {
    await outbound.close();
    await schemas.close();
  });
  const slots = createCallSlots(ROOMY);
  const failures: string[] = [];
  const events = createLocalOrderEvents(clock);
  const context = contextOf({
    store,
    schemas,
    clock,
    events,
    feed: createLocalEventFeed(),
    identity: createIdentity(new Uint8Array(32)),
    shares: { storedBytes: 1_000_000 } as never,
    gateway: createSellerGateway({
      fetch: outbound.fetch,
      clock,
      json: createJsonReader(),
      resultBytes: 1_000_000,
      jsonDepth: 64,
    }),
    slots,
    outcomes: createOutcomes(),
    tracing: undefined,
    leaseOwner: 'this',
    ending: new AbortController().signal,
    reportError: (_, message) => failures.push(message),
  });
  const runner = createOrderRunner(context);
  const input = { a: 1 };
  const place = () =>
    placeOrder(contextOf({ ...context, runner }), {
      buyerId: newId(),
      keyId: null,
      metadataJson: null,
      trace: null,
      listingRef,
      input: readJson(JSON.stringify(input)),
      guards: {},
      idempotency: { key: 'key', bodyHash: new Uint8Array(32) },
    });
  return { intact, seller, clock, slots, failures, fault, place, live: runner.live };
}

describe.each(ENGINES)('an order on $name', (engine) => {
  it('an order whose outcome cannot be stored is settled as soon as it can be, without another call', async () => {
    let failing = 3;
    const path = await openPath(engine, (count) => count > 3 && failing-- > 0);
    const { order } = await path.place();
    // No real time passes: each attempt waits for the clock.
    while (path.live.size > 0) {
      path.clock.move(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await path.intact.orders.find(order.id)).toMatchObject({ state: 'completed' });
    expect(path.failures).toEqual([NOT_VALIDATED, NOT_STORED, NOT_STORED]);
    expect(path.seller.calls).toHaveLength(1);
    expect(path.slots.running()).toBe(0);
  });

  it('an order whose output schema cannot be read keeps the result', async () => {
    // 1 replay, 2 target, 3 insert, 4 the output schema, 5 settle.
    const path = await openPath(engine, (count) => count === 4);
    const { order } = await path.place();
    await until(() => path.live.size === 0);
    expect(await path.intact.orders.find(order.id)).toMatchObject({
      state: 'completed',
      resultJson: '{"echo":{"a":1}}',
      outputValid: null,
    });
    expect(path.failures).toEqual([NOT_VALIDATED]);
  });

  it('is validated against its output schema when nothing fails', async () => {
    const path = await openPath(engine, () => false);
    const { order } = await path.place();
    await until(() => path.live.size === 0);
    expect(await path.intact.orders.find(order.id)).toMatchObject({ outputValid: true });
    expect(path.fault.count()).toBe(5);
  });

  for (let at = 1; at <= 6; at++) {
    it(`is acknowledged and stored, or refused and not stored, whatever fails (operation ${at})`, async () => {
      const path = await openPath(engine, (count) => count === at);
      const placed = await path.place().catch((error: unknown) => error);
      while (path.live.size > 0) {
        path.clock.move(500);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const { items: orders } = await path.intact.orders.list({}, FIRST_PAGE, OPERATOR);
      if (placed instanceof StorageUnavailable) {
        expect(orders).toEqual([]);
        expect(path.seller.calls).toEqual([]);
      } else {
        expect(orders).toMatchObject([{ state: 'completed' }]);
        expect(path.seller.calls).toHaveLength(1);
      }
      expect(path.slots.running()).toBe(0);
    });
  }
});
