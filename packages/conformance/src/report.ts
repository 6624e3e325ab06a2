import type { Check } from '@mkt/protocol';
import { CHECK_NAMES, type CheckName } from './checks/check.ts';
import { skipped } from './checks/outcomes.ts';

/** Collects the checks of a battery as they complete. */
export interface Report {
  check(check: Check): void;
  has(name: CheckName): boolean;
  /** Why checks that were not reported were skipped. */
  reason: string;
  /** Every check of the battery, in order; those that were not reported are skipped. */
  finish(): Check[];
}

export function createReport(onCheck: ((check: Check) => void) | undefined): Report {
  const byName = new Map<string, Check>();
  const check = (each: Check) => {
    byName.set(each.name, each);
    onCheck?.(each);
  };
  const report: Report = {
    check,
    has: (name) => byName.has(name),
    reason: 'not tried',
    finish() {
      for (const name of CHECK_NAMES) {
        if (!byName.has(name)) check(skipped(name, report.reason));
      }
      return CHECK_NAMES.flatMap((name) => byName.get(name) ?? []);
    },
  };
  return report;
}
