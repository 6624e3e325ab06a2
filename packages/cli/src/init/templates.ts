import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../this-package.ts';

export interface Templates {
  folder: string;
  names: string[];
  /** The repository that this package is run from, before it is published. */
  checkout: string | undefined;
}

/**
 * Every folder of the templates is one. They are the repository's own in a checkout, else the copy
 * that was packed with this package (`scripts/pack-templates.mjs`).
 */
export function findTemplates(): Templates {
  const checkout = findCheckout();
  const folder = join(checkout ?? PACKAGE_ROOT, 'templates');
  const names = existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name))
        .map(({ name }) => name)
    : [];
  return { folder, names: names.toSorted(), checkout };
}

function findCheckout(): string | undefined {
  const root = join(PACKAGE_ROOT, '..', '..');
  const isCheckout =
    existsSync(join(root, 'pnpm-workspace.yaml')) &&
    existsSync(join(root, 'packages', 'cli', 'src'));
  return isCheckout ? root : undefined;
}
