import type { TestProject } from 'vitest/node';
import { launchChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the Chromium of this run. */
    chromium: string;
  }
}

/** One Chromium for the whole run; each test has contexts of its own in it. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await launchChromium();
  provide('chromium', server.wsEndpoint());
  return () => server.close();
}
