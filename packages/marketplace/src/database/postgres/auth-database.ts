import { createAuthDatabase, type AuthDatabase } from '../auth-database.ts';
import { createPool, type PostgresAddress } from './pool.ts';
import { withSession } from './session.ts';
import { toStorageError } from './storage-error.ts';

/** A connection of its own, opened at the first statement, so that orders keep all of theirs. */
export function openAuthDatabase(address: PostgresAddress): AuthDatabase {
  const pool = createPool({ ...address, connections: 1 });
  return createAuthDatabase(
    'postgres',
    async (statement) => {
      try {
        return await withSession(pool, ({ execute }) => execute(statement));
      } catch (error) {
        throw toStorageError(error, 'statementOfAuth');
      }
    },
    () => pool.end(),
  );
}
