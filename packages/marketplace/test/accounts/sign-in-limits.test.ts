// docs/operate/accounts.md#passwords: whose wrong passwords count against whom.
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../src/market/refusal.ts';
import { boundedCounter } from '../../src/http/growing-waits.ts';
import { createSignInLimits } from '../../src/accounts/sign-in-limits.ts';

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const right = () => Promise.resolve('in');
const wrong = () => Promise.reject(new Refusal('unauthenticated', 'wrong'));
const broken = () => Promise.reject(new Refusal('overloaded', 'busy'));

interface From {
  email?: string;
  network?: string;
  device?: string | undefined;
}

function openLimits(perMinute = 4) {
  const limits = createSignInLimits({ signInsPerMinute: perMinute });
  /** What came of an attempt: `in`, `unauthenticated`, `overloaded`, or how many seconds to wait. */
  async function attempt(work: () => Promise<string>, from: From = {}): Promise<unknown> {
    const { email = 'zoe@example.com', network = '198.51.100.7', device } = from;
    try {
      return await limits.signIn({ email, network, device }, work);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.type === 'rate_limited' ? error.extras.retryAfterSeconds : error.type;
    }
  }
  async function fail(times: number, from?: From): Promise<void> {
    for (let n = 0; n < times; n++) expect(await attempt(wrong, from)).toBe('unauthenticated');
  }
  return { limits, attempt, fail };
}

describe('signing in with a password', () => {
  it('waits longer each time for one who fails from one network', async () => {
    const { attempt, fail } = openLimits();
    for (const seconds of [60, 120, 240]) {
      await fail(4);
      expect(await attempt(right)).toBe(seconds);
      vi.advanceTimersByTime(seconds * 1_000);
    }
  });

  it('is open to the owner at another network, whatever others do', async () => {
    const { attempt, fail } = openLimits();
    for (const network of ['192.0.2.1', '192.0.2.2', '2001:db8:0:1::/64']) {
      await fail(4, { network });
      expect(await attempt(wrong, { network })).toBe(60);
    }
    expect(await attempt(right, { network: '203.0.113.9' })).toBe('in');
  });

  it('does not count successes, and a success clears the failures before it', async () => {
    const { attempt, fail } = openLimits();
    for (let n = 0; n < 20; n++) expect(await attempt(right)).toBe('in');
    for (let n = 0; n < 3; n++) {
      await fail(3);
      expect(await attempt(right)).toBe('in');
      vi.advanceTimersByTime(MINUTE_MS);
    }
    await fail(4);
    // The first wait again: a success also ends the growth.
    expect(await attempt(right)).toBe(60);
  });

  it('does not count attempts that fail for a reason other than the password', async () => {
    const { attempt } = openLimits(2);
    for (let n = 0; n < 8; n++) expect(await attempt(broken)).toBe('overloaded');
    expect(await attempt(right)).toBe('in');
  });

  it('is limited by network over all accounts, for a minute that does not grow', async () => {
    const { attempt, fail } = openLimits();
    for (let minute = 0; minute < 3; minute++) {
      for (let n = 0; n < 4; n++) await fail(1, { email: `person${minute}${n}@example.com` });
      expect(await attempt(right)).toBe(60);
      expect(await attempt(right, { network: '203.0.113.9' })).toBe('in');
      vi.advanceTimersByTime(MINUTE_MS);
    }
  });

  it('counts an attempt that one limit refuses by no other', async () => {
    const { attempt, fail } = openLimits();
    for (let n = 0; n < 4; n++) await fail(1, { email: `person${n}@example.com` });
    for (let n = 0; n < 30; n++) expect(await attempt(wrong)).toBe(60);
    vi.advanceTimersByTime(MINUTE_MS);
    await fail(4);
    for (let n = 0; n < 30; n++) expect(await attempt(wrong)).toBe(60);
    expect(await attempt(right, { network: '203.0.113.9' })).toBe('in');
  });

  it('lets only the allowed number of simultaneous guesses through', async () => {
    const { attempt } = openLimits();
    const all = await Promise.all(Array.from({ length: 40 }, () => attempt(wrong)));
    expect(all.filter((each) => each === 'unauthenticated')).toHaveLength(4);
  });

  it('from a known device is counted separately', async () => {
    const { attempt, fail } = openLimits();
    await fail(4);
    expect(await attempt(right)).toBe(60);
    expect(await attempt(right, { device: 'laptop' })).toBe('in');
    await fail(4, { device: 'laptop' });
    expect(await attempt(right, { device: 'laptop' })).toBe(60);
    expect(await attempt(right, { device: 'phone' })).toBe('in');
  });

  it('is slowed down, but never blocked, for an account that many networks try at once', async () => {
    const { attempt, fail } = openLimits();
    for (let n = 0; n <= 40; n++) await fail(1, { network: `network ${n}` });
    const owner = { network: 'the owner' };
    expect(await attempt(wrong, owner)).toBe('unauthenticated');
    expect(await attempt(right, owner)).toBe(60);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(await attempt(right, owner)).toBe('in');
    // A right password is not counted there either.
    expect(await attempt(right, owner)).toBe('in');
    expect(await attempt(right, { ...owner, email: 'yan@example.com' })).toBe('in');
    vi.advanceTimersByTime(60 * MINUTE_MS);
    await fail(2, { network: 'later' });
  });

  it('checks a bounded number of passwords, correct ones included', async () => {
    const { attempt } = openLimits(1);
    for (const from of [{}, { device: 'laptop' }]) {
      for (let n = 0; n < 10; n++) expect(await attempt(right, from)).toBe('in');
      expect(await attempt(right, from)).toBe(60);
    }
    expect(await attempt(right, { network: '203.0.113.9' })).toBe('in');
  });

  it('checks no more passwords for the IPv6 networks of one site together', async () => {
    const { attempt } = openLimits(1);
    const of = (site: string, network: string) => ({ network: `2001:db8:${site}:${network}::/64` });
    for (let n = 0; n < 10; n++) {
      const from = { ...of('a', n.toString(16)), email: `person${n}@example.com` };
      expect(await attempt(wrong, from)).toBe('unauthenticated');
    }
    expect(await attempt(right, of('a', 'ffff'))).toBe(60);
    expect(await attempt(right, { ...of('a', 'ffff'), device: 'laptop' })).toBe('in');
    expect(await attempt(right, of('b', '1'))).toBe('in');
    // Addresses of IPv4 are of one network each.
    for (let n = 0; n < 20; n++) {
      expect(await attempt(right, { network: `203.0.113.${n}` })).toBe('in');
    }
  });
});

describe('a link of the operator', () => {
  it('that is valid works, however many invalid ones its network has sent', async () => {
    const { limits } = openLimits(3);
    const network = '198.51.100.7';
    const invalid = () => Promise.reject(new Refusal('invalid_request', 'invalid'));
    const types: string[] = [];
    for (let n = 0; n < 5; n++) {
      const refused = await limits.useLink({ network, token: `${n}` }, invalid).catch((e) => e);
      types.push((refused as Refusal).type);
    }
    expect(types).toEqual([...Array(3).fill('invalid_request'), ...Array(2).fill('rate_limited')]);
    expect(await limits.useLink({ network, token: 'valid' }, right)).toBe('in');
  });
});

describe('a user code', () => {
  it('is counted only if it is wrong, and a correct one clears no failures', async () => {
    const { limits } = openLimits(3);
    const who = { network: '198.51.100.7', accountId: 'ann' };
    const unknown = () => Promise.reject(new Refusal('not_found', 'unknown'));
    for (let n = 0; n < 9; n++) expect(await limits.useCode(who, right)).toBe('in');
    for (let n = 0; n < 3; n++) {
      await expect(limits.useCode(who, unknown)).rejects.toMatchObject({ type: 'not_found' });
      if (n < 2) expect(await limits.useCode(who, right)).toBe('in');
    }
    await expect(limits.useCode(who, right)).rejects.toMatchObject({ type: 'rate_limited' });
    const elsewhere = { network: '203.0.113.9', accountId: 'bob' };
    expect(await limits.useCode(elsewhere, right)).toBe('in');
  });
});

describe('a counter in memory', () => {
  it('forgets the key that was used least recently when there are too many', async () => {
    const counter = boundedCounter(100)({ keyPrefix: 'test', points: 1, duration: 86_400 });
    await counter.consume('often');
    await counter.consume('once');
    for (let n = 0; n < 1_000; n++) {
      await counter.consume(`other ${n}`);
      if (n % 50 === 0) await counter.penalty('often');
    }
    expect((await counter.get('often'))?.consumedPoints).toBe(21);
    expect(await counter.get('once')).toBeNull();
    const kept = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => counter.get(`other ${n}`)),
    );
    expect(kept.filter((each) => each !== null)).toHaveLength(99);
  });

  it('counts as the library does', async () => {
    const options = { keyPrefix: 'test', points: 2, duration: 60 };
    for (const counter of [boundedCounter()(options), new RateLimiterMemory(options)]) {
      await counter.consume('a');
      await counter.reward('a');
      await counter.consume('a');
      await counter.consume('a');
      await expect(counter.consume('a')).rejects.toMatchObject({ consumedPoints: 3 });
      await counter.block('b', 120);
      await expect(counter.consume('b')).rejects.toMatchObject({ msBeforeNext: 120_000 });
      await counter.delete('b');
      await expect(counter.consume('b')).resolves.toMatchObject({ consumedPoints: 1 });
    }
  });
});
