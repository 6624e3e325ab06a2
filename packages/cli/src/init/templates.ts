import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../this-package.ts';

export interface Templates {
  folder: string;
  names: string[];
  /** The repository, if this package runs in a clone of it. */
  checkout: string | undefined;
}

/**
 * Finds the templates, one per folder: in a checkout those of the repository, otherwise the copy that
 * was packed with this package (`scripts/pack-templates.mjs`).
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
