import type { Check, Warning } from '@mkt/protocol';

/** The result of checking a service or a contract document. */
export interface ValidationReport {
  /** Whether no check failed; with `--strict` advice counts as well. */
  ok: boolean;
  /** The address or the file that was checked. */
  subject: string;
  /** Title of the contract; `null` if it could not be read. */
  title: string | null;
  counts: { failed: number; passed: number; skipped: number; advice: number };
  checks: Check[];
  warnings: Warning[];
  durationMs: number;
}

/** Whether a check counts as failed. Advice does so only with `--strict`. */
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
