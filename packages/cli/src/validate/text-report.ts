import type { Check } from '@mkt/protocol';
import { checkLines, skippedLines, warningLine } from '../show/check.ts';
import type { Style } from '../terminal/style.ts';
import { fails, type ValidationReport } from './summary.ts';
import { formatDuration } from '../show/time.ts';

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
