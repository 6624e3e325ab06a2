import {
  BurstyRateLimiter,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { FREE_BYTES, type RateLimitSettings } from '../market/limits.ts';
import { Refusal } from '../market/refusal.ts';
import { createBoundedMap } from '../structures/collections.ts';
import type { ResponseHeaders } from './respond.ts';

/** Counts requests by a key, and rejects with a `RateLimiterRes` those over its limit. */
export interface Limiter {
  /** As in the header `RateLimit-Policy`. */
  policy: string;
  consume(key: string, points?: number): Promise<RateLimiterRes>;
}

interface CounterOptions {
  keyPrefix: string;
  points: number;
  duration: number;
}

/** Creates a counter that allows `points` per `duration` in seconds and key. */
type MakeLimiter = (options: CounterOptions) => RateLimiterAbstract;

/** What limits of attempts need of a counter. */
export interface Counter {
  consume(key: string): Promise<RateLimiterRes>;
  penalty(key: string): Promise<RateLimiterRes>;
  reward(key: string): Promise<RateLimiterRes>;
  block(key: string, seconds: number): Promise<RateLimiterRes>;
  get(key: string): Promise<RateLimiterRes | null>;
  delete(key: string): Promise<boolean>;
}

export type MakeCounter = (options: CounterOptions) => Counter;

/**
 * `outbound`: requests that make the marketplace call a URL of the caller; `order-reads`: reads of one
 * order; `requests`: all others.
 */
export type RateClass = 'requests' | 'order-reads' | 'outbound';

/** Reading hostile JSON takes 60 ns a byte, writing and sending stored text 7 ns. */
const RESPONSE_WEIGHT = 1 / 8;
const KIB = 1024;

const MAX_DEBTORS = 10_000;
const MAX_DEBT_MS = 60_000;

/** The period over which a burst is replenished. */
const BURST_SECONDS = 10;

const inMemory: MakeLimiter = (options) => new RateLimiterMemory(options);

const perWindow = (make: MakeLimiter, name: string, points: number, seconds: number): Limiter => {
  const limiter = make({ keyPrefix: name, points, duration: seconds });
  return {
    policy: `"${name}";q=${points};w=${seconds}`,
    consume: (key) => limiter.consume(key),
  };
};

const withBurst = (make: MakeLimiter, name: string, perSecond: number, burst: number): Limiter => {
  const steady = make({ keyPrefix: name, points: perSecond, duration: 1 });
  const extra = make({
    keyPrefix: `${name}-burst`,
    points: Math.max(0, burst - perSecond),
    duration: BURST_SECONDS,
  });
  const limiter = burst > perSecond ? new BurstyRateLimiter(steady, extra) : steady;
  return {
    policy: `"${name}";q=${perSecond};w=1, "${name}-burst";q=${burst};w=${BURST_SECONDS}`,
    consume: (key, points) => limiter.consume(key, points),
  };
};

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** A refusal with the RateLimit headers of the IETF draft. */
export class RateLimited extends Refusal {
  readonly headers: ResponseHeaders;

  constructor(
    name: string,
    policy: string,
    { msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>,
    what = 'Too many requests',
  ) {
    const after = seconds(msBeforeNext);
    super('rate_limited', `${what}; try again in ${after} s.`, {
      retryAfterSeconds: after,
    });
    this.headers = {
      'RateLimit-Policy': policy,
      RateLimit: `"${name}";r=0;t=${after}`,
    };
  }
}

/**
 * Rate limits, exact per process unless `make` counts elsewhere. They count per account, so that
 * creating more keys does not help, and per address for requests without an account or with an
 * invalid key.
 */
export function createRateLimits(
  settings: Omit<RateLimitSettings, 'resultKibPerSecond'>,
  make: MakeLimiter = inMemory,
) {
  const limiters: Record<RateClass, Limiter> = {
    requests: withBurst(make, 'requests', settings.requestsPerSecond, settings.burst),
    'order-reads': perWindow(make, 'order-reads', settings.orderReadsPerSecond, 1),
    outbound: perWindow(make, 'outbound', settings.outboundPerMinute, 60),
  };
  const { kibPerSecond, kibBurst } = settings;
  const bytes = withBurst(make, 'kib', kibPerSecond, kibBurst);
  /** The largest charge that a full bucket can pay. */
  const maxKib = Math.max(kibPerSecond, kibBurst - kibPerSecond);
  const tooManyBytes = `Too many bytes: one account may send ${kibPerSecond} KiB of request bodies a second, and an eighth of what it reads counts too`;
  /** When an account will have worked off its responses, in milliseconds of `performance.now`. */
  const paidAtMs = createBoundedMap<number>({ max: MAX_DEBTORS });
  const failedKeys = perWindow(make, 'failed-keys', settings.failedKeysPerMinute, 60);

  /** Refuses an account that has read more than its limit, until the excess is worked off. */
  function checkDebt(key: string): void {
    const untilMs = paidAtMs.get(key);
    if (untilMs === undefined) return;
    const msBeforeNext = untilMs - performance.now();
    if (msBeforeNext > 0)
      throw new RateLimited('kib', bytes.policy, { msBeforeNext }, tooManyBytes);
    paidAtMs.delete(key);
  }

  async function take(limiter: Limiter, name: string, key: string): Promise<ResponseHeaders> {
    checkDebt(key);
    const { policy, consume } = limiter;
    try {
      const { remainingPoints, msBeforeNext } = await consume(key);
      return {
        'RateLimit-Policy': policy,
        RateLimit: `"${name}";r=${Math.max(0, remainingPoints)};t=${seconds(msBeforeNext)}`,
      };
    } catch (outcome) {
      if (outcome instanceof RateLimiterRes) throw new RateLimited(name, policy, outcome);
      throw outcome;
    }
  }

  return {
    take: (name: RateClass, key: string) => take(limiters[name], name, key),
    /**
     * Counts the bytes of a request body before it is parsed. `weight`: how often the body is read.
     */
    async takeBytes(key: string, size: number, weight = 1): Promise<void> {
      if (size <= FREE_BYTES.body) return;
      const kib = Math.ceil(((size - FREE_BYTES.body) * weight) / KIB);
      try {
        await bytes.consume(key, Math.min(kib, maxKib));
      } catch (outcome) {
        if (!(outcome instanceof RateLimiterRes)) throw outcome;
        throw new RateLimited('kib', bytes.policy, outcome, tooManyBytes);
      }
    },
    /**
     * Counts the bytes of a response, whose size is known only when it is sent: an account over its
     * limit is refused until the excess is worked off.
     */
    addSent(key: string, size: number): void {
      if (size <= FREE_BYTES.response) return;
      const kib = Math.ceil(((size - FREE_BYTES.response) * RESPONSE_WEIGHT) / KIB);
      bytes.consume(key, Math.min(kib, maxKib)).catch((outcome: unknown) => {
        // If the store fails, the response is not counted.
        if (!(outcome instanceof RateLimiterRes)) return;
        const nowMs = performance.now();
        const untilMs = Math.max(nowMs, paidAtMs.get(key) ?? 0) + (1_000 * kib) / kibPerSecond;
        paidAtMs.set(key, Math.min(untilMs, nowMs + MAX_DEBT_MS));
      });
    },
    /**
     * Counts an invalid key against its address, and refuses the request if there are too many.
     * Valid keys from that address still pass, because others may share it.
     */
    async countFailedKey(address: string): Promise<void> {
      await take(failedKeys, 'failed-keys', address);
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;
