import type { Check, Warning } from '@mkt/protocol';
import { checkLines, skippedLines, warningLine } from '../show/check.ts';
import { formatDuration } from '../show/price.ts';
import type { Style } from '../terminal/style.ts';

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
const fails = (check: Check, isStrict: boolean): boolean =>
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

interface Shown {
  isStrict: boolean;
  /** Whether to list passed checks too. */
  isVerbose: boolean;
}

/** The report as text. Checks that were skipped for the same reason share a line. */
export function textReport(
  report: ValidationReport,
  { isStrict, isVerbose }: Shown,
  style: Style,
): string {
  const { title, subject, checks, warnings } = report;
  const head = [...(title ? [style.bold(title)] : []), subject, countWords(checks.length)];
  const lines = checks.flatMap((check) => {
    if (check.outcome === 'skipped' || (check.outcome === 'passed' && !isVerbose)) return [];
    return checkLines(check, style, { isAdvice: !fails(check, isStrict) });
  });
  const shown = [
    ...lines,
    ...warnings.map((warning) => warningLine(warning, style)),
    ...skippedByReason(checks).flatMap(([reason, names]) => skippedLines(reason, names, style)),
  ];
  const body = shown.length > 0 ? ['', ...shown, ''] : [''];
  const rest = isVerbose || report.counts.passed === 0 ? '' : '   all of them: --verbose';
  return [head.join(' · '), ...body, `${summary(report)}${rest}`].join('\n');
}

function skippedByReason(checks: readonly Check[]): [reason: string, names: string[]][] {
  const names = new Map<string, string[]>();
  for (const { name, outcome, message } of checks) {
    if (outcome === 'skipped') names.set(message, [...(names.get(message) ?? []), name]);
  }
  return [...names];
}

const countWords = (count: number) => (count === 1 ? '1 check' : `${count} checks`);

function summary({ counts, checks, durationMs }: ValidationReport): string {
  const blocking = checks.filter(
    ({ outcome, level }) => outcome === 'failed' && level === 'required',
  );
  const failed = `${counts.failed} failed${blocking.length > 0 ? ` (${blocking.length} blocks publishing)` : ''}`;
  const parts = [
    ...(counts.failed > 0
      ? [blocking.length > 1 ? failed.replace('blocks', 'block') : failed]
      : []),
    `${counts.passed} passed`,
    ...(counts.skipped > 0 ? [`${counts.skipped} skipped`] : []),
    ...(counts.advice > 0 ? [`${counts.advice} with advice`] : []),
  ];
  return `${parts.join(' · ')} · ${formatDuration(durationMs)}`;
}
