import { LIMITS, type KeyScope } from '@mkt/protocol';
import { sql, type RawBuilder } from 'kysely';
import {
  all,
  type Dialect,
  execute,
  first,
  now,
  nowPlus,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import type { KeyBudget } from '../keys/budget.ts';
import { countActive, insertKey } from '../keys/sql.ts';
import { DEVICE_LOGIN_KEPT_MS } from '../market/limits.ts';
import {
  type Approval,
  type DeviceLogin,
  type HandedOver,
  keyNameOf,
  type NewDeviceLogin,
  type Polled,
} from './device-login.ts';
import { lockAccount, lockOpenAccount } from './sql.ts';
import type { DeviceLoginStore } from './store.ts';

const INTERVAL_MS = LIMITS.devicePollSeconds * 1_000;
const SLOWER_BY_MS = LIMITS.deviceSlowDownSeconds * 1_000;
/** A program that keeps its interval may still arrive a little early. */
const JITTER_MS = 1_000;

const isExpired: RawBuilder<boolean> = sql<boolean>`(expires_at <= mkt_now())`;

export const insertDeviceLogin = (
  { db }: Dialect,
  { deviceHash, userHash, program, hostName, address, scopes }: NewDeviceLogin,
): SingleStatement<boolean> =>
  execute(
    db
      .insertInto('device_login')
      .values({
        device_hash: deviceHash,
        user_hash: userHash,
        program,
        host_name: hostName,
        address,
        scopes_json: JSON.stringify(scopes),
        state: 'pending',
        created_at: now,
        expires_at: nowPlus(LIMITS.deviceCodeMs),
        interval_ms: INTERVAL_MS,
        polled_at: null,
        account_id: null,
        key_expires_at: null,
        key_budget_json: null,
        key_id: null,
      })
      .onConflict((conflict) => conflict.column('user_hash').doNothing()),
  ).as((added) => added > 0);

export const findDeviceLogin = (
  { db }: Dialect,
  userHash: Uint8Array,
): SingleStatement<DeviceLogin | undefined> =>
  first(
    db
      .selectFrom('device_login')
      .select(['program', 'host_name', 'address', 'scopes_json', 'created_at', 'expires_at'])
      .where('user_hash', '=', userHash)
      .where('state', '=', 'pending')
      .where('expires_at', '>', now),
  ).as(
    (row) =>
      row && {
        program: row.program,
        hostName: row.host_name,
        address: row.address,
        scopes: JSON.parse(row.scopes_json) as KeyScope[],
        createdAtMs: row.created_at,
        expiresAtMs: row.expires_at,
      },
  );

/** Approves or denies a login that still waits; has no effect the second time. */
const decide = ({ db }: Dialect, userHash: Uint8Array) =>
  db
    .updateTable('device_login')
    .where('user_hash', '=', userHash)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now);

export function* approveDeviceLogin(
  dialect: Dialect,
  { approval, maxActive }: { approval: Approval; maxActive: number },
): Operation<Awaited<ReturnType<DeviceLoginStore['approve']>>> {
  const { userHash, accountId, scopes, expiresAtMs, budget } = approval;
  yield* lockOpenAccount(dialect, accountId);
  const active = yield* countActive(dialect, { accountId, max: maxActive });
  if (active >= maxActive) return 'too-many';
  const approved = yield* execute(
    decide(dialect, userHash).set({
      // A server of the version before would hand over a key without the budget: it goes on waiting.
      state: budget ? 'approved-with-budget' : 'approved',
      account_id: accountId,
      scopes_json: JSON.stringify(scopes),
      key_expires_at: expiresAtMs,
      key_budget_json: budget && JSON.stringify(budget),
    }),
  );
  return approved > 0 ? 'approved' : 'unknown';
}

export const denyDeviceLogin = (dialect: Dialect, userHash: Uint8Array): SingleStatement<boolean> =>
  execute(decide(dialect, userHash).set({ state: 'denied' })).as((denied) => denied > 0);

const loginOf = (db: Dialect['db'], deviceHash: Uint8Array) =>
  db
    .selectFrom('device_login')
    .selectAll()
    .select(sql<number>`(CASE WHEN ${isExpired} THEN 1 ELSE 0 END)`.as('expired'))
    .where('device_hash', '=', deviceHash);

const APPROVED = ['approved', 'approved-with-budget'] as const;

const isApproved = ({ state }: { state: string }) => APPROVED.some((each) => each === state);

export function* pollDeviceLogin(
  { db }: Dialect,
  { deviceHash, program }: { deviceHash: Uint8Array; program: string },
): Operation<Polled> {
  const login = yield* first(loginOf(db, deviceHash));
  if (!login || login.program !== program) return { kind: 'unknown' };
  if (login.state === 'handed-over') return { kind: 'used' };
  if (login.expired > 0) return { kind: 'expired' };
  if (login.state === 'denied') return { kind: 'denied' };
  if (isApproved(login)) {
    return { kind: 'approved', name: keyNameOf({ program, hostName: login.host_name }) };
  }
  const poll = db.updateTable('device_login').where('device_hash', '=', deviceHash);
  const inTime = yield* execute(
    poll.set({ polled_at: now }).where(({ or, eb }) =>
      or([
        eb('polled_at', 'is', null),
        sql<boolean>`polled_at <= mkt_now() - interval_ms + ${sql.lit(JITTER_MS)}`,
        // The clock was set back.
        eb('polled_at', '>', now),
      ]),
    ),
  );
  if (inTime > 0) return { kind: 'pending' };
  yield* execute(
    poll.set({ polled_at: now, interval_ms: sql`interval_ms + ${sql.lit(SLOWER_BY_MS)}` }),
  );
  return { kind: 'too-fast' };
}

interface HandOver {
  deviceHash: Uint8Array;
  key: Parameters<DeviceLoginStore['handOver']>[1];
  maxActive: number;
}

/** Locks the account before the login, in the same order as an approval. */
export function* handOverDeviceLogin(
  dialect: Dialect,
  { deviceHash, key, maxActive }: HandOver,
): Operation<HandedOver> {
  const { db } = dialect;
  const login = yield* first(loginOf(db, deviceHash));
  if (!login || login.account_id === null) throw new Error('The device login was not approved.');
  yield* lockAccount(dialect, login.account_id);
  const handOver = db.updateTable('device_login').where('device_hash', '=', deviceHash);
  const taken = yield* first(
    handOver
      .set({ state: 'handed-over' })
      .where('state', 'in', APPROVED)
      .where('expires_at', '>', now)
      .returning(['scopes_json', 'key_expires_at', 'key_budget_json']),
  );
  if (!taken) return { kind: isApproved(login) && login.expired > 0 ? 'expired' : 'used' };
  const inserted = yield* insertKey(dialect, {
    key: {
      ...key,
      accountId: login.account_id,
      scopes: JSON.parse(taken.scopes_json) as KeyScope[],
      expiresAtMs: taken.key_expires_at,
      budget:
        taken.key_budget_json === null ? null : (JSON.parse(taken.key_budget_json) as KeyBudget),
      parentId: null,
      origin: 'device',
    },
    maxActive,
  });
  if (inserted.kind !== 'inserted') {
    yield* execute(handOver.set({ state: 'denied' }));
    return { kind: 'too-many' };
  }
  yield* execute(handOver.set({ key_id: key.id }));
  return { kind: 'handed-over', apiKey: inserted.apiKey };
}

export function* pruneDeviceLogins({ db }: Dialect, limit: number): Operation<number> {
  const logins = yield* all(
    db
      .selectFrom('device_login')
      .select(['device_hash', 'key_id'])
      .where('expires_at', '<=', nowPlus(-DEVICE_LOGIN_KEPT_MS))
      .limit(limit),
  );
  if (logins.length === 0) return 0;
  const keyIds = logins.map(({ key_id: id }) => id).filter((id) => id !== null);
  if (keyIds.length > 0) {
    yield* execute(
      db
        .updateTable('api_key')
        .set({ revoked_at: now })
        .where('id', 'in', keyIds)
        .where('last_used_at', 'is', null)
        .where('revoked_at', 'is', null),
    );
  }
  const hashes = logins.map(({ device_hash: hash }) => hash);
  return yield* execute(db.deleteFrom('device_login').where('device_hash', 'in', hashes));
}
