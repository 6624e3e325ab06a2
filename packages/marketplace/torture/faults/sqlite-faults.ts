import Database from 'better-sqlite3';
import type { OnStatement } from './intercept-sqlite.ts';

/** What goes wrong with a statement. */
export interface FaultKind {
  name: string;
  code: string;
  /** What SQLite did by then: nothing, or it ended the transaction, or the commit after all. */
  did: 'nothing' | 'rollback' | 'commit';
}

export const FAULT_KINDS: readonly FaultKind[] = [
  { name: 'disk full', code: 'SQLITE_FULL', did: 'nothing' },
  { name: 'disk full, rolled back', code: 'SQLITE_FULL', did: 'rollback' },
  { name: 'I/O error, rolled back', code: 'SQLITE_IOERR_WRITE', did: 'rollback' },
  { name: 'locked', code: 'SQLITE_BUSY', did: 'nothing' },
  { name: 'stored, but told as failed', code: 'SQLITE_IOERR', did: 'commit' },
];

const COMMIT = /^commit$/i;
const WRITE = /^\s*(insert|update|delete|commit)/i;

/** SQLite's ROLLBACK ends the transaction whatever the disk says: there is nothing in it that can fail. */
const ROLLBACK = /^rollback$/i;

/** Which statements may fail. */
const STATEMENTS = {
  all: (sql: string) => !ROLLBACK.test(sql),
  writes: (sql: string) => WRITE.test(sql),
  commits: (sql: string) => COMMIT.test(sql),
};

export interface FaultPlan {
  kind: FaultKind;
  statements: keyof typeof STATEMENTS;
  /** The first of those that fails, from 1. */
  from: number;
  /** So many fail, one after the other. */
  count: number;
}

/** Makes statements fail as a plan has it. */
export function createSqliteFaults(): {
  onStatement: OnStatement;
  arm(plan: FaultPlan): void;
  disarm(): void;
  /** Since it was armed: statements that might have failed, and those that did. */
  counts(): { statements: number; failed: number };
} {
  let plan: FaultPlan | undefined;
  let statements = 0;
  let failed = 0;

  return {
    onStatement(sql, run, connection) {
      if (!plan || !STATEMENTS[plan.statements](sql)) return run();
      statements += 1;
      if (statements < plan.from || failed >= plan.count) return run();
      failed += 1;
      const { did, code, name } = plan.kind;
      if (did === 'commit') run();
      if (did === 'rollback' && connection.inTransaction) connection.exec('ROLLBACK');
      throw new Database.SqliteError(name, code);
    },
    arm(next) {
      plan = next;
      statements = 0;
      failed = 0;
    },
    disarm() {
      plan = undefined;
    },
    counts: () => ({ statements, failed }),
  };
}
