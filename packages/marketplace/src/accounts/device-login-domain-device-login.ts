import type { KeyScope } from '@mkt/protocol';

/** A program that asks for an API key, as its person sees it. Times are Unix milliseconds. */
export interface DeviceLogin {
  /** The names that the program claims, made printable. */
  program: string;
  hostName: string | null;
  /** The IP address that it asked from; of IPv6 only the network. */
  address: string;
  /** What it asks for. */
  scopes: readonly KeyScope[];
  createdAtMs: number;
  expiresAtMs: number;
}

/** RFC 8628, section 6.1: no vowels, so that no word appears, and no letters that look alike. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE_LENGTH = 8;

const USER_CODE = new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`);
const GROUP = USER_CODE_LENGTH / 2;

/** Makes a code of random bytes; undefined if there are too few that fit. */
export function userCodeOf(random: Uint8Array): string | undefined {
  const letters = USER_CODE_LETTERS.length;
  // A byte above the last multiple would make the first letters likelier.
  const fair = [...random].filter((byte) => byte < 256 - (256 % letters));
  if (fair.length < USER_CODE_LENGTH) return undefined;
  const bytes = fair.slice(0, USER_CODE_LENGTH);
  return bytes.map((byte) => USER_CODE_LETTERS.charAt(byte % letters)).join('');
}

/** A code as people read it: `WDJB-MJHT`. */
export const shownUserCode = (code: string): string =>
  `${code.slice(0, GROUP)}-${code.slice(GROUP)}`;

/** The code that a person typed, in any case and grouping; undefined if it cannot be one. */
export function typedUserCode(text: string): string | undefined {
  const code = text.replace(/[\s\p{Pd}]+/gu, '').toUpperCase();
  return USER_CODE.test(code) ? code : undefined;
}

const CLAIM_LENGTH = 64;
const BREAKS = /[\p{Cc}\p{Z}]+/gu;
/** Characters that show nothing, or reorder what stands around them. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]+/gu;

/** A name that a program claims, as one short line of visible characters. */
export function claimedName(text: string): string {
  const visible = text.replace(BREAKS, ' ').replace(INVISIBLE, '');
  return Array.from(visible).slice(0, CLAIM_LENGTH).join('').trim();
}

/** The name of the key that a program gets: that of its machine, if it said so. */
export const keyNameOf = ({ program, hostName }: Pick<DeviceLogin, 'program' | 'hostName'>) =>
  hostName ?? program;
