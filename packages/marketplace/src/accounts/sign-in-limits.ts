import { hash, timingSafeEqual } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { boundedCounter, createGrowingLimit, type RefundableLimit } from '../http/growing-waits.ts';
import { type MakeCounter, RateLimited } from '../http/rate-limits.ts';
import { cookieOf } from '../http/request-head.ts';
import type { RateLimitSettings } from '../market/limits.ts';
import type { Identity } from '../market/outside.ts';
import { Refusal } from '../market/refusal.ts';
import { canonicalEmail } from './people.ts';

const WINDOW_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** Passwords checked for one network, correct ones included, as a multiple of the attempt limit. */
const CHECKS_PER_ATTEMPT = 10;
/** Failures an hour for one email address, from everywhere, as a multiple of the limit per minute. */
const FAILURES_PER_ATTEMPT = 10;

/** Who tries to sign in. */
interface Attempt {
  email: string;
  /** The IP address; for IPv6 its network. */
  network: string;
  /** The browser, if this account has signed in with it before. */
  device: string | undefined;
}

type Step = readonly [limit: RefundableLimit, key: string];

/** Keys are hashed, so all have one size, and a cluster's database holds no email addresses. */
const keyOf = (...parts: readonly string[]) =>
  hash('sha256', parts.join('\n'), 'base64url').slice(0, 22);

const IPV6_NETWORK = /^((?:[\da-f]+:){3})[\da-f]+::\/64$/;

/**
 * The IPv6 /48 of a network, which a provider may assign to one customer: its 65,536 networks together could
 * occupy the few slots in which passwords are checked.
 */
function siteOf(network: string): string | undefined {
  const [, groups] = IPV6_NETWORK.exec(network) ?? [];
  return groups && `${groups}:/48`;
}

/** A limit per minute, without growing waits. */
function perWindow(
  make: MakeCounter,
  name: string,
  points: number,
  seconds = WINDOW_SECONDS,
): RefundableLimit {
  const counter = make({ keyPrefix: name, points, duration: seconds });
  return {
    policy: `"${name}";q=${points};w=${seconds}`,
    consume: (key) => counter.consume(key),
    refund: (key) => counter.reward(key),
    reset: (key) => counter.delete(key),
  };
}

async function take([{ policy, consume }, key]: Step): Promise<void> {
  try {
    await consume(key);
  } catch (outcome) {
    if (!(outcome instanceof RateLimiterRes)) throw outcome;
    const [, name = ''] = policy.split('"');
    throw new RateLimited(name, policy, outcome);
  }
}

const refundAll = (steps: readonly Step[]) =>
  Promise.all(steps.map(([limit, key]) => limit.refund(key)));

/** Counts an attempt by each limit, before it is made; if one refuses it, by none. */
async function takeAll(steps: readonly Step[]): Promise<void> {
  for (const [index, step] of steps.entries()) {
    try {
      await take(step);
    } catch (error) {
      await refundAll(steps.slice(0, index));
      throw error;
    }
  }
}

/**
 * Limits on guesses: of passwords, links and user codes, and on sign-ups. A limit that others can
 * fill as well, such as that of a network, lasts a minute; only a limit that one person fills alone
 * has growing waits. Attempts are counted before they are made, so that simultaneous ones cannot
 * exceed a limit; what succeeds, or fails for another reason than a wrong guess, is not counted.
 */
export function createSignInLimits(
  { signInsPerMinute: perMinute }: Pick<RateLimitSettings, 'signInsPerMinute'>,
  make: MakeCounter = boundedCounter(),
) {
  const checks = perWindow(make, 'password-checks', CHECKS_PER_ATTEMPT * perMinute);
  const networks = perWindow(make, 'sign-ins-of-network', perMinute);
  const persons = createGrowingLimit(make, 'sign-ins', perMinute);
  const attacked = perWindow(make, 'sign-ins-to-attacked-account', 1);
  const failures = make({
    keyPrefix: 'failures-of-email',
    points: FAILURES_PER_ATTEMPT * perMinute,
    duration: HOUR_SECONDS,
  });
  const links = perWindow(make, 'invalid-links', perMinute);
  const signUps = createGrowingLimit(make, 'sign-ups', perMinute);
  const deviceLogins = perWindow(make, 'device-logins', perMinute);
  const codes = createGrowingLimit(make, 'user-codes', perMinute);
  const codesOfNetwork = perWindow(make, 'user-codes-of-network', perMinute);

  /** Whether so many networks guess the password of this account that each gets one attempt a minute. */
  async function isAttacked(emailKey: string): Promise<boolean> {
    const failed = (await failures.get(emailKey))?.consumedPoints ?? 0;
    return failed > FAILURES_PER_ATTEMPT * perMinute;
  }

  /** Makes a counted attempt; `isWrong` says whether an error is about the guess. */
  async function attempt<Result>(
    steps: readonly Step[],
    isWrong: (refusal: Refusal) => boolean,
    work: () => Promise<Result>,
  ): Promise<Result> {
    await takeAll(steps);
    try {
      const result = await work();
      await refundAll(steps);
      return result;
    } catch (error) {
      if (!(error instanceof Refusal && isWrong(error))) await refundAll(steps);
      throw error;
    }
  }

  return {
    /**
     * Signs in with a password. Failures count by email address and network, so that no one can
     * lock another person out from elsewhere; a known device is counted separately. An account that
     * many networks try at once gets one attempt a minute from each: slower for the attacker, and
     * still open to its owner.
     */
    async signIn<Result>(who: Attempt, work: () => Promise<Result>): Promise<Result> {
      const { network, device } = who;
      const email = canonicalEmail(who.email);
      const emailKey = keyOf(email);
      const own = device === undefined ? keyOf(email, network) : keyOf(email, 'device', device);
      await take([checks, device === undefined ? network : keyOf('known', email)]);
      const site = device === undefined ? siteOf(network) : undefined;
      if (site !== undefined) await take([checks, site]);
      const steps: Step[] = [[persons, own]];
      if (device === undefined) {
        // Last, so that a person who is over their own limit gets its growing waits.
        steps.push([networks, network]);
        if (await isAttacked(emailKey)) steps.unshift([attacked, own]);
      }
      const isWrong = ({ type }: Refusal) => type === 'unauthenticated';
      try {
        const result = await attempt(steps, isWrong, work);
        await persons.reset(own);
        return result;
      } catch (error) {
        if (device === undefined && error instanceof Refusal && isWrong(error)) {
          await failures.penalty(emailKey);
        }
        throw error;
      }
    },
    /** Changes a password; a wrong current one counts against the session, which may be stolen. */
    async changePassword<Result>(sessionId: string, work: () => Promise<Result>): Promise<Result> {
      const key = keyOf('session', sessionId);
      await take([checks, key]);
      return attempt([[persons, key]], ({ type }) => type === 'invalid_request', work);
    },
    /** Uses a link of the operator. A valid one works, however many invalid ones others try. */
    async useLink<Result>(
      { network, token }: { network: string; token: string },
      work: () => Promise<Result>,
    ): Promise<Result> {
      await take([checks, keyOf('link', token)]);
      try {
        return await work();
      } catch (error) {
        if (error instanceof Refusal && error.type === 'invalid_request') {
          await take([links, network]);
        }
        throw error;
      }
    },
    /** Counts a sign-up without an invitation: each makes an account. */
    countSignUp: (network: string): Promise<void> => take([signUps, network]),
    /** Counts a request for a device code: each is a row for an hour. */
    countDeviceLogin: (network: string): Promise<void> => take([deviceLogins, network]),
    /** Does something with a user code that a person entered: a wrong one may be a guess. */
    useCode: <Result>(
      { network, accountId }: { network: string; accountId: string },
      work: () => Promise<Result>,
    ): Promise<Result> =>
      attempt(
        [
          [codes, accountId],
          [codesOfNetwork, network],
        ],
        ({ type }) => type === 'not_found',
        work,
      ),
  };
}

export type SignInLimits = ReturnType<typeof createSignInLimits>;

const ID_BYTES = 16;
const MAC_BYTES = 16;
/** The most people who can share a browser. */
const MAX_ACCOUNTS = 5;
/** The longest that browsers keep a cookie. */
const MAX_AGE_SECONDS = 400 * 24 * 3_600;

/** With the prefix, no neighbouring domain can set it; dev mode has no TLS. */
const cookieName = (secure: boolean) => (secure ? '__Host-mkt_device' : 'mkt_device');

export interface KnownDevices {
  /** The id of this browser, if the account of the email address has signed in with it before. */
  idOf(cookie: string | undefined, email: string): string | undefined;
  /** `Set-Cookie` by which the browser is known to the account from now on. */
  remember(cookie: string | undefined, email: string): string;
}

/**
 * Recognises browsers with which an account has signed in before, so that the wrong passwords of others
 * do not keep it waiting there. The cookie gives no access. It contains a random
 * id, and for each account a keyed hash of the id and the email address: nothing is stored here, and
 * no one can make one for another account.
 */
export function createKnownDevices(
  { keyedHash, randomBytes }: Pick<Identity, 'keyedHash' | 'randomBytes'>,
  secure: boolean,
): KnownDevices {
  const name = cookieName(secure);
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const macOf = (id: string, email: string) =>
    text(keyedHash(`known-device:${id}:${canonicalEmail(email)}`).subarray(0, MAC_BYTES));

  const parse = (cookie: string | undefined) => {
    const [id = '', ...macs] = cookieOf(cookie, name)?.split('.') ?? [];
    return { id, macs: macs.slice(0, MAX_ACCOUNTS) };
  };

  return {
    idOf(cookie, email) {
      const { id, macs } = parse(cookie);
      const expected = Buffer.from(macOf(id, email));
      const isKnown = macs
        .map((mac) => Buffer.from(mac))
        .some((mac) => mac.length === expected.length && timingSafeEqual(mac, expected));
      return isKnown ? id : undefined;
    },
    remember(cookie, email) {
      const { id: given, macs } = parse(cookie);
      // Only an id in our format is kept: a forged one could have any size.
      const isOurs = /^[\w-]{22}$/.test(given);
      const id = isOurs ? given : text(randomBytes(ID_BYTES));
      const mac = macOf(id, email);
      const others = isOurs ? macs.filter((each) => each !== mac && /^[\w-]{22}$/.test(each)) : [];
      const value = [id, mac, ...others].slice(0, 1 + MAX_ACCOUNTS).join('.');
      const attributes = `Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax`;
      return `${name}=${value}; ${attributes}${secure ? '; Secure' : ''}`;
    },
  };
}
