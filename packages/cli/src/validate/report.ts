import type { Check, Warning } from '@mkt/protocol';

/** What was found out about a service, or about its contract alone. */
export interface ValidationReport {
  /** Whether it passes, `--strict` or not as it was asked. */
  ok: boolean;
  /** The address or the file. */
  subject: string;
  /** Of the contract, where it could be read. */
  title: string | null;
  counts: { failed: number; passed: number; skipped: number; advice: number };
  checks: Check[];
  warnings: Warning[];
  durationMs: number;
}

/** Advice that is not followed fails only where that was asked for. */
export const fails = (check: Check, isStrict: boolean): boolean =>
  check.outcome === 'failed' && (isStrict || check.level !== 'advice');

export function reportOf(
  found: Pick<ValidationReport, 'subject' | 'title' | 'checks' | 'warnings' | 'durationMs'>,
  isStrict: boolean,
): ValidationReport {
  const { checks } = found;
  const count = (test: (check: Check) => boolean) => checks.filter(test).length;
  const failed = count((check) => fails(check, isStrict));
  return {
    ok: failed === 0,
    ...found,
    durationMs: Math.round(found.durationMs),
    counts: {
      failed,
      passed: count(({ outcome }) => outcome === 'passed'),
      skipped: count(({ outcome }) => outcome === 'skipped'),
      advice: count((check) => check.outcome === 'failed' && !fails(check, isStrict)),
    },
  };
}
