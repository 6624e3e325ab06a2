import { importOptional } from '../store/optional-package.ts';
import type { Shell } from '../terminal/shell.ts';

/** A variable, so that the code compiles where the optional package is missing. */
const PROGRAM: string = '@mkt/marketplace/main';

interface Program {
  main(argv: readonly string[]): Promise<number>;
}

/** Passes the arguments to the command line of @mkt/marketplace, if that is installed. */
export async function run(argv: readonly string[], shell: Shell): Promise<number> {
  const { main } = await importOptional<Program>(PROGRAM, { folder: shell.cwd });
  shell.signal.throwIfAborted();
  return await main(argv.length === 0 ? ['--help'] : argv);
}
