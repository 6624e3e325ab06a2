import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package: `src/` and `dist/`, where this file may be, are directly in it. */
export const PACKAGE_ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The version of this package, read on demand. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  return (manifest as { version: string }).version;
}
