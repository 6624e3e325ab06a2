import { CliError } from '../errors/cli-error.ts';
import type { Shell } from '../terminal/shell.ts';

/** A variable, so that the code compiles where the optional package is missing. */
const PROGRAM: string = '@mkt/marketplace/main';

/** Passes the arguments to the command line of @mkt/marketplace, if that is installed. */
export async function run(argv: readonly string[], shell: Shell): Promise<number> {
  const { main } = await load();
  shell.signal.throwIfAborted();
  return await main(argv.length === 0 ? ['--help'] : argv);
}

async function load(): Promise<{ main(argv: readonly string[]): Promise<number> }> {
  try {
    return await import(PROGRAM);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new CliError('not_installed', 'The package @mkt/marketplace is not installed.', {
      next: 'Install it: npm install --save-dev @mkt/marketplace',
      cause: error,
    });
  }
}

/** Whether the package itself is missing, rather than one of its dependencies. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes("'@mkt/marketplace'")
  );
}
