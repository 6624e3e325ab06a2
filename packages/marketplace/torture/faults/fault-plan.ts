/** A way in which a statement fails. */
export interface FaultKind {
  name: string;
  /** The code of SQLite or Postgres; empty for errors of the driver. */
  code: string;
  /**
   * What the database did before it failed: nothing, a rollback of the transaction, or the statement
   * itself, so that only the response is lost.
   */
  effect: 'nothing' | 'rollback' | 'statement';
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
  /** The first of those statements that fails, from 1. */
  from: number;
  /** How many consecutive statements fail. */
  count: number;
}

export interface Faults {
  arm(plan: FaultPlan): void;
  disarm(): void;
  /** Since it was armed: statements that could have failed, and those that did. */
  counts(): { statements: number; failed: number };
}

/** Counts statements and decides for each whether and how it fails. */
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
