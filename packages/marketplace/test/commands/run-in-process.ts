import { vi } from 'vitest';
import { main } from '../../src/main.ts';

/** Runs a command of the operator in this process, which takes a fraction of the time of a new one. */
export async function runInProcess(args: readonly string[]) {
  const capture = (stream: NodeJS.WriteStream) =>
    vi.spyOn(stream, 'write').mockImplementation(() => true);
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  const textOf = ({ mock }: typeof stdout) => mock.calls.map(([text]) => String(text)).join('');
  try {
    const code = await main(args);
    return { code, stdout: textOf(stdout), stderr: textOf(stderr) };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}
