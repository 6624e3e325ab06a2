/** What goes wrong with a statement. */
export interface FaultKind {
  name: string;
  /** SQLite's or Postgres' own; none for what the driver says by itself. */
  code: string;
  /**
   * What the database did by then: nothing, or it ended the transaction, or the statement after
   * all, and only its answer is lost.
   */
  did: 'nothing' | 'rollback' | 'statement';
}

/** Which statements may fail. */
const STATEMENTS = {
  all: () => true,
  writes: (sql: string) => /^\s*(insert|update|delete|commit)/i.test(sql),
  commits: (sql: string) => /^commit$/i.test(sql),
};

export interface FaultPlan {
  kind: FaultKind;
  statements: keyof typeof STATEMENTS;
  /** The first of those that fails, from 1. */
  from: number;
  /** So many fail, one after the other. */
  count: number;
}

export interface Faults {
  arm(plan: FaultPlan): void;
  disarm(): void;
  /** Since it was armed: statements that might have failed, and those that did. */
  counts(): { statements: number; failed: number };
}

/** Counts statements, and tells of each whether it fails now, and how. */
export function createFaults(): Faults & { next(sql: string): FaultKind | undefined } {
  let plan: FaultPlan | undefined;
  let statements = 0;
  let failed = 0;
  return {
    next(sql) {
      if (!plan || !STATEMENTS[plan.statements](sql)) return undefined;
      statements += 1;
      if (statements < plan.from || failed >= plan.count) return undefined;
      failed += 1;
      return plan.kind;
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
