import { describeError, type ToldError } from './describe-error.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import type { Shell } from '../terminal/shell.ts';
import { styleOf, type Style } from '../terminal/style.ts';

/** Where the dim tail of an error begins on a line that has room for it. */
const TAIL_COLUMN = 72;
const GAP = 3;
const MAX_CAUSES = 8;

/** Tells an error on stderr and answers the exit code. */
export async function reportError(
  error: unknown,
  shell: Shell,
  argv: readonly string[],
): Promise<number> {
  const told = await describeError(error);
  const { stderr, env } = shell;
  const isVerbose = argv.includes('--verbose');
  // By the text of the command line: what could not be parsed has no options yet.
  if (argv.includes('--json')) {
    stderr.write(`${printableJson(jsonOf(told))}\n`);
    return told.exitCode;
  }
  const style = styleOf(stderr, env, !argv.includes('--no-color'));
  const lines = withTail(linesOf(told, style), told, { style, columns: stderr.columns ?? 100 });
  if (!told.isShown) stderr.write(`${lines.join('\n')}\n`);
  if (isVerbose) for (const line of causesOf(error)) stderr.write(`${style.dim(line)}\n`);
  return told.exitCode;
}

const jsonOf = ({ message, type, requestId, details, checks, exitCode }: ToldError) => ({
  error: message,
  type,
  ...(requestId === undefined ? {} : { requestId }),
  ...(details.length > 0 ? { details } : {}),
  ...(checks.length > 0 ? { checks } : {}),
  exitCode,
});

function linesOf(told: ToldError, style: Style): string[] {
  const lines = [`${style.red('✖')} ${printable(told.message)}`];
  const paths = told.details.map(({ path }) => printable(path) || '(all of it)');
  const width = Math.max(0, ...paths.map((path) => path.length));
  for (const [index, { message }] of told.details.entries()) {
    lines.push(`  ${(paths[index] ?? '').padEnd(width)}   ${printable(message)}`);
  }
  for (const check of told.checks.filter(({ outcome }) => outcome === 'failed')) {
    lines.push(`  ${style.red('✖')} ${printable(check.name)}: ${printable(check.message)}`);
    if (check.fix) lines.push(`    ${printable(check.fix)}`);
  }
  if (told.next) lines.push(`  ${printable(told.next)}`);
  return lines;
}

/** Type and request id, for who asks for help: on the last line where there is room. */
function withTail(
  lines: string[],
  { type, requestId }: ToldError,
  { style, columns }: { style: Style; columns: number },
): string[] {
  const request = requestId === undefined ? '' : ` · request ${printable(requestId)}`;
  const tail = `${printable(type)}${request}`;
  const last = lines.at(-1) ?? '';
  const start = Math.min(TAIL_COLUMN, columns - tail.length);
  return lines.length > 1 && last.length + GAP <= start
    ? [...lines.slice(0, -1), `${last.padEnd(start)}${style.dim(tail)}`]
    : [...lines, `  ${style.dim(tail)}`];
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
  return lines.flatMap((line) => line.split('\n')).map(printable);
}
