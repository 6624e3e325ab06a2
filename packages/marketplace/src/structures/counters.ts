import { createBoundedMap } from './collections.ts';

/** Counts by name. A count of zero is removed, so that the map contains only active names. */
export function createCounter() {
  const counts = new Map<string, number>();
  return {
    get: (name: string) => counts.get(name) ?? 0,
    /** A live view of the counts that are not zero. */
    counts: counts as ReadonlyMap<string, number>,
    add(name: string, step: 1 | -1): void {
      const next = (counts.get(name) ?? 0) + step;
      if (next <= 0) counts.delete(name);
      else counts.set(name, next);
    },
  };
}

/** Wraps `release` so that calling it again has no effect. */
export function once(release: () => void): () => void {
  let released = false;
  return () => {
    if (!released) release();
    released = true;
  };
}

/**
 * Limits what one account or address holds at the same time. `tryTake` returns the function that
 * releases it, or `undefined` if `limit` are already held.
 */
export function createShare(limit: number) {
  const held = createCounter();
  return {
    tryTake(holder: string): (() => void) | undefined {
      if (held.get(holder) >= limit) return undefined;
      held.add(holder, 1);
      return once(() => held.add(holder, -1));
    },
  };
}

export type Share = ReturnType<typeof createShare>;

/**
 * Counts events by name, for as long as the process runs. Every name is there from the start, at
 * zero; an event costs one addition and no allocation.
 */
export function createEventCounts<Name extends string>(names: readonly Name[]) {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  return {
    counts: counts as Readonly<Record<Name, number>>,
    add(name: Name, events = 1): void {
      counts[name] += events;
    },
  };
}

export type EventCounts<Name extends string> = ReturnType<typeof createEventCounts<Name>>;

interface PaceOptions {
  /** How many are allowed at once. */
  burst: number;
  /** After the burst, one is allowed per interval. */
  everyMs: number;
  /** Monotonic, in milliseconds. */
  now(): number;
}

/** The least recently used names are forgotten: they start again with a full bucket. */
const MAX_NAMES = 10_000;
/** Adding fractions of a token is inexact. */
const ROUNDING_MS = 0.001;

/** Limits how often something happens, by name: a token bucket for each. */
export function createPace({ burst, everyMs, now }: PaceOptions) {
  const buckets = createBoundedMap<{ left: number; atMs: number }>({ max: MAX_NAMES });

  function filled(name: string): { left: number; atMs: number } {
    const atMs = now();
    const bucket = buckets.getOrCompute(name, () => ({ left: burst, atMs }));
    bucket.left = Math.min(burst, bucket.left + (atMs - bucket.atMs) / everyMs);
    bucket.atMs = atMs;
    return bucket;
  }

  return {
    /** How many are allowed now. */
    left: (name: string): number => Math.floor(filled(name).left),
    take(name: string, count = 1): void {
      filled(name).left -= count;
    },
    giveBack(name: string): void {
      filled(name).left += 1;
    },
    /** How long until one is allowed, in whole milliseconds; 0 if it is. */
    waitMs: (name: string): number =>
      Math.max(0, Math.ceil((1 - filled(name).left) * everyMs - ROUNDING_MS)),
  };
}

export type Pace = ReturnType<typeof createPace>;

/** Amounts up to this size are not counted, so that an ordinary call does no work here. */
const FREE = 4 * 1024;
const MAX_DEBTORS = 10_000;

interface DebtOptions {
  /** How much each name pays back per second. */
  perSecond: number;
  /** The debt up to which there is no wait. */
  burst: number;
  clock: {
    /** In milliseconds. */
    monotonic(): number;
    /** Calls `callback` once after `ms`; the returned function cancels it. */
    after(ms: number, callback: () => void): () => void;
  };
  /** Called when a name that owed more than `burst` need not wait any longer. */
  onPaid(): void;
}

/**
 * Counts, by name, usage whose size was unknown in advance, such as the bytes of responses. A name that
 * owes more than `burst` has to wait until enough is paid back.
 */
export function createDebts({ perSecond, burst, clock, onPaid }: DebtOptions) {
  const debts = new Map<string, { amount: number; atMs: number }>();
  /** Functions that cancel the timer of a wait, by name. */
  const timers = new Map<string, () => void>();

  function owed(name: string, atMs: number): number {
    const debt = debts.get(name);
    return debt ? Math.max(0, debt.amount - ((atMs - debt.atMs) * perSecond) / 1_000) : 0;
  }

  function removePaid(atMs: number): void {
    for (const name of debts.keys()) if (owed(name, atMs) === 0) debts.delete(name);
  }

  const waitMs = (name: string): number => {
    if (debts.size === 0) return 0;
    const excess = owed(name, clock.monotonic()) - burst;
    return excess > 0 ? Math.ceil((1_000 * excess) / perSecond) : 0;
  };

  /** Waits again if the name owes more by then, or the timer fired up to a millisecond early. */
  function awaitPayment(name: string): void {
    const ms = waitMs(name);
    if (ms > 0) {
      timers.set(
        name,
        clock.after(ms, () => awaitPayment(name)),
      );
    } else {
      timers.delete(name);
      onPaid();
    }
  }

  return {
    add(name: string, amount: number): void {
      if (amount <= FREE) return;
      const atMs = clock.monotonic();
      debts.set(name, { amount: owed(name, atMs) + amount, atMs });
      if (debts.size > MAX_DEBTORS) removePaid(atMs);
      if (!timers.has(name) && waitMs(name) > 0) awaitPayment(name);
    },
    /** How long the name still has to wait; 0 if it does not. */
    waitMs,
    /** Stops waiting. */
    close(): void {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}

export type Debts = ReturnType<typeof createDebts>;
