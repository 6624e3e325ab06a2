import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { PACKAGE_ROOT } from '../this-package.ts';

/** The repository, if this package runs in a clone of it. */
export function findCheckout(): string | undefined {
  const root = join(PACKAGE_ROOT, '..', '..');
  const isCheckout =
    existsSync(join(root, 'pnpm-workspace.yaml')) &&
    existsSync(join(root, 'packages', 'cli', 'src'));
  return isCheckout ? root : undefined;
}

/**
 * The folder of a template: in a checkout it is in the repository, otherwise in the copy that was packed
 * with this package (`scripts/pack-templates.mjs`).
 */
export function folderOfTemplate(name: string): string {
  const folder = join(findCheckout() ?? PACKAGE_ROOT, 'templates', name);
  if (existsSync(folder)) return folder;
  throw new CliError('not_installed', `This installation of mkt lacks the template ${name}.`, {
    next: 'Reinstall it: npm install --global @mkt/cli',
  });
}
