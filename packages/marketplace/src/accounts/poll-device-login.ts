import { formatApiKey, visibleParts, type KeyScope } from '@mkt/protocol';
import type { Clock } from '../market/outside.ts';
import type { DeviceLoginStore, HandedOver, Polled } from './device-login-store.ts';
import type { Identity } from '../market/identity.ts';
import type { Log } from '../market/log.ts';
import { KEY_BYTES } from '../keys/key.ts';

export interface PollDeviceLoginDeps {
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
