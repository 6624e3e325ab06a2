import { existsSync, statfsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { chromium, type BrowserServer } from 'playwright-core';

/** Chromium has no sandbox in a container that runs as root; the pages are ours, and need no WebGL. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer'];

const SHARED_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 30;

/**
 * Whether the processes of Chromium can share memory as they usually do. Playwright makes them share files
 * in the temporary folder, because a container may have little of it: a tenth of the processor time of
 * these tests.
 */
function hasSharedMemory(): boolean {
  if (!existsSync(SHARED_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= ENOUGH_BYTES;
}

/** The package has a Chromium for Linux on x64, which its own default arguments would weaken. */
async function executable(): Promise<{ executablePath: string } | { channel: string }> {
  const given = process.env['MKT_TEST_BROWSER'];
  if (given !== undefined) return { executablePath: given };
  if (process.platform === 'linux' && process.arch === 'x64') {
    return { executablePath: await sparticuz.executablePath() };
  }
  return { channel: 'chrome' };
}

/**
 * A Chromium that several processes can connect to: the one of the lock file on Linux on x64,
 * elsewhere an installed Chrome or the one that `MKT_TEST_BROWSER` names.
 */
export async function launchChromium(): Promise<BrowserServer> {
  return chromium.launchServer({
    ...(await executable()),
    args: ARGUMENTS,
    ...(hasSharedMemory() ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {}),
    headless: true,
  });
}
