import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Everything that axe looked at and found right is most of its report, and takes longer to fetch than to find.
const VIOLATIONS = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`;

/** What axe finds on the page as it is shown, as `rule: element`. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  // Not by a script element, which the page's policy would refuse.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const violations = await page.evaluate<AxeResults['violations']>(VIOLATIONS);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any.map(({ message }) => message).join('; ')}`),
  );
}
