import Database from 'better-sqlite3';
import type { createFaults, FaultKind } from './fault-plan.ts';
import { interceptSqlite } from './intercept-sqlite.ts';

export const SQLITE_FAULTS: readonly FaultKind[] = [
  { name: 'disk full', code: 'SQLITE_FULL', did: 'nothing' },
  { name: 'disk full, rolled back', code: 'SQLITE_FULL', did: 'rollback' },
  { name: 'I/O error, rolled back', code: 'SQLITE_IOERR_WRITE', did: 'rollback' },
  { name: 'locked', code: 'SQLITE_BUSY', did: 'nothing' },
  { name: 'stored, but told as failed', code: 'SQLITE_IOERR', did: 'statement' },
];

/** SQLite's ROLLBACK ends the transaction whatever the disk says: there is nothing in it that can fail. */
const ROLLBACK = /^rollback$/i;

/** Makes SQLite fail as it is told to; the result ends it. */
export function makeSqliteFail({ next }: Pick<ReturnType<typeof createFaults>, 'next'>) {
  return interceptSqlite((sql, run, connection) => {
    const kind = ROLLBACK.test(sql) ? undefined : next(sql);
    if (!kind) return run();
    if (kind.did === 'statement') run();
    if (kind.did === 'rollback' && connection.inTransaction) connection.exec('ROLLBACK');
    throw new Database.SqliteError(kind.name, kind.code);
  });
}
