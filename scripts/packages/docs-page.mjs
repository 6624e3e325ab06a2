// The page at /docs is shipped within the marketplace's dist. As a dependency, swagger-ui-dist would
// run a script at each installation that reports it to a third party.
import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';

/** The license text is what the first line of the script refers to. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt'];

/** Copies the page, and returns the folder of the package that is now within dist. */
export function copyDocsPage(root) {
  const marketplace = join('packages', 'marketplace');
  const swaggerUi = join(marketplace, 'node_modules', 'swagger-ui-dist');
  const target = join(root, marketplace, 'dist', 'docs');
  cpSync(join(root, marketplace, 'docs-page'), target, { recursive: true });
  for (const file of FILES) copyFileSync(join(root, swaggerUi, file), join(target, file));
  return swaggerUi;
}
