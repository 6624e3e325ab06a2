import { describeError } from '../errors/describe-error.ts';
import { Interrupted } from '../terminal/shell.ts';
import type { Style } from '../terminal/style.ts';

/** One thing that `mkt doctor` looked at. */
export interface Finding {
  name:
    | 'node'
    | 'mkt'
    | 'seller-kit'
    | 'marketplace'
    | 'clock'
    | 'key'
    | 'scopes'
    | 'listing'
    | 'contract'
    | 'secret'
    | 'orders'
    | 'service'
    | 'service-clock'
    | 'certificate';
  outcome: 'passed' | 'advice' | 'failed' | 'skipped';
  /** One sentence. */
  message: string;
  /** One line for each reason. */
  reasons?: readonly string[];
  /** A command line that leads on. */
  next?: string;
}

type Name = Finding['name'];

export const passed = (name: Name, message: string): Finding => ({
  name,
  outcome: 'passed',
  message,
});

export const failed = (name: Name, message: string, next: string): Finding => ({
  name,
  outcome: 'failed',
  message,
  next,
});

export const advice = (name: Name, message: string, next: string): Finding => ({
  name,
  outcome: 'advice',
  message,
  next,
});

export const skipped = (name: Name, message: string, next?: string): Finding => ({
  name,
  outcome: 'skipped',
  message,
  ...(next === undefined ? {} : { next }),
});

/** The finding for a request that failed; an interruption is not a finding. */
export async function failedRequest(name: Name, error: unknown, next: string): Promise<Finding> {
  if (error instanceof Interrupted) throw error;
  const { message } = await describeError(error, {});
  return failed(name, message, next);
}

const NAME_WIDTH = 15;
const OUTCOMES = ['failed', 'advice', 'passed', 'skipped'] as const;
const COUNTED = {
  failed: 'failed',
  advice: 'with advice',
  passed: 'passed',
  skipped: 'skipped',
} as const satisfies Record<Finding['outcome'], string>;

type Counts = Record<Finding['outcome'], number>;

export interface DoctorReport {
  /** Whether nothing failed. */
  ok: boolean;
  /** The address of the marketplace. */
  baseUrl: string;
  counts: Counts;
  findings: Finding[];
}

export function doctorReport(baseUrl: string, findings: Finding[]): DoctorReport {
  const count = (wanted: Finding['outcome']) =>
    findings.filter(({ outcome }) => outcome === wanted).length;
  const counts: Counts = {
    failed: count('failed'),
    advice: count('advice'),
    passed: count('passed'),
    skipped: count('skipped'),
  };
  return { ok: counts.failed === 0, baseUrl, counts, findings };
}

/** A line for each finding, with its reasons and the next command below it. Passed ones are only counted. */
export function findingLines(
  { findings, counts }: DoctorReport,
  style: Style,
  { isVerbose }: { isVerbose: boolean },
): string {
  const indent = ' '.repeat(NAME_WIDTH + 5);
  const shown = findings.filter(
    (finding) => isVerbose || finding.outcome !== 'passed' || finding.reasons,
  );
  const lines = shown.flatMap(({ name, outcome, message, reasons = [], next }) => [
    `  ${signOf(outcome, style)} ${name.padEnd(NAME_WIDTH)} ${message}`,
    ...reasons.map((reason) => `${indent}${reason}`),
    ...(next === undefined ? [] : [`${indent}${next}`]),
  ]);
  const summary = OUTCOMES.filter((outcome) => counts[outcome] > 0).map(
    (outcome) => `${counts[outcome]} ${COUNTED[outcome]}`,
  );
  const rest = isVerbose || counts.passed === 0 ? '' : '   all of them: --verbose';
  return [...lines, ...(lines.length > 0 ? [''] : []), `${summary.join(' · ')}${rest}`].join('\n');
}

function signOf(outcome: Finding['outcome'], style: Style): string {
  switch (outcome) {
    case 'passed':
      return style.green('✔');
    case 'failed':
      return style.red('✖');
    case 'advice':
      return style.yellow('!');
    case 'skipped':
      return style.dim('-');
  }
}
