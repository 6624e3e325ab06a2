import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Everything that axe looked at and found right is most of its report, and takes longer to fetch than to find.
const violations = (options: object) =>
  `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...options })}).then(({ violations }) => violations)`;

/** Everything that axe knows. */
const EVERY_RULE = violations({});

/** What depends on the colour scheme. */
const COLOURS = violations({ runOnly: ['color-contrast', 'link-in-text-block'] });

async function findings(page: Page, run: string): Promise<string[]> {
  // Not by a script element, which the page's policy would refuse.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const found = await page.evaluate<AxeResults['violations']>(run);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any.map(({ message }) => message).join('; ')}`),
  );
}

/** What axe finds on the page as it is shown, as `rule: element`. */
export const accessibilityFindings = (page: Page) => findings(page, EVERY_RULE);

/** What axe finds in the colours of the page, for its other scheme. */
export const colourFindings = (page: Page) => findings(page, COLOURS);
