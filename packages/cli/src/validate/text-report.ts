import { checkLines, warningLine } from '../show/check.ts';
import type { Style } from '../terminal/style.ts';
import { fails, type ValidationReport } from './summary.ts';
import { formatDuration } from '../show/time.ts';

const WIDTH = 64;

/** The report as text. */
export function textReport(report: ValidationReport, isStrict: boolean, style: Style): string {
  const { title, subject, checks, warnings } = report;
  const head = [...(title ? [style.bold(title)] : []), subject, countWords(checks.length)];
  const lines = checks.flatMap((check) =>
    check.outcome === 'failed' && !fails(check, isStrict)
      ? checkLines({ ...check, outcome: 'skipped', message: adviceOf(check) }, style)
      : checkLines(check, style),
  );
  return [
    head.join(' · '),
    '',
    ...lines,
    ...warnings.map((warning) => warningLine(warning, style)),
    '',
    summary(report),
  ].join('\n');
}

const countWords = (count: number) => (count === 1 ? '1 check' : `${count} checks`);

const adviceOf = ({ message, fix }: { message: string; fix?: string }) =>
  `advice: ${message}${fix ? `. ${fix}` : ''}`;

function summary({ counts, durationMs }: ValidationReport): string {
  const parts = [
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
    `${counts.passed} passed`,
    ...(counts.skipped > 0 ? [`${counts.skipped} skipped`] : []),
    ...(counts.advice > 0 ? [`${counts.advice} with advice`] : []),
  ];
  return `${parts.join(' · ').padEnd(WIDTH)}${formatDuration(durationMs)}`;
}
