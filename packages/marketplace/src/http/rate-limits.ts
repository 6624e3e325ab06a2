import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../domain/refusal.ts';
import { canonicalEmail } from '../domain/user.ts';
import type { ResponseHeaders } from './response.ts';
import type { Limiter, MakeLimiter } from './limiter-types.ts';
import { createGrowingLimit } from './growing-waits.ts';

export interface RateSettings {
  requestsPerSecond: number;
  burst: number;
  orderReadsPerSecond: number;
  outboundPerMinute: number;
  failedKeysPerMinute: number;
  signInsPerMinute: number;
}

/**
 * `outbound`: requests that make the marketplace call a seller; `order-reads`: reads of one order;
 * `requests`: all others.
 */
export type RateClass = 'requests' | 'order-reads' | 'outbound';

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
    consume: (key) => limiter.consume(key),
  };
};

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** A refusal with the RateLimit headers of the IETF draft. */
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
 * Rate limits, exact per process unless `make` counts elsewhere. They count per account, so that
 * creating more keys does not help, and per address for requests without an account or with an
 * invalid key.
 */
export function createRateLimits(settings: RateSettings, make: MakeLimiter = inMemory) {
  const limiters: Record<RateClass, Limiter> = {
    requests: withBurst(make, 'requests', settings.requestsPerSecond, settings.burst),
    'order-reads': perWindow(make, 'order-reads', settings.orderReadsPerSecond, 1),
    outbound: perWindow(make, 'outbound', settings.outboundPerMinute, 60),
  };
  const failedKeys = perWindow(make, 'failed-keys', settings.failedKeysPerMinute, 60);
  const signIns = createGrowingLimit(make, 'sign-ins', settings.signInsPerMinute);
  const deviceLogins = perWindow(make, 'device-logins', settings.signInsPerMinute, 60);
  const userCodes = createGrowingLimit(make, 'user-codes', settings.signInsPerMinute);

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
     * Counts an invalid key against its address, and refuses the request if there are too many.
     * Valid keys from that address still pass, because others may share it.
     */
    async countFailedKey(address: string): Promise<void> {
      await take(failedKeys, 'failed-keys', address);
    },
    /**
     * Counts an attempt to sign in by its IP address, then by its e-mail address: an IP address
     * over its limit cannot use up the limit of another person's e-mail address.
     */
    async countSignIn(address: string, email: string | undefined): Promise<void> {
      await take(signIns, 'sign-ins', `address:${address}`);
      if (email !== undefined) await take(signIns, 'sign-ins', `email:${canonicalEmail(email)}`);
    },
    /** Counts a request for a device code, of which each is a row for an hour. */
    async countDeviceLogin(address: string): Promise<void> {
      await take(deviceLogins, 'device-logins', address);
    },
    /** Counts a user code that a person enters: it may be a guess. */
    async countUserCode(address: string, accountId: string): Promise<void> {
      await take(userCodes, 'user-codes', `address:${address}`);
      await take(userCodes, 'user-codes', `account:${accountId}`);
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;
