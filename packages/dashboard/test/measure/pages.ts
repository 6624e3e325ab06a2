// What `npm run bench -- dashboard` measures in Chromium.
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';

declare global {
  interface Window {
    /** When the page showed all that it loads, since its navigation began. */
    usableMs?: number;
    /** The length of each task over 50 ms, in order. */
    longTasksMs: number[];
  }
}

const WAIT_MS = 60_000;

/** Runs in every page before its own scripts. */
function observePage(): void {
  window.longTasksMs = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasksMs.push(duration);
  }).observe({ type: 'longtask' });
  const look = () => {
    const isShown =
      document.querySelector('h1') !== null &&
      document.querySelector('[aria-busy="true"], [class*="mantine-Skeleton"]') === null;
    if (isShown) window.usableMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export interface Measuring {
  /** A browser without any cache, in which the developer of a server in dev mode is signed in. */
  open(): Promise<BrowserContext>;
  close(): Promise<void>;
}

export async function openChromium({
  url,
  apiKey,
}: {
  url: string;
  apiKey: string | undefined;
}): Promise<Measuring> {
  const server = await launchChromium();
  const browser: Browser = await chromium.connect(server.wsEndpoint());
  return {
    async open() {
      const viewport = { width: 1280, height: 900 };
      const context = await browser.newContext({ baseURL: url, viewport });
      context.setDefaultTimeout(WAIT_MS);
      await context.addInitScript(observePage);
      const signedIn = await context.request.post('/auth/dev', {
        headers: { origin: url },
        data: { token: apiKey },
      });
      if (!signedIn.ok()) throw new Error(`POST /auth/dev: ${signedIn.status()}`);
      return context;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** A network between browser and server, by what each connection has. */
export interface Network {
  latencyMs: number;
  /** Of all connections together. */
  kilobitsPerSecond: number;
}

/** What browsers call slow 4G. */
export const SLOW_4G: Network = { latencyMs: 150, kilobitsPerSecond: 1_600 };

async function slowDown(page: Page, { latencyMs, kilobitsPerSecond }: Network): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = (kilobitsPerSecond * 1_000) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  });
}

export interface Opened {
  page: Page;
  /** Until there was something to read. */
  readableMs: number;
  /** Until nothing in it was loading. */
  usableMs: number;
  /** Files and answers that it loaded, and their size as they were sent. */
  requests: number;
  kilobytes: number;
}

/** Opens a page of the dashboard, and measures how long it took. */
export async function openUsable(
  context: BrowserContext,
  path: string,
  network?: Network,
): Promise<Opened> {
  const page = await context.newPage();
  if (network) await slowDown(page, network);
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.usableMs);
  const measured = await page.evaluate(() => {
    const loaded = performance
      .getEntriesByType('resource')
      .filter(
        ({ startTime }) => startTime <= (window.usableMs ?? 0),
      ) as PerformanceResourceTiming[];
    return {
      readableMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      usableMs: window.usableMs ?? 0,
      // And the page itself.
      requests: loaded.length + 1,
      kilobytes: loaded.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1_000,
    };
  });
  return { page, ...measured };
}

export interface Scrolled {
  rows: number;
  longestTaskMs: number;
  tasksOver100Ms: number;
}

/** Scrolls a list to its end, a window's height in each frame, as its pages are loaded, and back. */
export async function scrollThrough(page: Page, rows: number): Promise<Scrolled> {
  return page.evaluate(async (rows) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const shownRows = () =>
      Number(document.querySelector('[role="table"]')?.getAttribute('aria-rowcount')) - 1;
    const atEnd = () =>
      window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
    window.longTasksMs.length = 0;
    while (shownRows() < rows || !atEnd()) {
      window.scrollBy(0, window.innerHeight);
      await frame();
    }
    while (window.scrollY > 0) {
      window.scrollBy(0, -window.innerHeight);
      await frame();
    }
    // The observer is told of a task after it has ended.
    for (let frames = 0; frames < 30; frames++) await frame();
    const tasks = window.longTasksMs;
    return {
      rows: shownRows(),
      longestTaskMs: Math.max(0, ...tasks),
      tasksOver100Ms: tasks.filter((ms) => ms > 100).length,
    };
  }, rows);
}

export interface Requests {
  perSecond: number;
  /** The shortest time between two of them. */
  shortestMs: number;
}

/** Watches a page from now on. Returns what tells how often it has sent requests to a path since. */
export async function watchRequests(page: Page): Promise<(path: string) => Promise<Requests>> {
  const began = await page.evaluate(() => {
    performance.setResourceTimingBufferSize(10_000);
    return performance.now();
  });
  return async (path) => {
    const sentMs = await page.evaluate(
      ({ path, began }) =>
        performance
          .getEntriesByType('resource')
          .filter(({ name, startTime }) => new URL(name).pathname === path && startTime >= began)
          .map(({ startTime }) => startTime)
          .toSorted((a, b) => a - b),
      { path, began },
    );
    const gapsMs = sentMs.slice(1).map((ms, index) => ms - (sentMs[index] ?? 0));
    const sum = gapsMs.reduce((total, ms) => total + ms, 0);
    return {
      perSecond: sum === 0 ? 0 : (gapsMs.length * 1_000) / sum,
      shortestMs: Math.min(...gapsMs),
    };
  };
}

/** The share of time, 0 to 1, that a page's tasks over 50 ms took, from now until it is called. */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const began = await page.evaluate(() => {
    window.longTasksMs.length = 0;
    return performance.now();
  });
  return () =>
    page.evaluate((began) => {
      const sum = window.longTasksMs.reduce((total, ms) => total + ms, 0);
      return sum / (performance.now() - began);
    }, began);
}
