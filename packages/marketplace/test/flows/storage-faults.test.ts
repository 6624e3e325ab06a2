// Security, "Figures to reach": a fault at any statement loses no order, and calls no seller twice.
import { readJson } from '@mkt/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OPERATOR } from '../../src/domain/reader.ts';
import { createCallSlots } from '../../src/concurrency/call-slots.ts';
import { StorageUnavailable } from '../../src/domain/refusal.ts';
import { createTimeoutCounter } from '../../src/flows/check-input.ts';
import { placeOrder } from '../../src/flows/place-order.ts';
import { runOrder, type OrderRun } from '../../src/flows/run-order.ts';
import { createIdentity } from '../../src/system/identity.ts';
import { createLocalOrderEvents } from '../../src/jobs/local-order-events.ts';
import { createGuardedFetch } from '../../src/outbound/guarded-fetch.ts';
import { createSellerGateway } from '../../src/outbound/seller-gateway.ts';
import { createSchemaValidation } from '../../src/schemas/schema-validation.ts';
import type { Engine } from '../../src/sql/engine.ts';
import { createStore } from '../../src/sql/store.ts';
import { openSeller } from '../seller.ts';
import { until } from '../seller-server.ts';
import { ENGINES, type EngineUnderTest } from '../sql/engines.ts';
import { FIRST_PAGE, newId, published } from '../sql/samples.ts';

/** An engine that fails where `fails` says so; `count` is of all operations, from 1. */
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

const CALL_LIMITS = {
  callsPerSeller: 9,
  callsPerBuyer: 9,
  callsPerProcess: 9,
  waitingPerSeller: 9,
  waitingPerProcess: 9,
};
const OUTPUT_SCHEMA = { type: 'object', required: ['echo'] };

/** Everything on the road of an order, over a storage that may fail. */
async function openRoad(engineUnderTest: EngineUnderTest, fails: (count: number) => boolean) {
  const { store: whole, engine, sealing, clock } = await engineUnderTest.open();
  const seller = await openSeller();
  const runContract = { endpointPath: `${seller.url}/run`, outputSchema: OUTPUT_SCHEMA };
  const { id: listingRef } = await published(whole, { runContract });
  const fault = faulty(engine, fails);
  const store = createStore({ engine: fault.engine, sealing });
  const outbound = createGuardedFetch({ policy: { allowPrivate: true }, clock, connections: 9 });
  const schemas = createSchemaValidation({ processes: 1 });
  onTestFinished(async () => {
    await outbound.close();
    await schemas.close();
  });
  const slots = createCallSlots({ ...CALL_LIMITS, waitingPerBuyer: 9, waitingPerPair: 9 });
  const errors: unknown[] = [];
  const running = new Set<Promise<void>>();
  const { orders, listings } = store;
  const common = { orders, listings, schemas, clock, leaseOwner: 'this' };
  const run = (each: OrderRun) => {
    const ended = runOrder(
      {
        ...common,
        gateway: createSellerGateway({
          fetch: outbound.fetch,
          clock,
          resultBytes: 1_000_000,
          jsonDepth: 64,
        }),
        events: createLocalOrderEvents(clock),
        live: new Set(),
        signal: new AbortController().signal,
        dispatch: () => undefined,
        onError: (error) => errors.push(error),
      },
      each,
    ).finally(() => running.delete(ended));
    running.add(ended);
  };
  const input = { a: 1 };
  const place = () =>
    placeOrder(
      {
        ...common,
        accounts: store.accounts,
        maxStoredBytes: 1_000_000,
        slots,
        identity: createIdentity(new Uint8Array(32)),
        events: createLocalOrderEvents(clock),
        dispatch: () => undefined,
        runOrder: run,
        timeouts: createTimeoutCounter(clock),
      },
      {
        buyerId: newId(),
        listingRef,
        input: readJson(JSON.stringify(input)),
        guards: {},
        idempotency: { key: 'key', bodyHash: new Uint8Array(32) },
      },
    );
  return { whole, seller, clock, slots, errors, fault, place, running };
}

describe.each(ENGINES)('an order on $name', (engine) => {
  it('whose outcome cannot be stored is settled when it can be, without another call', async () => {
    let failing = 3;
    const road = await openRoad(engine, (count) => count > 3 && failing-- > 0);
    const { order } = await road.place();
    // Nobody sleeps here: each try waits for the clock.
    while (road.running.size > 0) {
      road.clock.move(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await road.whole.orders.find(order.id)).toMatchObject({ state: 'completed' });
    expect(road.errors).toHaveLength(3);
    expect(road.seller.calls).toHaveLength(1);
    expect(road.slots.running()).toBe(0);
  });

  it('whose output schema cannot be read keeps the seller’s answer', async () => {
    // 1 replay, 2 target, 3 insert, 4 the output schema, 5 settle.
    const road = await openRoad(engine, (count) => count === 4);
    const { order } = await road.place();
    await until(() => road.running.size === 0);
    expect(await road.whole.orders.find(order.id)).toMatchObject({
      state: 'completed',
      resultJson: '{"echo":{"a":1}}',
      outputValid: null,
    });
    expect(road.errors).toHaveLength(1);
  });

  it('is checked against its output schema when nothing fails', async () => {
    const road = await openRoad(engine, () => false);
    const { order } = await road.place();
    await until(() => road.running.size === 0);
    expect(await road.whole.orders.find(order.id)).toMatchObject({ outputValid: true });
    expect(road.fault.count()).toBe(5);
  });

  for (let at = 1; at <= 6; at++) {
    it(`is acknowledged and kept, or refused and not there, whatever fails (operation ${at})`, async () => {
      const road = await openRoad(engine, (count) => count === at);
      const placed = await road.place().catch((error: unknown) => error);
      while (road.running.size > 0) {
        road.clock.move(500);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const { items: orders } = await road.whole.orders.list({}, FIRST_PAGE, OPERATOR);
      if (placed instanceof StorageUnavailable) {
        expect(orders).toEqual([]);
        expect(road.seller.calls).toEqual([]);
      } else {
        expect(orders).toMatchObject([{ state: 'completed' }]);
        expect(road.seller.calls).toHaveLength(1);
      }
      expect(road.slots.running()).toBe(0);
    });
  }
});
