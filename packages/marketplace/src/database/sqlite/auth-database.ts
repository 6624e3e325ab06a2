import { createAuthDatabase, type AuthDatabase } from '../auth-database.ts';
import type { Engine } from '../engine.ts';
import { SingleStatement, type Statement, type StatementOutcome } from '../operation.ts';

const statementOfAuth = (_: unknown, statement: Statement) =>
  new SingleStatement(statement, (outcome: StatementOutcome) => outcome);

/**
 * Runs on the engine's connection, so that its writes share commits with all others. Writes on a
 * second connection would look like those of another process, and each would make the read cache
 * check the list of changed rows; and a second connection to a database in memory would open a
 * different database.
 */
export function openAuthDatabase({ read, writeOnce }: Engine): AuthDatabase {
  return createAuthDatabase(
    'sqlite',
    (statement, reads) => (reads ? read : writeOnce)(statementOfAuth, statement),
    () => Promise.resolve(),
  );
}
