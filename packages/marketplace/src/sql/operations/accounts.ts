import { now } from '../now.ts';
import { execute, first, type Dialect, type Operation } from '../operation.ts';

export function* ensureAccount(
  { db }: Dialect,
  account: { id: string; email: string; name: string; createdAt: string },
): Operation<{ userId: string }> {
  const email = account.email.toLowerCase();
  yield* execute(
    db
      .insertInto('user')
      .values({
        id: account.id,
        name: account.name,
        email,
        emailVerified: 0,
        image: null,
        createdAt: account.createdAt,
        updatedAt: account.createdAt,
      })
      .onConflict((conflict) => conflict.column('email').doNothing()),
  );
  const row = yield* first(db.selectFrom('user').select('id').where('email', '=', email));
  return { userId: row?.id ?? account.id };
}

/** A value that the installation keeps for good: the first one given stays. */
export function* keepInstallationValue(
  { db }: Dialect,
  entry: { name: string; value: string },
): Operation<string> {
  yield* execute(
    db
      .insertInto('installation')
      .values(entry)
      .onConflict((conflict) => conflict.column('name').doNothing()),
  );
  const row = yield* first(
    db.selectFrom('installation').select('value').where('name', '=', entry.name),
  );
  return row?.value ?? entry.value;
}

/** Answers when the database can be read. */
export function* ping({ db }: Dialect): Operation<boolean> {
  const row = yield* first(db.selectNoFrom(now.as('now')));
  return row !== undefined;
}
