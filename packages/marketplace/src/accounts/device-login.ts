import type { ApproveDeviceLoginRequest } from '@mkt/protocol';
import { heldScopes, storedScopes } from '../keys/api-key.ts';
import { actorFields, type Caller } from '../market/caller.ts';
import type { Clock } from '../market/outside.ts';
import { typedUserCode, shownUserCode, type DeviceLogin } from './device-login-domain-device-login.ts';
import type { DeviceLoginStore } from './device-login-store.ts';
import type { Identity } from '../market/identity.ts';
import type { Log } from '../market/log.ts';
import { Refusal } from '../market/refusal.ts';
import { readFuture, tooManyKeys } from '../keys/key.ts';

export interface DecideDeviceLoginDeps {
  deviceLogins: Pick<DeviceLoginStore, 'find' | 'approve' | 'deny'>;
  identity: Pick<Identity, 'keyedHash'>;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'info'>;
  /** How many valid keys an account may have. */
  maxActiveKeys: number;
}

/** The same for every code that cannot be used, so that it reveals nothing about other people's. */
const unknownCode = () =>
  new Refusal(
    'not_found',
    'The code is unknown, has expired, or has already been used. Check it, or run the program again for a new one.',
  );

/** The login that waits for its person under this code, with the code as the program shows it. */
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
      { path: `/scopes/${index}`, message: 'was not asked for by the program', keyword: 'scopes' },
    ],
  });
}

/** Allows a program to fetch an API key of the caller's account, with at most what it asked for. */
export async function approveDeviceLogin(
  deps: DecideDeviceLoginDeps,
  caller: Caller,
  request: ApproveDeviceLoginRequest,
): Promise<void> {
  const { deviceLogins, clock, log, maxActiveKeys } = deps;
  const { login, userHash } = await findDeviceLogin(deps, request.userCode);
  checkAsked(login, request);
  const { accountId } = caller;
  const scopes = storedScopes(request.scopes);
  const expiresAtMs = readFuture(request.expiresAt, clock.now());
  const approval = { userHash, accountId, scopes, expiresAtMs };
  switch (await deviceLogins.approve(approval, maxActiveKeys)) {
    case 'approved':
      log.info({ scopes, expiresAtMs, ...actorFields(caller) }, 'device login approved');
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
