import {
  BurstyRateLimiter,
  RateLimiterMemory,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { Refusal } from '../domain/refusal.ts';
import type { ResponseHeaders } from './response.ts';

export interface RateSettings {
  requestsPerSecond: number;
  burst: number;
  orderReadsPerSecond: number;
  outboundPerMinute: number;
  failedKeysPerMinute: number;
}

/** `requests` are all but the next two; `outbound` are those that make the marketplace call out. */
export type RateClass = 'requests' | 'order-reads' | 'outbound';

/** What a burst took from is filled again over this time. */
const BURST_SECONDS = 10;

interface Limiter {
  policy: string;
  consume(key: string): Promise<RateLimiterRes>;
}

/** Where requests are counted: so many points of a name, in so many seconds. */
export type MakeLimiter = (options: {
  keyPrefix: string;
  points: number;
  duration: number;
}) => RateLimiterAbstract;

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
    consume: (key) => limiter.consume(key),
  };
};

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** A refusal with the headers of the draft standard for rate limits. */
export class RateLimited extends Refusal {
  readonly headers: ResponseHeaders;

  constructor(name: string, policy: string, outcome: RateLimiterRes) {
    const after = seconds(outcome.msBeforeNext);
    super('rate_limited', `Too many requests; try again in ${after} s.`, {
      retryAfterSeconds: after,
    });
    this.headers = {
      'RateLimit-Policy': policy,
      RateLimit: `"${name}";r=0;t=${after}`,
    };
  }
}

/**
 * Rate limits, exact in this process unless `make` counts elsewhere: per user, so that minting keys does not help; and per
 * address for what has no user, or a bad key.
 */
export function createRateLimits(settings: RateSettings, make: MakeLimiter = inMemory) {
  const limiters: Record<RateClass, Limiter> = {
    requests: withBurst(make, 'requests', settings.requestsPerSecond, settings.burst),
    'order-reads': perWindow(make, 'order-reads', settings.orderReadsPerSecond, 1),
    outbound: perWindow(make, 'outbound', settings.outboundPerMinute, 60),
  };
  const failedKeys = perWindow(make, 'failed-keys', settings.failedKeysPerMinute, 60);

  async function take(limiter: Limiter, name: string, key: string): Promise<ResponseHeaders> {
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
     * Counts a bad key of an address, and refuses what is over the limit. Good keys from there pass:
     * others may stand behind the same address.
     */
    async countFailedKey(address: string): Promise<void> {
      await take(failedKeys, 'failed-keys', address);
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;
