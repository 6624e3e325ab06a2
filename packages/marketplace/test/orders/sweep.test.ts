// docs/orders.md#guarantees: every sweep makes the queue match the database.
import { LIMITS } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { createCallSlots } from '../../src/orders/runner.ts';
import { LEASE_MS } from '../../src/market/limits.ts';
import { createOutcomes } from '../../src/market/outcomes.ts';
import { createLocalEventFeed } from '../../src/events/local.ts';
import { sweep } from '../../src/orders/run.ts';
import { ROOMY } from '../call-limits.ts';
import { ENGINES } from '../database/engines.ts';
import { FAILED, newId, placed, settled } from '../database/samples.ts';
import { contextOf } from '../context-of.ts';

describe.each(ENGINES)('the queue after a sweep on $name', ({ open }) => {
  it('contains the waiting orders, and none that another process claimed or settled', async () => {
    const { store } = await open();
    const slots = createCallSlots(ROOMY);
    const taken = await placed(store, { leaseOwner: null });
    await store.orders.claim(taken.id, 'another process');
    const done = await settled(store, { settlement: FAILED });
    const forgotten = await placed(store, { leaseOwner: null });
    for (const { id, buyerId } of [taken, done]) {
      slots.enqueue({ id, buyerId, sellerId: newId() });
    }
    const announced: string[] = [];
    await sweep(
      contextOf({
        store,
        runner: {
          ...slots,
          leaseOwner: 'this',
          live: new Map(),
          dispatch: () => undefined,
        } as never,
        events: { settled: (id: string) => announced.push(id) } as never,
        feed: createLocalEventFeed(),
        outcomes: createOutcomes(),
        exclusive: false,
      }),
    );
    expect(slots.queued()).toEqual([forgotten.id]);
    expect(announced).toEqual([done.id]);
  });
});

describe.each(ENGINES)('the outcomes after a sweep on $name', ({ open }) => {
  it('count what the sweep settled', async () => {
    const { store, clock } = await open();
    const slots = createCallSlots(ROOMY);
    const outcomes = createOutcomes();
    for (let n = 0; n < 3; n++) await placed(store, { leaseOwner: null });
    clock.move(LIMITS.pendingExpiryMs);
    for (let n = 0; n < 2; n++) await placed(store, { leaseOwner: 'a lost process' });
    clock.move(LEASE_MS + 1);
    await sweep(
      contextOf({
        store,
        runner: {
          ...slots,
          leaseOwner: 'this',
          live: new Map(),
          dispatch: () => undefined,
        } as never,
        events: { settled: () => undefined } as never,
        feed: createLocalEventFeed(),
        outcomes,
        exclusive: false,
      }),
    );
    expect(outcomes.orders.counts).toMatchObject({ expired: 3, interrupted: 2, completed: 0 });
  });
});
