import { timingSafeEqual } from 'node:crypto';
import type { Identity } from '../market/identity.ts';
import { canonicalEmail } from './user.ts';
import { cookieOf } from '../http/query-http-browser.ts';

const ID_BYTES = 16;
const MAC_BYTES = 16;
/** The most people who can share a browser. */
const MAX_ACCOUNTS = 5;
/** The longest that browsers keep a cookie. */
const MAX_AGE_SECONDS = 400 * 24 * 3_600;

/** With the prefix, no neighbouring domain can set it; dev mode has no TLS. */
const cookieName = (secure: boolean) => (secure ? '__Host-mkt_device' : 'mkt_device');

export interface KnownDevices {
  /** The id of this browser, if the account of the e-mail address has signed in with it before. */
  idOf(cookie: string | undefined, email: string): string | undefined;
  /** `Set-Cookie` by which the browser is known to the account from now on. */
  remember(cookie: string | undefined, email: string): string;
}

/**
 * Recognises browsers with which an account has signed in before, so that the wrong passwords of others
 * do not keep it waiting there (`sign-in-limits.ts`). The cookie gives no access. It contains a random
 * id, and for each account a keyed hash of the id and the e-mail address: nothing is stored here, and
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
