import type { KeyScope } from '@mkt/protocol';
import type { ApiKey, NewApiKey } from '../keys/api-key.ts';
import type { DeviceLogin } from './device-login-domain-device-login.ts';

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
  /** Of the key, in Unix milliseconds; null for never. */
  expiresAtMs: number | null;
}

/**
 * What a program that polls is told. `too-fast`: before its interval was over, which is 5 s longer
 * from now on. `used`: the key was handed over already.
 */
export type Polled =
  | { kind: 'pending' | 'too-fast' | 'denied' | 'expired' | 'used' | 'unknown' }
  | { kind: 'approved'; name: string };

export type HandedOver =
  | { kind: 'handed-over'; apiKey: ApiKey }
  | { kind: 'used' | 'expired' | 'too-many' };

/**
 * Device logins that are pending, approved, denied or handed over. A key exists only from its
 * hand-over on: a login that is approved and never polled leaves none.
 */
export interface DeviceLoginStore {
  /** False if the user code is in use; nothing was stored. */
  insert(login: NewDeviceLogin): Promise<boolean>;
  /** A login that waits for its person. */
  find(userHash: Uint8Array): Promise<DeviceLogin | undefined>;
  /** `unknown`: no login with this code waits any more. `too-many`: as in `ApiKeyStore.insert`. */
  approve(approval: Approval, maxActive: number): Promise<'approved' | 'unknown' | 'too-many'>;
  /** False if no login with this code waits any more. */
  deny(userHash: Uint8Array): Promise<boolean>;
  /** Only for the program that asked for the code. */
  poll(deviceHash: Uint8Array, program: string): Promise<Polled>;
  /** Stores the key of an approved login, once, with the approved account, scopes and expiry. */
  handOver(
    deviceHash: Uint8Array,
    key: Pick<NewApiKey, 'id' | 'hash' | 'name' | 'prefix' | 'lastFour'>,
    maxActive: number,
  ): Promise<HandedOver>;
  /**
   * Deletes logins that expired an hour ago, and revokes their keys that were never used: the
   * response that handed them over was lost. Resolves with the number of logins.
   */
  prune(limit: number): Promise<number>;
}
