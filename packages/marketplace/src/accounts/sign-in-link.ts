import { sql } from 'kysely';
import type { PasswordReset } from './user-store.ts';
import { canonicalEmail, type SignInLink } from './user.ts';
import { now } from '../database/now.ts';
import {
  all,
  execute,
  first,
  type Dialect,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import type { LinkKind } from '../database/tables.ts';

export function* insertLink(
  { db }: Dialect,
  { link, lifetimeMs }: { link: SignInLink; lifetimeMs: number },
): Operation<'inserted' | 'known' | 'unknown'> {
  const email = canonicalEmail(link.email);
  const user = yield* first(db.selectFrom('user').select('id').where('email', '=', email));
  if (link.kind === 'invite' && user) return 'known';
  if (link.kind === 'reset' && !user) return 'unknown';
  yield* execute(
    db
      .deleteFrom('sign_in_link')
      .where(({ or, and, eb }) =>
        or([
          and([eb('email', '=', email), eb('kind', '=', link.kind)]),
          eb('expires_at', '<=', now),
        ]),
      ),
  );
  const expiresAt = sql<number>`mkt_now() + ${sql.lit(lifetimeMs)}`;
  yield* execute(
    db
      .insertInto('sign_in_link')
      .values({ hash: link.hash, kind: link.kind, email, expires_at: expiresAt }),
  );
  return 'inserted';
}

interface LinkRef {
  hash: Uint8Array;
  kind: LinkKind;
}

export const hasLink = ({ db }: Dialect, { hash, kind }: LinkRef) =>
  all(
    db
      .selectFrom('sign_in_link')
      .select('kind')
      .where('hash', '=', hash)
      .where('kind', '=', kind)
      .where('expires_at', '>', now),
  ).as((rows) => rows.length > 0);

/**
 * Deletes the link, and returns the e-mail address that it was for if it could still be used. With
 * `email`, only a link for that address: a typo does not use it up.
 */
export function* useLink(
  { db }: Dialect,
  { hash, kind, email }: LinkRef & { email?: string },
): Operation<string | undefined> {
  let link = db
    .deleteFrom('sign_in_link')
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now);
  if (email !== undefined) link = link.where('email', '=', canonicalEmail(email));
  const row = yield* first(link.returning('email'));
  return row?.email;
}

/** `at` is ISO 8601, as the accounts library stores times. */
export function* resetPassword(
  dialect: Dialect,
  { link, passwordHash, credentialId, at }: PasswordReset & { at: string },
): Operation<string | undefined> {
  const { db } = dialect;
  const email = yield* useLink(dialect, { hash: link, kind: 'reset' });
  if (email === undefined) return undefined;
  const user = yield* first(db.selectFrom('user').select('id').where('email', '=', email));
  if (!user) return undefined;
  const changed = yield* execute(
    db
      .updateTable('auth_credential')
      .set({ password: passwordHash, updatedAt: at })
      .where('userId', '=', user.id)
      .where('providerId', '=', 'credential'),
  );
  if (changed === 0) {
    yield* execute(
      db.insertInto('auth_credential').values({
        id: credentialId,
        accountId: user.id,
        providerId: 'credential',
        userId: user.id,
        password: passwordHash,
        createdAt: at,
        updatedAt: at,
      }),
    );
  }
  yield* execute(db.deleteFrom('session').where('userId', '=', user.id));
  return user.id;
}

export const pruneLinks = ({ db }: Dialect, limit: number): SingleStatement<number> =>
  execute(
    db
      .deleteFrom('sign_in_link')
      .where('hash', 'in', (expired) =>
        expired
          .selectFrom('sign_in_link')
          .select('hash')
          .where('expires_at', '<=', now)
          .limit(limit),
      ),
  );
