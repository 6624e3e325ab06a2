import { createAuthDatabase, type AuthDatabase } from '../auth-database.ts';
import type { Engine } from '../engine.ts';
import { SingleStatement, type Statement, type StatementOutcome } from '../operation.ts';

const statementOfAuth = (_: unknown, statement: Statement) =>
  new SingleStatement(statement, (outcome: StatementOutcome) => outcome);

/**
 * Runs on the connection of the engine, and its writes in the commits of all others. A second
 * connection would make every write look like that of another process, which costs a look at the
 * list of changed rows; and a database in memory would be another one.
 */
export function openAuthDatabase({ read, writeOnce }: Engine): AuthDatabase {
  return createAuthDatabase(
    'sqlite',
    (statement, reads) => (reads ? read : writeOnce)(statementOfAuth, statement),
    () => Promise.resolve(),
  );
}
