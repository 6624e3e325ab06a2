/** An ordinary amount: it is not counted, so that most calls cost nothing here. */
const FREE = 4 * 1024;
const MAX_DEBTORS = 10_000;

export interface DebtOptions {
  /** How much each name pays back per second. */
  perSecond: number;
  /** The debt up to which nothing happens. */
  burst: number;
  /** Monotonic, in milliseconds. */
  nowMs(): number;
}

/**
 * Counts by name what was used up before its size was known, such as the bytes of responses. Whoever
 * owes more than `burst` has to wait until enough of it is paid back.
 */
export function createDebts({ perSecond, burst, nowMs }: DebtOptions) {
  const debts = new Map<string, { amount: number; atMs: number }>();

  function owed(name: string, atMs: number): number {
    const debt = debts.get(name);
    return debt ? Math.max(0, debt.amount - ((atMs - debt.atMs) * perSecond) / 1_000) : 0;
  }

  function removePaid(atMs: number): void {
    for (const name of debts.keys()) if (owed(name, atMs) === 0) debts.delete(name);
  }

  const waitMs = (name: string): number => {
    if (debts.size === 0) return 0;
    const excess = owed(name, nowMs()) - burst;
    return excess > 0 ? Math.ceil((1_000 * excess) / perSecond) : 0;
  };

  return {
    add(name: string, amount: number): void {
      if (amount <= FREE) return;
      const atMs = nowMs();
      debts.set(name, { amount: owed(name, atMs) + amount, atMs });
      if (debts.size > MAX_DEBTORS) removePaid(atMs);
    },
    /** How long the name still has to wait; 0 if it need not. */
    waitMs,
  };
}

export type Debts = ReturnType<typeof createDebts>;
