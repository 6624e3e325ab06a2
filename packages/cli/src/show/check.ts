import type { Check, CheckOutcome, Warning } from '@mkt/protocol';
import type { Style } from '../terminal/style.ts';

const NAME_WIDTH = 22;

export function checkSign(outcome: CheckOutcome, style: Style): string {
  switch (outcome) {
    case 'passed':
      return style.green('✔');
    case 'failed':
      return style.red('✖');
    case 'skipped':
      return style.yellow('!');
  }
}

/** The lines of a check: its result and, if it failed, the locations and the fix. */
export function checkLines(check: Check, style: Style): string[] {
  const indent = ' '.repeat(NAME_WIDTH + 5);
  const details = check.details ?? [];
  return [
    `  ${checkSign(check.outcome, style)} ${check.name.padEnd(NAME_WIDTH)} ${check.message}`,
    ...details.map(({ path, message }) => `${indent}${path || '(root)'}  ${message}`),
    ...(check.outcome === 'failed' && check.fix ? [`${indent}${check.fix}`] : []),
  ];
}

export const warningLine = ({ message, path }: Warning, style: Style): string =>
  `  ${style.yellow('!')} ${path ? `${path}  ` : ''}${message}`;
