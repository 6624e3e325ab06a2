import { createHmac, createSecretKey, hash, randomBytes, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import type { Clock, Identity } from '../market/outside.ts';
import { createBoundedMap } from '../structures/collections.ts';

/** A timer that fires this much too late was delayed by a suspension of the process. */
const SUSPENDED_MS = 5_000;
/** What it waits for may only begin now: a request that was not sent yet is sent after the suspension. */
const RESUMED_MS = 5_000;

/** The clocks of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const dueMs = performance.now() + ms;
    let immediate: NodeJS.Immediate | undefined;
    let timer: NodeJS.Timeout = setTimeout(() => {
      if (performance.now() - dueMs > SUSPENDED_MS) {
        timer = setTimeout(callback, Math.min(ms, RESUMED_MS));
      } else {
        // Node runs timers before it reads sockets: every timeout would be decided before a response
        // that has arrived in time. `setImmediate` runs after the sockets were read.
        immediate = setImmediate(callback);
      }
    }, ms);
    return () => {
      clearTimeout(timer);
      clearImmediate(immediate);
    };
  },
};

/** A clock that follows that of the machine and can be moved forward, never backwards. */
export interface MovableClock extends Clock {
  /** Moves the time forward and runs the timers that become due, in order. */
  move(ms: number): void;
  /** Milliseconds until the next timer is due; infinite without one. */
  untilNextTimer(): number;
}

interface Timer {
  dueMs: number;
  callback: () => void;
  real: NodeJS.Timeout | undefined;
}

export function createMovableClock(): MovableClock {
  let aheadMs = 0;
  const timers = new Set<Timer>();
  const monotonic = () => performance.now() + aheadMs;

  function fire(timer: Timer): void {
    if (!timers.delete(timer)) return;
    clearTimeout(timer.real);
    timer.callback();
  }

  /** Starts a real timer for the time that remains. */
  function arm(timer: Timer): void {
    clearTimeout(timer.real);
    timer.real = setTimeout(() => fire(timer), Math.max(0, timer.dueMs - monotonic()));
  }

  return {
    now: () => Date.now() + aheadMs,
    monotonic,
    after(ms, callback) {
      const timer: Timer = { dueMs: monotonic() + ms, callback, real: undefined };
      arm(timer);
      timers.add(timer);
      return () => {
        timers.delete(timer);
        clearTimeout(timer.real);
      };
    },
    move(ms) {
      aheadMs += ms;
      const due = [...timers].filter((timer) => timer.dueMs <= monotonic());
      for (const timer of due.toSorted((a, b) => a.dueMs - b.dueMs)) fire(timer);
      for (const timer of timers) arm(timer);
    },
    untilNextTimer() {
      const dueMs = Math.min(...[...timers].map((timer) => timer.dueMs));
      return Math.max(0, dueMs - monotonic());
    },
  };
}

const PSEUDONYM_LENGTH = 22;
const MAX_PSEUDONYMS = 10_000;
const ID_BYTES = 16;
/**
 * Random bytes for 256 ids are drawn at once: drawing them for each id costs more than everything
 * else.
 */
const POOL_BYTES = 256 * ID_BYTES;

/** A clock that goes back by more than this was set: ids follow it. */
const MAX_BACKWARDS_MS = 5_000;

/**
 * Increasing UUIDs v7, unless the clock is set back. Ids of the same millisecond differ by a counter
 * with a random start (RFC 9562, 6.2).
 */
function createIdGenerator(clock: Pick<Clock, 'now'>): () => string {
  const pool = new Uint8Array(POOL_BYTES);
  const view = new DataView(pool.buffer);
  let next = POOL_BYTES;
  let msecs = 0;
  let seq = 0;
  return () => {
    if (next === POOL_BYTES) {
      randomFillSync(pool);
      next = 0;
    }
    const random = pool.subarray(next, next + ID_BYTES);
    const now = Math.floor(clock.now());
    if (now > msecs || now < msecs - MAX_BACKWARDS_MS) {
      msecs = now;
      seq = view.getUint32(next + 6) & 0x7f_ff_ff_ff;
    } else {
      seq = (seq + 1) | 0;
      if (seq === 0) msecs += 1;
    }
    next += ID_BYTES;
    return v7({ random, msecs, seq });
  };
}

/**
 * Creates ids, random bytes and pseudonyms, which are derived with the key of the installation. Ids
 * contain the time of the same clock as every stored time, because lists find orders of a period by
 * their ids.
 */
export function createIdentity(
  installationKey: Uint8Array,
  clock: Pick<Clock, 'now'> = Date,
): Identity {
  const key = createSecretKey(installationKey);
  // Buyers come back: a cached pseudonym takes 0.1 µs instead of 6 µs.
  const pseudonyms = createBoundedMap<string>({ max: MAX_PSEUDONYMS });
  return {
    id: createIdGenerator(clock),
    randomBytes: (length) => randomBytes(length),
    sha256: (data) => hash('sha256', data, 'buffer'),
    // Its own label, so that it never equals a pseudonym.
    keyedHash: (text) => createHmac('sha256', key).update(`keyed-hash:${text}`).digest(),
    buyerPseudonym(buyerId, sellerId) {
      const pair = `${sellerId}:${buyerId}`;
      return pseudonyms.getOrCompute(pair, () => {
        const mac = createHmac('sha256', key).update(pair).digest('base64url');
        return `buyer_${mac.slice(0, PSEUDONYM_LENGTH)}`;
      });
    },
  };
}
