import type { Membership, NewUser } from '../../domain/user.ts';
import { now } from '../now.ts';
import { execute, prepared, type Dialect, type Operation } from '../operation.ts';
import { isSuspended } from './account.ts';

/** `createdAt` is ISO 8601, as the accounts library stores times. */
export type StoredUser = NewUser & { createdAt: string };

/** Whether the person was stored; false if another one has this e-mail address already. */
export function* insertUser(
  { db }: Dialect,
  { ids, name, email, passwordHash, createdAt }: StoredUser,
): Operation<boolean> {
  const times = { createdAt, updatedAt: createdAt };
  const added = yield* execute(
    db
      .insertInto('user')
      .values({ id: ids.user, name, email: email.toLowerCase(), image: null, ...times })
      .onConflict((conflict) => conflict.column('email').doNothing()),
  );
  if (added === 0) return false;
  yield* execute(
    db.insertInto('auth_credential').values({
      id: ids.credential,
      accountId: ids.user,
      providerId: 'credential',
      userId: ids.user,
      password: passwordHash,
      ...times,
    }),
  );
  yield* execute(
    db.insertInto('account').values({
      id: ids.account,
      name,
      created_at: now,
      suspended_at: null,
      suspension_reason: null,
    }),
  );
  yield* execute(
    db
      .insertInto('account_member')
      .values({ account_id: ids.account, user_id: ids.user, created_at: now }),
  );
  return true;
}

const membership = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('account_member')
    .select('account_id')
    .select(isSuspended('account_member.account_id').as('suspended'))
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .limit(1),
);

export const findMembership = (dialect: Dialect, userId: string) =>
  membership(dialect, { userId }).as(([row]): Membership | undefined =>
    row ? { accountId: row.account_id, suspended: row.suspended > 0 } : undefined,
  );
