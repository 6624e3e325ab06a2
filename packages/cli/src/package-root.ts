import { fileURLToPath } from 'node:url';

/** The folder of this package. Correct from `src/` and from `dist/`: both lie directly in it. */
export const PACKAGE_ROOT = fileURLToPath(new URL('..', import.meta.url));
