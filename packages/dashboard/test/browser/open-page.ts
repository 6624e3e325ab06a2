import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { makeLocatorsPrompt } from './prompt-locators.ts';

const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };

const WAIT_MS = 30_000;
const SHOWN_WITHIN_MS = 1_000;

let connecting: Promise<Browser> | undefined;
const connect = () => (connecting ??= chromium.connect(inject('chromium')));

export interface BrowserPage {
  page: Page;
  context: BrowserContext;
  /**
   * What no page may do, so far: violate its policy, throw an error, or ask another host for
   * anything. The test fails if there is any when it ends.
   */
  problems: string[];
}

/** Chromium logs a response of 4xx or 5xx as an error, which tests of errors provoke. */
const FAILED_REQUEST = 'Failed to load resource';

function watch(page: Page, origin: string, problems: string[]): void {
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (asked !== origin && protocol.startsWith('http')) problems.push(`asks ${request.url()}`);
  });
  page.on('pageerror', (error) => problems.push(`throws ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith(FAILED_REQUEST)) {
      problems.push(`logs ${text}`);
    }
  });
}

const SHOWN_CHARACTERS = 2_000;

/** What people see on the pages of a test that failed, which may say why. */
const shownOn = async (context: BrowserContext): Promise<string> => {
  const pages = await Promise.all(
    context.pages().map(async (page) => {
      const text = await page
        .locator('body')
        .innerText({ timeout: SHOWN_WITHIN_MS })
        .catch((error: unknown) => `(${String(error)})`);
      return `${page.url()}\n${text.replaceAll(/\s*\n\s*/g, '\n').slice(0, SHOWN_CHARACTERS)}`;
    }),
  );
  return pages.join('\n');
};

/** A browser of its own (cookies, storage) with an empty page, closed when the test has finished. */
export async function openPage(
  { url }: { url: string },
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserPage> {
  const browser = await connect();
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(WAIT_MS);
  const problems: string[] = [];
  await context.exposeBinding('reportViolation', (_source, violation: string) => {
    problems.push(`violates ${violation}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = Reflect.get(window, 'reportViolation') as (violation: string) => void;
      report(`${event.effectiveDirective}: ${event.blockedURI} (${event.sourceFile})`);
    });
  });
  context.on('page', (page) => watch(page, new URL(url).origin, problems));
  const page = await context.newPage();
  makeLocatorsPrompt(page.locator('html'));
  onTestFinished(async ({ task }) => {
    const shown = task.result?.state === 'fail' ? await shownOn(context) : undefined;
    // A request that a route answers may still be on its way.
    for (const routed of [context, ...context.pages()]) {
      await routed.unrouteAll({ behavior: 'ignoreErrors' });
    }
    await context.close();
    if (shown !== undefined)
      throw new Error([`The browser showed ${shown}`, ...problems].join('\n'));
    expect(problems).toEqual([]);
  });
  return { page, context, problems };
}

/** Shows or hides a page, as choosing another tab does. */
export const setVisibility = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      value: visibilityState,
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

export const PASSWORD = 'correct horse battery';

/** Signs a new person up in this browser, without its pages. */
export async function signUp(
  { context }: Pick<BrowserPage, 'context'>,
  { url }: { url: string },
  { name = 'Ann', email = 'ann@example.com' } = {},
): Promise<void> {
  const response = await context.request.post('/auth/sign-up/email', {
    headers: { origin: new URL(url).origin },
    data: { name, email, password: PASSWORD },
  });
  expect(response.status()).toBe(200);
}
