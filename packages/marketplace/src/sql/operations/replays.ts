import { sql } from 'kysely';
import type { Together } from '../engine.ts';
import { now } from '../now.ts';
import { oneByOne, prepared, preparedSql, type Dialect, type Operation } from '../operation.ts';

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

const liveKey = prepared((db, args: { userId: string; key: string }) =>
  db
    .selectFrom('idempotency_key')
    .select(['order_id', 'body_hash'])
    .where('user_id', '=', args.userId)
    .where('key', '=', args.key)
    .where('expires_at', '>', now),
);

const liveKeys = preparedSql(
  (args: { userIds: readonly string[]; keys: readonly string[] }) => sql<{
    user_id: string;
    key: string;
    order_id: string;
    body_hash: Uint8Array;
  }>`
    SELECT idempotency_key.user_id, idempotency_key.key, order_id, body_hash
    FROM unnest(${args.userIds}::text[], ${args.keys}::text[]) AS given (user_id, key)
    JOIN idempotency_key ON idempotency_key.user_id = given.user_id
      AND idempotency_key.key = given.key
    WHERE expires_at > ${now}`,
);

const replayOf = (row: { order_id: string; body_hash: Uint8Array }, bodyHash: Uint8Array) => ({
  orderId: row.order_id,
  sameBody: Buffer.compare(row.body_hash, bodyHash) === 0,
});

function* findReplay(
  dialect: Dialect,
  { buyerId, key, bodyHash }: ReplayArgs,
): Operation<Replay | undefined> {
  const [row] = yield* liveKey(dialect, { userId: buyerId, key });
  return row && replayOf(row, bodyHash);
}

const nameOf = (userId: string, key: string) => `${userId} ${key}`;

export const findReplays: Together<ReplayArgs, Replay | undefined> = {
  of: 'look-ups',
  *run(dialect, all) {
    if (dialect.name === 'sqlite') return yield* oneByOne(findReplay, dialect, all);
    const rows = yield* liveKeys(dialect, {
      userIds: all.map(({ buyerId }) => buyerId),
      keys: all.map(({ key }) => key),
    });
    const live = new Map(rows.map((row) => [nameOf(row.user_id, row.key), row]));
    return all.map(({ buyerId, key, bodyHash }) => {
      const row = live.get(nameOf(buyerId, key));
      return row && replayOf(row, bodyHash);
    });
  },
};
