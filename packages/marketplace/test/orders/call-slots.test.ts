// docs/reference/limits.md#simultaneous-calls: how many calls run at once, which orders wait, and that sellers take turns.
import { describe, expect, it } from 'vitest';
import { createCallSlots } from '../../src/orders/runner.ts';
import type { CallLimits, WaitingLimits } from '../../src/market/limits.ts';

const LIMITS: CallLimits & WaitingLimits = {
  callsPerSeller: 2,
  callsPerBuyer: 3,
  callsPerProcess: 5,
  waitingPerSeller: 3,
  waitingPerProcess: 5,
  waitingPerBuyer: 99,
  waitingPerPair: 99,
};

const slotsOf = (limits: Partial<typeof LIMITS> = {}) => createCallSlots({ ...LIMITS, ...limits });
const party = (buyerId: string, sellerId: string) => ({ buyerId, sellerId });
/** Reserves room in the queue; returns the function that releases it, if there is one. */
const reserve = (slots: ReturnType<typeof createCallSlots>, sellerId: string, buyerId = 'a') =>
  slots.tryReserve(party(buyerId, sellerId)).release;
const order = (id: string, buyerId: string, sellerId: string) => ({ id, buyerId, sellerId });

/** Takes waiting orders one by one while there is room. */
function takeAll(slots: ReturnType<typeof createCallSlots>): string[] {
  const ids: string[] = [];
  for (let next = slots.next(); next; next = slots.next()) ids.push(next.order.id);
  return ids;
}

describe('a call slot', () => {
  it('is available up to the limit of a seller', () => {
    const slots = slotsOf();
    expect(slots.tryTake(party('a', 's'))).toBeTypeOf('function');
    expect(slots.tryTake(party('b', 's'))).toBeTypeOf('function');
    expect(slots.tryTake(party('c', 's'))).toBeUndefined();
    expect(slots.tryTake(party('c', 'other'))).toBeTypeOf('function');
  });

  it('is available up to the limit of a buyer', () => {
    const slots = slotsOf();
    for (const seller of ['r', 's', 't']) {
      expect(slots.tryTake(party('a', seller))).toBeTypeOf('function');
    }
    expect(slots.tryTake(party('a', 'u'))).toBeUndefined();
    expect(slots.tryTake(party('b', 'u'))).toBeTypeOf('function');
  });

  it('is available up to the limit of the process', () => {
    const slots = slotsOf();
    const taken = ['a', 'b', 'c', 'd', 'e'].map((name) => slots.tryTake(party(name, name)));
    expect(taken.every((release) => release !== undefined)).toBe(true);
    expect(slots.tryTake(party('f', 'f'))).toBeUndefined();
    expect(slots.running()).toBe(5);
  });

  it('is released once, however often release is called', () => {
    const slots = slotsOf({ callsPerSeller: 1 });
    const release = slots.tryTake(party('a', 's'));
    release?.();
    release?.();
    expect(slots.running()).toBe(0);
    expect(slots.tryTake(party('a', 's'))).toBeTypeOf('function');
    expect(slots.tryTake(party('a', 's'))).toBeUndefined();
  });

  it('is not available while earlier orders for the same seller wait', () => {
    const slots = slotsOf({ callsPerSeller: 1 });
    const release = slots.tryTake(party('a', 's'));
    slots.enqueue(order('1', 'b', 's'));
    release?.();
    expect(slots.tryTake(party('c', 's'))).toBeUndefined();
    expect(takeAll(slots)).toEqual(['1']);
  });
});

describe('waiting orders', () => {
  it('run oldest first', () => {
    const slots = slotsOf({ callsPerSeller: 9, callsPerBuyer: 9 });
    for (const id of ['1', '2', '3']) slots.enqueue(order(id, 'a', 's'));
    expect(takeAll(slots)).toEqual(['1', '2', '3']);
    expect(slots.waiting()).toBe(0);
  });

  it('let sellers take turns, so that a long queue does not delay a short one', () => {
    const slots = slotsOf({ callsPerBuyer: 99, callsPerSeller: 99, callsPerProcess: 99 });
    for (const id of ['s1', 's2', 's3', 's4']) slots.enqueue(order(id, 'a', 's'));
    for (const id of ['t1', 't2']) slots.enqueue(order(id, 'a', 't'));
    slots.enqueue(order('u1', 'a', 'u'));
    expect(takeAll(slots)).toEqual(['s1', 't1', 'u1', 's2', 't2', 's3', 's4']);
  });

  it('are skipped if their buyer or their seller is at its limit', () => {
    const slots = slotsOf({ callsPerBuyer: 1, callsPerSeller: 1 });
    const release = slots.tryTake(party('a', 'busy'));
    slots.enqueue(order('of-a', 'a', 's'));
    slots.enqueue(order('of-b', 'b', 's'));
    slots.enqueue(order('to-busy', 'c', 'busy'));
    expect(takeAll(slots)).toEqual(['of-b']);
    release?.();
    expect(takeAll(slots)).toEqual(['to-busy']);
  });

  it('let the buyers of a seller take turns', () => {
    const slots = slotsOf({ callsPerBuyer: 99, callsPerSeller: 99, callsPerProcess: 99 });
    for (const id of ['a1', 'a2', 'a3', 'a4']) slots.enqueue(order(id, 'a', 's'));
    slots.enqueue(order('b1', 'b', 's'));
    for (const id of ['c1', 'c2']) slots.enqueue(order(id, 'c', 's'));
    expect(takeAll(slots)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
  });

  it('do not delay another buyer while their own buyer is at its limit', () => {
    const slots = slotsOf({ callsPerBuyer: 1, callsPerSeller: 9 });
    slots.tryTake(party('a', 's'));
    for (const id of ['a1', 'a2']) slots.enqueue(order(id, 'a', 's'));
    expect(slots.tryTake(party('b', 's'))).toBeTypeOf('function');
  });

  it('are queued only once', () => {
    const slots = slotsOf();
    slots.enqueue(order('1', 'a', 's'));
    slots.enqueue(order('1', 'a', 's'));
    expect(slots.waiting()).toBe(1);
    expect(takeAll(slots)).toEqual(['1']);
  });

  it('orders that settle without a call make room in the queue', () => {
    const slots = slotsOf({ callsPerSeller: 9, callsPerBuyer: 9 });
    for (const id of ['1', '2', '3']) slots.enqueue(order(id, 'a', 's'));
    expect(reserve(slots, 's')).toBeUndefined();
    slots.drop(['2', 'of another buyer']);
    expect(slots.waiting()).toBe(2);
    expect(reserve(slots, 's')).toBeTypeOf('function');
    slots.drop(['1', '3']);
    expect(slots.tryTake(party('a', 's'))).toBeTypeOf('function');
  });
});

describe('room in the queue', () => {
  it('is available up to the limit of a seller', () => {
    const slots = slotsOf();
    for (const id of ['1', '2', '3']) slots.enqueue(order(id, 'a', 's'));
    expect(reserve(slots, 's')).toBeUndefined();
    expect(reserve(slots, 'other')).toBeTypeOf('function');
  });

  it('is available up to the limit of the process', () => {
    const slots = slotsOf();
    for (const id of ['1', '2', '3', '4', '5']) slots.enqueue(order(id, 'a', id));
    expect(reserve(slots, 'other')).toBeUndefined();
  });

  it('counts while the order is being stored, until it is released', () => {
    const slots = slotsOf({ waitingPerSeller: 2, waitingPerProcess: 3 });
    const first = reserve(slots, 's');
    const second = reserve(slots, 's');
    expect(reserve(slots, 's')).toBeUndefined();
    const other = reserve(slots, 't');
    expect(reserve(slots, 'u')).toBeUndefined();
    first?.();
    first?.();
    expect(reserve(slots, 's')).toBeTypeOf('function');
    expect(reserve(slots, 's')).toBeUndefined();
    second?.();
    other?.();
  });

  it('is available up to the share of a buyer, and its share of one seller', () => {
    const slots = slotsOf({
      waitingPerBuyer: 3,
      waitingPerPair: 2,
      waitingPerSeller: 9,
      waitingPerProcess: 9,
    });
    expect(reserve(slots, 's')).toBeTypeOf('function');
    slots.enqueue(order('1', 'a', 's'));
    expect(slots.tryReserve(party('a', 's'))).toMatchObject({ reason: 'pair-share' });
    expect(reserve(slots, 's', 'b')).toBeTypeOf('function');
    expect(reserve(slots, 't')).toBeTypeOf('function');
    expect(slots.tryReserve(party('a', 'u'))).toMatchObject({ reason: 'buyer-share' });
    slots.drop(['1']);
    expect(reserve(slots, 'u')).toBeTypeOf('function');
  });

  it('is refused because of the share of the buyer before anything else', () => {
    const slots = slotsOf({ waitingPerBuyer: 0, waitingPerSeller: 0, waitingPerProcess: 0 });
    expect(slots.tryReserve(party('a', 's'))).toMatchObject({ reason: 'buyer-share' });
  });

  it('is never available if the limit is 0', () => {
    expect(reserve(slotsOf({ waitingPerSeller: 0 }), 's')).toBeUndefined();
  });
});

/** Pseudo-random numbers from a seed, so that a failing history can be repeated. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
    return state % below;
  };
}

describe('any history', () => {
  for (let seed = 1; seed <= 30; seed++) {
    it(`keeps every limit and loses no order (seed ${seed})`, () => {
      const pick = random(seed);
      const slots = slotsOf({ waitingPerSeller: 99, waitingPerProcess: 99 });
      const running: { buyerId: string; sellerId: string; release: () => void }[] = [];
      const waiting = new Set<string>();
      for (let step = 0; step < 300; step++) {
        const who = party(`b${pick(3)}`, `s${pick(4)}`);
        const act = pick(3);
        if (act === 0) {
          const release = slots.tryTake(who);
          if (release) running.push({ ...who, release });
          else if (waiting.size < 40) {
            slots.enqueue({ id: String(step), ...who });
            waiting.add(String(step));
          }
        } else if (act === 1 && running.length > 0) {
          running.splice(pick(running.length), 1)[0]?.release();
        }
        for (let next = slots.next(); next; next = slots.next()) {
          expect(waiting.delete(next.order.id)).toBe(true);
          running.push({ ...next.order, release: next.release });
        }
        const most = (key: 'buyerId' | 'sellerId') =>
          Math.max(
            0,
            ...[...Map.groupBy(running, (call) => call[key]).values()].map(({ length }) => length),
          );
        expect(running.length).toBeLessThanOrEqual(LIMITS.callsPerProcess);
        expect(most('sellerId')).toBeLessThanOrEqual(LIMITS.callsPerSeller);
        expect(most('buyerId')).toBeLessThanOrEqual(LIMITS.callsPerBuyer);
        expect(slots.running()).toBe(running.length);
        expect(slots.waiting()).toBe(waiting.size);
      }
      while (running.length > 0) {
        running.pop()?.release();
        for (let next = slots.next(); next; next = slots.next()) {
          waiting.delete(next.order.id);
          running.push({ ...next.order, release: next.release });
        }
      }
      expect(waiting.size).toBe(0);
    });
  }
});
