import { describe, expect, it } from 'vitest';
import { DisconnectSource } from '../../src/structures/async.ts';
import type { Order } from '../../src/orders/order.ts';
import { createLocalOrderEvents } from '../../src/events/local.ts';
import { createMovableClock } from '../../src/server/outside.ts';
import { createStillClock } from '../still-clock.ts';

const ROW: Order = {
  id: 'a',
  listingId: 'listing-1',
  listing: { slug: 'weather', title: 'Weather' },
  buyerId: 'buyer-1',
  sellerId: 'seller-1',
  buyerPseudonym: 'buyer_x',
  keyId: null,
  metadataJson: null,
  trace: null,
  state: 'completed',
  requestJson: '{}',
  resultJson: 'null',
  errorMessage: null,
  failure: null,
  outputValid: null,
  outputErrors: null,
  price: { amountMicros: 1, currency: 'USD', unit: 'call' },
  revision: 1,
  createdAtMs: 1,
  startedAtMs: 2,
  completedAtMs: 3,
};

const open = () => {
  const clock = createStillClock();
  return { clock, events: createLocalOrderEvents(clock) };
};

describe('waiting for an order', () => {
  it('ends for everyone when the order settles', async () => {
    const { events } = open();
    const waits = [events.wait('a', 1_000), events.wait('a', 1_000)];
    events.settled('b');
    events.settled('a', ROW);
    await expect(Promise.all(waits)).resolves.toEqual([ROW, ROW]);
  });

  it('ends after the given time', async () => {
    const { clock, events } = open();
    const waiting = events.wait('a', 1_000);
    clock.move(1_000);
    await expect(waiting).resolves.toBeUndefined();
    events.settled('a');
  });

  it('ends when the caller disconnects, before or during it', async () => {
    const { events } = open();
    const disconnected = new DisconnectSource();
    disconnected.trigger();
    await events.wait('a', 1_000, disconnected);
    const disconnect = new DisconnectSource();
    const waiting = events.wait('a', 1_000, disconnect);
    disconnect.trigger();
    await expect(waiting).resolves.toBeUndefined();
  });

  it('ends when this process settles no more orders, and at once from then on', async () => {
    const { events } = open();
    const waits = ['a', 'b', 'a'].map((id) => events.wait(id, 1_000));
    events.end();
    await expect(Promise.all([...waits, events.wait('c', 1_000)])).resolves.toHaveLength(4);
  });
});

describe('a movable clock', () => {
  it('runs due timers in order, and none twice', () => {
    const clock = createMovableClock();
    const ran: string[] = [];
    // Far apart, because the time of the machine continues too.
    clock.after(2_000_000, () => ran.push('second'));
    clock.after(1_000_000, () => ran.push('first'));
    clock.after(9_000_000, () => ran.push('later'))();
    const cancel = clock.after(1_500_000, () => ran.push('cancelled'));
    cancel();
    clock.move(500_000);
    expect(ran).toEqual([]);
    clock.move(2_000_000);
    expect(ran).toEqual(['first', 'second']);
    clock.move(60_000_000);
    expect(ran).toEqual(['first', 'second']);
  });

  it('makes a timer wait only for the remaining time', async () => {
    const clock = createMovableClock();
    const rung = new Promise<void>((resolve) => clock.after(60_000, resolve));
    clock.move(59_990);
    await expect(rung).resolves.toBeUndefined();
  });

  it('follows the clock of the machine, and never goes backwards', () => {
    const clock = createMovableClock();
    const before = [clock.now(), clock.monotonic()];
    clock.move(1_000);
    expect(clock.now()).toBeGreaterThanOrEqual((before[0] ?? 0) + 1_000);
    expect(clock.monotonic()).toBeGreaterThanOrEqual((before[1] ?? 0) + 1_000);
  });
});
