import { describeError, type ErrorReport } from './describe-error.ts';
import { detailsBeside } from './cli-error.ts';
import type { ErrorContext } from './error-context.ts';
import { asTyped } from '../terminal/output.ts';
import { printableJson, printableLine } from '../terminal/text.ts';
import type { Shell } from '../terminal/shell.ts';
import { styleOf, type Style } from '../terminal/style.ts';

const MAX_CAUSES = 8;
/** The options that print errors as JSON too. */
const AS_JSON = /^--(?:json$|jq(?:=|$))/;

/** Prints an error on stderr and returns the exit code. */
export async function reportError(
  error: unknown,
  shell: Shell,
  argv: readonly string[],
  context: ErrorContext = {},
): Promise<number> {
  const { stderr, env } = shell;
  const described = await describeError(error, context);
  const message = asTyped(described.message, env);
  const report = { ...described, message, next: described.next && asTyped(described.next, env) };
  const isVerbose = argv.includes('--verbose');
  // Read from argv: a command line that could not be parsed has no options.
  if (argv.some((argument) => AS_JSON.test(argument))) {
    stderr.write(`${printableJson(JSON.stringify(jsonOf(report)))}\n`);
    return report.exitCode;
  }
  const style = styleOf(stderr, env, !argv.includes('--no-color'));
  const lines = [...linesOf(report, style), ...identifiersOf(report, isVerbose).map(style.dim)];
  const print = (line: string) => stderr.write(`${printableLine(line)}\n`);
  if (!report.isShown) for (const line of lines) print(line);
  if (isVerbose) for (const line of causesOf(error)) print(style.dim(line));
  return report.exitCode;
}

const jsonOf = ({ message, details, checks, ...facts }: ErrorReport) => ({
  error: message,
  type: facts.type,
  next: facts.next,
  requestId: facts.requestId,
  idempotencyKey: facts.idempotencyKey,
  ...(details.length > 0 ? { details } : {}),
  ...(checks.length > 0 ? { checks } : {}),
  exitCode: facts.exitCode,
});

function linesOf(report: ErrorReport, style: Style): string[] {
  const lines = [`${style.red('✖')} ${report.message}`];
  const details = detailsBeside(report.message, report.details);
  const paths = details.map(({ path }) => path || '(root)');
  const width = Math.max(0, ...paths.map((path) => path.length));
  for (const [index, { message }] of details.entries()) {
    lines.push(`  ${(paths[index] ?? '').padEnd(width)}   ${message}`);
  }
  for (const check of report.checks.filter(({ outcome }) => outcome === 'failed')) {
    lines.push(`  ${style.red('✖')} ${check.name}: ${check.message}`);
    if (check.fix) lines.push(`    ${check.fix}`);
  }
  if (report.next) lines.push(`  ${report.next}`);
  return lines;
}

/**
 * The request id, which support needs; with `--verbose` the type too, which is for programs. On a line of
 * their own: the next step, often the last line, is copied into a shell.
 */
function identifiersOf({ type, requestId }: ErrorReport, isVerbose: boolean): string[] {
  // The message says it already.
  const code = isVerbose && type !== 'interrupted' ? [type] : [];
  const parts = [...code, ...(requestId === undefined ? [] : [`request ${requestId}`])];
  return parts.length === 0 ? [] : [`  ${parts.join(' · ')}`];
}

function causesOf(error: unknown): string[] {
  const lines: string[] = [];
  if (error instanceof Error && error.stack) lines.push(error.stack);
  let cause = error instanceof Error ? error.cause : undefined;
  while (cause !== undefined && lines.length < MAX_CAUSES) {
    lines.push(
      `  caused by ${cause instanceof Error ? `${cause.name}: ${cause.message}` : JSON.stringify(cause)}`,
    );
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return lines.flatMap((line) => line.split('\n'));
}
