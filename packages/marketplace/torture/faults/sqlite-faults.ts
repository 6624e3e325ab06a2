import Database from 'better-sqlite3';
import type { createFaults, FaultKind } from './fault-plan.ts';
import { interceptSqlite } from './intercept-sqlite.ts';

export const SQLITE_FAULTS: readonly FaultKind[] = [
  { name: 'disk full', code: 'SQLITE_FULL', effect: 'nothing' },
  { name: 'disk full, rolled back', code: 'SQLITE_FULL', effect: 'rollback' },
  { name: 'I/O error, rolled back', code: 'SQLITE_IOERR_WRITE', effect: 'rollback' },
  { name: 'locked', code: 'SQLITE_BUSY', effect: 'nothing' },
  { name: 'stored, but reported as failed', code: 'SQLITE_IOERR', effect: 'statement' },
];

/** ROLLBACK is never made to fail: SQLite ends the transaction whatever the disk does. */
const ROLLBACK = /^rollback$/i;

/** Makes SQLite fail as planned; the returned function ends it. */
export function makeSqliteFail({ next }: Pick<ReturnType<typeof createFaults>, 'next'>) {
  return interceptSqlite((sql, run, connection) => {
    const kind = ROLLBACK.test(sql) ? undefined : next(sql);
    if (!kind) return run();
    if (kind.effect === 'statement') run();
    if (kind.effect === 'rollback' && connection.inTransaction) connection.exec('ROLLBACK');
    throw new Database.SqliteError(kind.name, kind.code);
  });
}
