import sparticuz from '@sparticuz/chromium';
import { chromium, type BrowserServer } from 'playwright-core';

/** Chromium has no sandbox in a container that runs as root; the pages are ours. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];

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
  return chromium.launchServer({ ...(await executable()), args: ARGUMENTS, headless: true });
}
