import { join } from 'node:path';
import { ROOT } from '../../../scripts/install.mjs';

export const CAST = join(ROOT, 'docs/images/first-sale.cast');
export const SVG = join(ROOT, 'docs/images/first-sale.svg');
/** For readers who do not see the drawing. */
export const TITLE = 'A terminal: from npx mkt init in an empty folder to the first sold call.';
