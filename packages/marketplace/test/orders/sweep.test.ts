// docs/buy/orders.md#guarantees: every sweep makes the queue match the database.
import { LIMITS } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { createCallSlots, type CallSlots } from '../../src/orders/runner.ts';
import { LEASE_MS } from '../../src/market/limits.ts';
import { createOutcomes, type Outcomes } from '../../src/market/outcomes.ts';
import { createLocalEventFeed } from '../../src/events/local.ts';
import type { Log } from '../../src/market/outside.ts';
import type { Store } from '../../src/server/context.ts';
import { sweep } from '../../src/orders/chores.ts';
import { ROOMY } from '../call-limits.ts';
import { ENGINES } from '../database/engines.ts';
import { FAILED, newId, placed, settled } from '../database/samples.ts';
import { contextOf, SILENT } from '../context-of.ts';

interface Swept {
  store: Store;
  slots: CallSlots;
  outcomes?: Outcomes;
  log?: Log;
  /** Called with the ids of orders whose waits end. */
  settled?(id: string): void;
}

/** A process of a cluster whose calls have no runner. */
const context = ({ store, slots, settled = () => {}, ...others }: Swept) =>
  contextOf({
    store,
    log: SILENT,
    outcomes: createOutcomes(),
    ...others,
    runner: { ...slots, leaseOwner: 'this', live: new Map(), dispatch: () => undefined } as never,
    events: { settled } as never,
    feed: createLocalEventFeed(),
    exclusive: false,
  });

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
    await sweep(context({ store, slots, settled: (id) => announced.push(id) }));
    expect(slots.queued()).toEqual([forgotten.id]);
    expect(announced).toEqual([done.id]);
  });
});

describe.each(ENGINES)('the outcomes after a sweep on $name', ({ open }) => {
  it('count what the sweep settled, and the log has a line for each', async () => {
    const { store, clock } = await open();
    const slots = createCallSlots(ROOMY);
    const outcomes = createOutcomes();
    for (let n = 0; n < 3; n++) await placed(store, { leaseOwner: null });
    clock.move(LIMITS.pendingExpiryMs);
    for (let n = 0; n < 2; n++) await placed(store, { leaseOwner: 'a lost process' });
    clock.move(LEASE_MS + 1);
    const lines: unknown[] = [];
    const note =
      (level: string): Log['info'] =>
      ({ kind }, message, alike) =>
        void lines.push([level, message, kind, alike?.endsWith(` ${String(kind)}`)]);
    const log: Log = { ...SILENT, info: note('info'), warn: note('warn') };
    await sweep(context({ store, slots, outcomes, log }));
    expect(outcomes.orders.counts).toMatchObject({ expired: 3, interrupted: 2, completed: 0 });
    expect(lines).toEqual([
      ...Array.from({ length: 2 }, () => ['warn', 'order failed', 'interrupted', true]),
      ...Array.from({ length: 3 }, () => ['info', 'order failed', 'expired', true]),
    ]);
  });
});
