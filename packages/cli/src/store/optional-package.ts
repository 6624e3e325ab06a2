import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isTrustedCode } from './owner.ts';
import { CliError } from '../errors/cli-error.ts';

/**
 * Imports a module of a package that need not be installed: beside `mkt` itself, else in the project,
 * because `npx mkt` runs from a folder of npm. `module` is a variable of the caller, so that the code
 * compiles where the package is missing.
 */
export async function importOptional<Module>(
  module: string,
  { folder }: { folder: string },
): Promise<Module> {
  const [scope, name] = module.split('/');
  const packageName = `${scope}/${name}`;
  try {
    return (await import(module)) as Module;
  } catch (error) {
    if (!isMissing(error, packageName)) throw error;
    const inProject = resolveIn(folder, module);
    if (inProject !== undefined && isTrustedCode(inProject))
      return (await import(pathToFileURL(inProject).href)) as Module;
    throw new CliError('not_installed', `The package ${packageName} is not installed.`, {
      next: `Install it: npm install --save-dev ${packageName}`,
      cause: error,
    });
  }
}

function resolveIn(folder: string, module: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve(module);
  } catch {
    return undefined;
  }
}

/** Whether the package itself is missing, rather than one of its dependencies. */
function isMissing(error: unknown, packageName: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(`'${packageName}'`)
  );
}
