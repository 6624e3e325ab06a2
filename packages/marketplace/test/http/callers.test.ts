// docs/reference/limits.md#rates: which address invalid keys are counted against, and which proxies are trusted.
import { describe, expect, it } from 'vitest';
import { openMarket } from '../market.ts';

const PER_MINUTE = 3;

/**
 * A marketplace that allows three invalid keys per minute and address, and trusts these proxies.
 */
async function openLimited(trusted: string) {
  const { url, ...market } = await openMarket({
    dev: false,
    environment: {
      MKT_RATE_FAILED_KEYS_PER_MINUTE: String(PER_MINUTE),
      MKT_TRUSTED_PROXIES: trusted,
    },
  });
  return {
    ...market,
    /** The status of a request with an invalid key that came through these addresses. */
    async guess(forwardedFor?: string): Promise<number> {
      const headers: Record<string, string> = { 'x-mkt-api-key': 'mkt_guessed' };
      if (forwardedFor !== undefined) headers['x-forwarded-for'] = forwardedFor;
      return (await fetch(`${url}/v1/me`, { headers })).status;
    },
  };
}

async function guesses(guess: (by?: string) => Promise<number>, by: (string | undefined)[]) {
  const statuses = [];
  for (const each of by) statuses.push(await guess(each));
  return statuses;
}

const UNTIL_LIMITED = [401, 401, 401, 429];

describe('invalid keys', () => {
  it('are counted by the address of the peer if no proxy is trusted, whatever X-Forwarded-For says', async () => {
    const { guess } = await openLimited('');
    const forged = ['203.0.113.1', '203.0.113.2', '203.0.113.3, 127.0.0.1', undefined];
    expect(await guesses(guess, forged)).toEqual(UNTIL_LIMITED);
  });

  it('are counted by the address that a trusted proxy saw, not by what the client claims', async () => {
    const { guess } = await openLimited('127.0.0.0/8');
    const forged = [1, 2, 3, 4].map((n) => `198.51.100.${n}, 203.0.113.7`);
    expect(await guesses(guess, forged)).toEqual(UNTIL_LIMITED);
    expect(await guess('203.0.113.8')).toBe(401);
  });

  it('are counted through a chain of trusted proxies', async () => {
    const { guess } = await openLimited('127.0.0.1,192.0.2.0/24');
    const chained = [1, 2, 3, 4].map((n) => `203.0.113.7, 192.0.2.${n}`);
    expect(await guesses(guess, chained)).toEqual(UNTIL_LIMITED);
  });

  it('are counted by the network of an IPv6 address, because a caller has all of it', async () => {
    const { guess } = await openLimited('127.0.0.1');
    const roaming = [
      '2001:db8:1:2::1',
      '2001:db8:1:2:ffff::2',
      '2001:0db8:1:2::',
      '2001:db8:1:2::9',
    ];
    expect(await guesses(guess, roaming)).toEqual(UNTIL_LIMITED);
    expect(await guess('2001:db8:1:3::1')).toBe(401);
  });

  it('are counted alike for every spelling of an IPv4 address', async () => {
    const { guess } = await openLimited('127.0.0.1');
    const spelled = ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7', '::ffff:cb00:7107'];
    expect(await guesses(guess, spelled)).toEqual(UNTIL_LIMITED);
  });

  it('are counted as one caller if the proxy reports no address', async () => {
    const { guess } = await openLimited('127.0.0.1');
    const odd = ['unknown', 'unknown', 'unknown', 'unknown'];
    expect(await guesses(guess, odd)).toEqual(UNTIL_LIMITED);
  });
});

describe('a proxy that is not trusted', () => {
  it('is named in one warning, and a trusted one and callers without a proxy in none', async () => {
    for (const [trusted, forwarded, warnings] of [
      ['', '203.0.113.7', 1],
      ['10.0.0.0/8', '203.0.113.7', 1],
      ['127.0.0.1', '203.0.113.7', 0],
      ['', undefined, 0],
    ] as const) {
      const { guess, log } = await openLimited(trusted);
      for (let n = 0; n < 3; n++) await guess(forwarded);
      const told = log.filter(({ message }) => message.includes('MKT_TRUSTED_PROXIES'));
      expect([trusted, forwarded, told.length]).toEqual([trusted, forwarded, warnings]);
      if (warnings > 0) expect(told[0]).toMatchObject({ fields: { peer: '127.0.0.1' } });
    }
  });
});
