import { isLoopback } from '../store/loopback.ts';
import type { Output } from '../terminal/output.ts';
import type { Shell } from '../terminal/shell.ts';
import type { ShownCode } from './device-login.ts';

/** The rows of a QR code, two of its rows in each; light is drawn, dark is left blank. */
async function qrRows(text: string): Promise<string[]> {
  const { renderUnicodeCompact } = await import('uqr');
  return renderUnicodeCompact(text, { border: 2 }).split('\n');
}

/** Prints the page and the code, and on a terminal a QR code, unless the page is on this machine. */
export async function showCode(
  { output, shell }: { output: Output; shell: Pick<Shell, 'stderr' | 'env'> },
  { page, pageWithCode, userCode, isElsewhere }: ShownCode,
): Promise<void> {
  const { stderr, env } = shell;
  output.line('To log in, open this page in any browser and enter the code:');
  output.line();
  output.line(`  ${page}`);
  output.line(`  ${output.style.bold(userCode)}`);
  output.line();
  if (isElsewhere) {
    const { host } = new URL(page);
    output.warn(
      `This page belongs to ${host}, not to the marketplace that you are logging in to. If you allow the login, that marketplace gets a key to your account at ${host}: continue only if you trust it.`,
    );
    return;
  }
  // A phone cannot open the page of this machine.
  const hasUse = stderr.isTTY === true && env['TERM'] !== 'dumb' && !isLoopback(pageWithCode);
  if (!hasUse) return;
  const rows = await qrRows(pageWithCode);
  if (rows.some((row) => row.length > (stderr.columns ?? 0))) return;
  for (const row of rows) output.line(output.style.contrast(row));
  output.line();
}
