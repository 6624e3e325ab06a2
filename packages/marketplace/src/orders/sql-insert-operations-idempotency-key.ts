import { LIMITS } from '@mkt/protocol';
import { sql } from 'kysely';
import type { IdempotencyKey, Replay } from './idempotency-key.ts';
import type { BatchedOperation } from '../database/engine.ts';
import { now, nowPlus } from '../database/now.ts';
import {
  executeSql,
  prepared,
  preparedSql,
  preparedWrite,
  type Dialect,
  type SingleStatement,
} from '../database/operation.ts';

export interface ReplayArgs extends IdempotencyKey {
  buyerId: string;
}

const unexpiredKey = prepared((db, args: { accountId: string; key: string }) =>
  db
    .selectFrom('idempotency_key')
    .select(['order_id', 'body_hash'])
    .where('account_id', '=', args.accountId)
    .where('key', '=', args.key)
    .where('expires_at', '>', now),
);

const unexpiredKeys = preparedSql(
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
  unexpiredKey(dialect, { accountId: buyerId, key }).as(([row]) => row && replayOf(row, bodyHash));

const nameOf = (accountId: string, key: string) => `${accountId} ${key}`;

export const findReplays: BatchedOperation<ReplayArgs, Replay | undefined> = {
  kind: 'lookup',
  one: findReplay,
  many(dialect, all) {
    const statement = unexpiredKeys(dialect, {
      accountIds: all.map(({ buyerId }) => buyerId),
      keys: all.map(({ key }) => key),
    });
    return statement.as((rows) => {
      const found = new Map(rows.map((row) => [nameOf(row.account_id, row.key), row]));
      return all.map(({ buyerId, key, bodyHash }) => {
        const row = found.get(nameOf(buyerId, key));
        return row && replayOf(row, bodyHash);
      });
    });
  },
};

/**
 * Takes a key that is free or has expired: of several requests at once, one changes the row and the
 * others change nothing.
 */
export const takeKey = preparedWrite(
  (db, args: { accountId: string; key: string; bodyHash: Uint8Array; orderId: string }) =>
    db
      .insertInto('idempotency_key')
      .values({
        account_id: args.accountId,
        key: args.key,
        body_hash: args.bodyHash,
        order_id: args.orderId,
        expires_at: nowPlus(LIMITS.idempotencyMs),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'key'])
          .doUpdateSet({
            body_hash: (column) => column.ref('excluded.body_hash'),
            order_id: (column) => column.ref('excluded.order_id'),
            expires_at: (column) => column.ref('excluded.expires_at'),
          })
          .where('idempotency_key.expires_at', '<=', now),
      ),
);

export const pruneIdempotencyKeys = ({ db }: Dialect, limit: number): SingleStatement<number> =>
  executeSql(
    db,
    sql`DELETE FROM idempotency_key WHERE (account_id, key) IN (
      SELECT account_id, key FROM idempotency_key WHERE expires_at <= mkt_now() LIMIT ${limit})`,
  );
