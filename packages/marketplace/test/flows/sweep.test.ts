// docs/orders.md#guarantees: every sweep makes the queue match the database.
import { describe, expect, it } from 'vitest';
import { createCallSlots } from '../../src/concurrency/call-slots.ts';
import { sweep } from '../../src/flows/sweep.ts';
import { ENGINES } from '../sql/engines.ts';
import { FAILED, newId, placed, settled } from '../sql/samples.ts';

const LIMITS = {
  callsPerSeller: 9,
  callsPerBuyer: 9,
  callsPerProcess: 9,
  waitingPerSeller: 9,
  waitingPerProcess: 9,
  waitingPerBuyer: 9,
  waitingPerPair: 9,
};

describe.each(ENGINES)('the queue after a sweep on $name', ({ open }) => {
  it('contains the waiting orders, and none that another process claimed or settled', async () => {
    const { store } = await open();
    const slots = createCallSlots(LIMITS);
    const taken = await placed(store, { leaseOwner: null });
    await store.orders.claim(taken.id, 'another process');
    const done = await settled(store, { settlement: FAILED });
    const forgotten = await placed(store, { leaseOwner: null });
    for (const { id, buyerId } of [taken, done]) {
      slots.enqueue({ id, buyerId, sellerId: newId() });
    }
    const announced: string[] = [];
    await sweep({
      orders: store.orders,
      runner: { ...slots, leaseOwner: 'this', live: new Set(), dispatch: () => undefined },
      events: { settled: (id) => announced.push(id) },
      exclusive: false,
    });
    expect(slots.queued()).toEqual([forgotten.id]);
    expect(announced).toEqual([done.id]);
  });
});
