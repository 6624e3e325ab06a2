import type { Check, CheckOutcome, HistoryEntry, Warning } from '@mkt/protocol';
import { detailsBeside } from '../errors/cli-error.ts';
import type { Style } from '../terminal/style.ts';

const NAME_WIDTH = 22;

export function checkSign(outcome: CheckOutcome, style: Style): string {
  switch (outcome) {
    case 'passed':
      return style.green('✔');
    case 'failed':
      return style.red('✖');
    case 'skipped':
      return style.dim('-');
  }
}

const INDENT = ' '.repeat(NAME_WIDTH + 5);

/**
 * The lines of a check: its result and, if it failed, whether that blocks publishing, the locations that
 * its message does not name, and the fix.
 */
export function checkLines(
  check: Check,
  style: Style,
  { isAdvice = false }: { isAdvice?: boolean } = {},
): string[] {
  const indent = INDENT;
  const details = detailsBeside(check.message, check.details ?? []);
  const isFailed = check.outcome === 'failed';
  const sign = isFailed && isAdvice ? style.yellow('i') : checkSign(check.outcome, style);
  const words = isFailed && isAdvice ? `advice: ${check.message}` : check.message;
  return [
    `  ${sign} ${check.name.padEnd(NAME_WIDTH)} ${words}`,
    ...(isFailed && check.level === 'required'
      ? [`${indent}${style.red('blocks publishing')}`]
      : []),
    ...details.map(({ path, message }) => `${indent}${path || '(root)'}  ${message}`),
    ...(check.outcome === 'failed' && check.fix ? [`${indent}${check.fix}`] : []),
  ];
}

export const warningLine = ({ message, path }: Warning, style: Style): string =>
  `  ${style.yellow('!')} ${'warning'.padEnd(NAME_WIDTH)} ${path ? `${path}  ` : ''}${message}`;

/** The checks that were skipped for one reason. */
export const skippedLines = (reason: string, names: readonly string[], style: Style): string[] => [
  `  ${checkSign('skipped', style)} ${'skipped'.padEnd(NAME_WIDTH)} ${names.join(', ')}`,
  `${INDENT}${reason}`,
];

type Finding = HistoryEntry['findings'][number];

const SIDES = { inputSchema: 'input', outputSchema: 'result' } as const;

/** `result: "words" may now be left out.`: a finding about a schema says whose schema it is. */
export function findingText({ path, message }: Pick<Finding, 'path' | 'message'>): string {
  const [, schema] = /^\/runContract\/(inputSchema|outputSchema)(?:\/|$)/.exec(path) ?? [];
  return schema === undefined ? message : `${SIDES[schema as keyof typeof SIDES]}: ${message}`;
}
