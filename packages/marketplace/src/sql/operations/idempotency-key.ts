import { sql } from 'kysely';
import type { BatchedOperation } from '../engine.ts';
import { now } from '../now.ts';
import { prepared, preparedSql, type Dialect, type SingleStatement } from '../operation.ts';

export interface ReplayArgs {
  buyerId: string;
  key: string;
  bodyHash: Uint8Array;
}

/** The order that a live idempotency key stands for, and whether it was used with the same body. */
export interface Replay {
  orderId: string;
  sameBody: boolean;
}

const liveKey = prepared((db, args: { accountId: string; key: string }) =>
  db
    .selectFrom('idempotency_key')
    .select(['order_id', 'body_hash'])
    .where('account_id', '=', args.accountId)
    .where('key', '=', args.key)
    .where('expires_at', '>', now),
);

const liveKeys = preparedSql(
  (args: { accountIds: readonly string[]; keys: readonly string[] }) => sql<{
    account_id: string;
    key: string;
    order_id: string;
    body_hash: Uint8Array;
  }>`
    SELECT idempotency_key.account_id, idempotency_key.key, order_id, body_hash
    FROM unnest(${args.accountIds}::text[], ${args.keys}::text[]) AS given (account_id, key)
    JOIN idempotency_key ON idempotency_key.account_id = given.account_id
      AND idempotency_key.key = given.key
    WHERE expires_at > ${now}`,
);

const replayOf = (row: { order_id: string; body_hash: Uint8Array }, bodyHash: Uint8Array) => ({
  orderId: row.order_id,
  sameBody: Buffer.compare(row.body_hash, bodyHash) === 0,
});

const findReplay = (
  dialect: Dialect,
  { buyerId, key, bodyHash }: ReplayArgs,
): SingleStatement<Replay | undefined> =>
  liveKey(dialect, { accountId: buyerId, key }).as(([row]) => row && replayOf(row, bodyHash));

const nameOf = (accountId: string, key: string) => `${accountId} ${key}`;

export const findReplays: BatchedOperation<ReplayArgs, Replay | undefined> = {
  kind: 'lookup',
  one: findReplay,
  many(dialect, all) {
    const statement = liveKeys(dialect, {
      accountIds: all.map(({ buyerId }) => buyerId),
      keys: all.map(({ key }) => key),
    });
    return statement.as((rows) => {
      const live = new Map(rows.map((row) => [nameOf(row.account_id, row.key), row]));
      return all.map(({ buyerId, key, bodyHash }) => {
        const row = live.get(nameOf(buyerId, key));
        return row && replayOf(row, bodyHash);
      });
    });
  },
};
