import sparticuz from '@sparticuz/chromium';
import { chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

export interface WatchedPage {
  page: Page;
  /** The address of every request, the page's own included. */
  requested: string[];
  /** What the content security policy refused, and errors of scripts. */
  violations(): Promise<string[]>;
}

/** The default arguments of the package switch web security off. */
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];

declare global {
  interface Window {
    violations: string[];
  }
}

/** A page in a real browser, which closes when the test has finished. */
export async function openPage(): Promise<WatchedPage> {
  const executablePath = await sparticuz.executablePath();
  const browser = await chromium.launch({ executablePath, args: ARGS });
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ locale: 'en-US' });
  const requested: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      window.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return {
    page,
    requested,
    violations: async () => [...(await page.evaluate(() => window.violations)), ...errors],
  };
}
