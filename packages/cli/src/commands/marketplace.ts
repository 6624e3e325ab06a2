import { CliError } from '../errors/cli-error.ts';
import type { Shell } from '../terminal/shell.ts';

/** A variable, so that the compiler does not need the package to be there. */
const PROGRAM: string = '@mkt/marketplace/main';

/** Hands everything to the marketplace's own command line, where that is installed. */
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
    throw new CliError('not_installed', 'The marketplace itself is not installed here.', {
      next: 'npm install --save-dev @mkt/marketplace, or: npx @mkt/marketplace serve --dev',
      cause: error,
    });
  }
}

/** Whether the package is not there; one that is there and lacks something of its own is a defect. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes("'@mkt/marketplace'")
  );
}
