// docs/reference/limits.md: --dev lifts the rate limits and nothing else; explicit settings win.
import { chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { CURRENT, runToCompletion } from '../../../../test-bed/marketplace-process.ts';
import { type Environment, readConfig, readEnvironment } from '../../src/server/config.ts';
import { requireOwnFolder } from '../../src/server/data-folder.ts';
import { newFolder } from '../market.ts';

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

describe('the data folder that is used by default', () => {
  it('must not be of another user', () => {
    const folder = newFolder();
    expect(() => requireOwnFolder(join(folder, 'missing'))).not.toThrow();
    expect(() => requireOwnFolder(folder)).not.toThrow();
    if (process.getuid?.() === 0) chownSync(folder, 4_321, 4_321);
    const theirs = process.getuid?.() === 0 ? folder : '/';
    expect(() => requireOwnFolder(theirs)).toThrow(/belongs to another user/);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'is refused by serve --dev, and used if it is named',
    async () => {
      const folder = newFolder();
      mkdirSync(join(folder, '.mkt'));
      chownSync(join(folder, '.mkt'), 4_321, 4_321);
      const { code, stderr } = await runToCompletion(['serve', '--dev', '--port', '0'], {
        cwd: folder,
        program: CURRENT,
      });
      expect([code, stderr]).toEqual([1, expect.stringContaining('belongs to another user')]);
      expect(readdirSync(join(folder, '.mkt'))).toEqual([]);
    },
  );
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
