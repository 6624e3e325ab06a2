// docs/limits.md: --dev lifts the rate limits and nothing else; explicit settings win.
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { readEnvironment, type Environment } from '../../src/config/env.ts';

const KEY = { MKT_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
const config = (dev: boolean, environment: Environment = {}) =>
  readConfig({ dev }, readEnvironment({ ...KEY, ...environment }), undefined);

describe('in dev mode', () => {
  it('rate limits are lifted, but shares are not', () => {
    const { rates, shares } = config(true);
    expect(new Set(Object.values(rates))).toEqual(new Set([1_000_000]));
    expect(shares).toEqual(config(false).shares);
  });

  it('a rate limit that is set applies', () => {
    const { rates } = config(true, { MKT_RATE_OUTBOUND_PER_MINUTE: '3' });
    expect(rates.outboundPerMinute).toBe(3);
    expect(rates.requestsPerSecond).toBe(1_000_000);
  });

  it('the limits of bytes have their defaults where that of requests is set, unless they are set too', () => {
    const { rates } = config(true, {
      MKT_RATE_REQUESTS_PER_SECOND: '50',
      MKT_RATE_KIB_BURST: '99',
    });
    expect(rates).toMatchObject({
      requestsPerSecond: 50,
      burst: 1_000_000,
      kibPerSecond: 1024,
      kibBurst: 99,
      resultKibPerSecond: 16_384,
    });
  });

  it('a rate limit that is set to an empty value counts as not set', () => {
    expect(config(true, { MKT_RATE_BURST: ' ' }).rates.burst).toBe(1_000_000);
  });
});

describe('a share', () => {
  it('has the value of its variable in both modes', () => {
    for (const dev of [true, false]) {
      const { shares } = config(dev, { MKT_SHARE_LISTINGS: '7', MKT_SHARE_STORED_BYTES: '0' });
      expect([shares.listings, shares.storedBytes, shares.apiKeys]).toEqual([7, 0, 200]);
    }
  });

  it('a value that is not a whole number is refused by name', () => {
    expect(() => config(true, { MKT_SHARE_REVIEWS: '0' })).toThrow(/MKT_SHARE_REVIEWS/);
    expect(() => config(true, { MKT_SHARE_API_KEYS: 'many' })).toThrow(/MKT_SHARE_API_KEYS/);
  });
});
