import type { KeyScope } from '@mkt/protocol';
import { storedScopes } from '../keys/api-key.ts';
import { shownUserCode, userCodeOf } from './device-login-domain-device-login.ts';
import type { DeviceLoginStore, NewDeviceLogin } from './device-login-store.ts';
import type { Identity } from '../market/identity.ts';

const DEVICE_CODE_BYTES = 32;
/** So many that fewer than one draw in 10^8 has to be repeated to avoid bias. */
const USER_CODE_BYTES = 24;

export interface StartDeviceLoginDeps {
  deviceLogins: Pick<DeviceLoginStore, 'insert'>;
  identity: Pick<Identity, 'randomBytes' | 'sha256' | 'keyedHash'>;
}

export interface DeviceCodes {
  /** The secret of the program. */
  deviceCode: string;
  /** For the person, as `WDJB-MJHT`. */
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
