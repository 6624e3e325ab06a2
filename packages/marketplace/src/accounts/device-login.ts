import {
  type ApproveDeviceLoginRequest,
  formatApiKey,
  type KeyScope,
  visibleParts,
} from '@mkt/protocol';
import {
  type ApiKey,
  heldScopes,
  KEY_BYTES,
  readFuture,
  storedScopes,
  tooManyKeys,
} from '../keys/key.ts';
import { type KeyBudget, readBudget } from '../keys/budget.ts';
import { actorFields, type Caller } from '../market/caller.ts';
import type { Clock, Identity, Log } from '../market/outside.ts';
import { Refusal } from '../market/refusal.ts';
import type { App } from '../server/context.ts';
import type { DeviceLoginStore } from './store.ts';

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

/** Makes a code from random bytes; undefined if too few of them can be used. */
function userCodeOf(random: Uint8Array): string | undefined {
  const letters = USER_CODE_LETTERS.length;
  // A byte above the last multiple would make the first letters likelier.
  const fair = [...random].filter((byte) => byte < 256 - (256 % letters));
  if (fair.length < USER_CODE_LENGTH) return undefined;
  const bytes = fair.slice(0, USER_CODE_LENGTH);
  return bytes.map((byte) => USER_CODE_LETTERS.charAt(byte % letters)).join('');
}

/** A code as people read it: `WDJB-MJHT`. */
const shownUserCode = (code: string): string => `${code.slice(0, GROUP)}-${code.slice(GROUP)}`;

/** The code that a person typed, in any case and grouping; undefined if it cannot be one. */
function typedUserCode(text: string): string | undefined {
  const code = text.replace(/[\s\p{Pd}]+/gu, '').toUpperCase();
  return USER_CODE.test(code) ? code : undefined;
}

const CLAIM_LENGTH = 64;
const BREAKS = /[\p{Cc}\p{Z}]+/gu;
/** Characters that are invisible, or reorder the text around them. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]+/gu;

/** A name that a program claims, as one short line of visible characters. */
export function claimedName(text: string): string {
  const visible = text.replace(BREAKS, ' ').replace(INVISIBLE, '');
  return Array.from(visible).slice(0, CLAIM_LENGTH).join('').trim();
}

/** The name of the key that a program gets: that of its machine, if it said so. */
export const keyNameOf = ({ program, hostName }: Pick<DeviceLogin, 'program' | 'hostName'>) =>
  hostName ?? program;

export interface NewDeviceLogin extends Pick<
  DeviceLogin,
  'program' | 'hostName' | 'address' | 'scopes'
> {
  /** SHA-256 of the device code. */
  deviceHash: Uint8Array;
  /** Keyed hash of the user code, which is too short for a plain one. */
  userHash: Uint8Array;
}

export interface Approval {
  userHash: Uint8Array;
  accountId: string;
  scopes: readonly KeyScope[];
  /** When the key expires, in Unix milliseconds; null for never. */
  expiresAtMs: number | null;
  /** What may be spent with the key. */
  budget: KeyBudget | null;
}

/**
 * The response to a program that polls. `too-fast`: before its interval was over, which is 5 s longer
 * from now on. `used`: the key was handed over already.
 */
export type Polled =
  | { kind: 'pending' | 'too-fast' | 'denied' | 'expired' | 'used' | 'unknown' }
  | { kind: 'approved'; name: string };

export type HandedOver =
  | { kind: 'handed-over'; apiKey: ApiKey }
  | { kind: 'used' | 'expired' | 'too-many' };

const DEVICE_CODE_BYTES = 32;
/** Enough that fewer than one draw in 10^8 has to be repeated to avoid bias. */
const USER_CODE_BYTES = 24;

interface StartDeviceLoginDeps {
  deviceLogins: Pick<DeviceLoginStore, 'insert'>;
  identity: Pick<Identity, 'randomBytes' | 'sha256' | 'keyedHash'>;
}

interface DeviceCodes {
  /** The secret of the program. */
  deviceCode: string;
  /** The code for the person, in the form `WDJB-MJHT`. */
  userCode: string;
}

/** Stores a request for an API key under two codes, which are kept only as hashes. */
export async function startDeviceLogin(
  { deviceLogins, identity }: StartDeviceLoginDeps,
  asks: Omit<NewDeviceLogin, 'deviceHash' | 'userHash'> & { scopes: readonly KeyScope[] },
): Promise<DeviceCodes> {
  const deviceCode = Buffer.from(identity.randomBytes(DEVICE_CODE_BYTES)).toString('base64url');
  const deviceHash = identity.sha256(deviceCode);
  const scopes = storedScopes(asks.scopes);
  for (;;) {
    const userCode = userCodeOf(identity.randomBytes(USER_CODE_BYTES));
    if (userCode === undefined) continue;
    const userHash = identity.keyedHash(userCode);
    // The code is in use (one of 2.56 × 10^10): draw another.
    if (await deviceLogins.insert({ ...asks, scopes, deviceHash, userHash })) {
      return { deviceCode, userCode: shownUserCode(userCode) };
    }
  }
}

interface DecideDeviceLoginDeps {
  deviceLogins: Pick<DeviceLoginStore, 'find' | 'approve' | 'deny'>;
  identity: Pick<Identity, 'keyedHash'>;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'info'>;
  /** How many valid keys an account may have. */
  maxActiveKeys: number;
}

/**
 * The same refusal for every code that cannot be used, so that it reveals nothing about other people's
 * codes.
 */
const unknownCode = () =>
  new Refusal(
    'not_found',
    'The code is unknown, has expired, or has already been used. Check it, or run the program again for a new one.',
  );

/** The login with this code that waits for a person's decision, with the code as the program shows it. */
export async function findDeviceLogin(
  { deviceLogins, identity }: Pick<DecideDeviceLoginDeps, 'deviceLogins' | 'identity'>,
  typed: string,
): Promise<{ login: DeviceLogin; userCode: string; userHash: Uint8Array }> {
  const code = typedUserCode(typed);
  if (code === undefined) throw unknownCode();
  const userHash = identity.keyedHash(code);
  const login = await deviceLogins.find(userHash);
  if (!login) throw unknownCode();
  return { login, userCode: shownUserCode(code), userHash };
}

/** Refuses scopes that the program did not ask for. */
function checkAsked({ scopes: asked }: DeviceLogin, { scopes }: ApproveDeviceLoginRequest): void {
  const held = heldScopes(asked);
  const index = scopes.findIndex((scope) => !held.includes(scope));
  if (index === -1) return;
  throw new Refusal('invalid_request', 'The program did not ask for every one of these scopes.', {
    details: [
      { path: `/scopes/${index}`, message: 'was not requested by the program', keyword: 'scopes' },
    ],
  });
}

/**
 * Allows a program to fetch an API key of the caller's account, with at most what it asked for, and with
 * a budget if the person sets one (docs/buy/spending.md#budgets).
 */
export async function approveDeviceLogin(
  deps: DecideDeviceLoginDeps & Pick<App, 'store'>,
  caller: Caller,
  request: ApproveDeviceLoginRequest,
): Promise<void> {
  const { deviceLogins, clock, log, maxActiveKeys } = deps;
  const { login, userHash } = await findDeviceLogin(deps, request.userCode);
  checkAsked(login, request);
  const { accountId } = caller;
  const scopes = storedScopes(request.scopes);
  const expiresAtMs = readFuture(request.expiresAt, clock.now());
  const budget = await readBudget(deps, accountId, request.budget, null);
  const approval = { userHash, accountId, scopes, expiresAtMs, budget };
  switch (await deviceLogins.approve(approval, maxActiveKeys)) {
    case 'approved':
      log.info({ scopes, expiresAtMs, budget, ...actorFields(caller) }, 'device login approved');
      return;
    case 'unknown':
      throw unknownCode();
    case 'too-many':
      throw tooManyKeys(maxActiveKeys);
  }
}

/** Refuses a program its key. */
export async function denyDeviceLogin(
  deps: Pick<DecideDeviceLoginDeps, 'deviceLogins' | 'identity' | 'log'>,
  caller: Caller,
  typed: string,
): Promise<void> {
  const { userHash } = await findDeviceLogin(deps, typed);
  if (!(await deps.deviceLogins.deny(userHash))) throw unknownCode();
  deps.log.info(actorFields(caller), 'device login denied');
}

interface PollDeviceLoginDeps {
  deviceLogins: Pick<DeviceLoginStore, 'poll' | 'handOver'>;
  identity: Pick<Identity, 'id' | 'randomBytes' | 'sha256'>;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'info'>;
  /** How many valid keys an account may have. */
  maxActiveKeys: number;
}

export type PolledDeviceLogin =
  | Exclude<Polled, { kind: 'approved' }>
  | Exclude<HandedOver, { kind: 'handed-over' }>
  | {
      kind: 'handed-over';
      key: string;
      scopes: readonly KeyScope[];
      lifetimeSeconds: number | null;
    };

/**
 * Hands the key of an approved device login over to the program that asked for it. The key is
 * created here and is only ever returned once: if the response is lost, `prune` revokes it.
 */
export async function pollDeviceLogin(
  { deviceLogins, identity, clock, log, maxActiveKeys }: PollDeviceLoginDeps,
  { deviceCode, program }: { deviceCode: string; program: string },
): Promise<PolledDeviceLogin> {
  const deviceHash = identity.sha256(deviceCode);
  const polled = await deviceLogins.poll(deviceHash, program);
  if (polled.kind !== 'approved') return polled;
  const key = formatApiKey(identity.randomBytes(KEY_BYTES));
  const id = identity.id();
  const about = { id, hash: identity.sha256(key), name: polled.name, ...visibleParts(key) };
  const outcome = await deviceLogins.handOver(deviceHash, about, maxActiveKeys);
  if (outcome.kind !== 'handed-over') return outcome;
  const { accountId, scopes, expiresAtMs } = outcome.apiKey;
  log.info({ accountId, createdKeyId: id, scopes, expiresAtMs }, 'API key created by device login');
  const lifetimeSeconds =
    expiresAtMs === null ? null : Math.max(0, Math.floor((expiresAtMs - clock.now()) / 1_000));
  return { kind: 'handed-over', key, scopes, lifetimeSeconds };
}
