// Servers that close when the test has finished, whether it passes or fails.
import { onTestFinished } from 'vitest';
import * as servers from './local-server.ts';
import { startSeller, type Handler, type Seller, type SellerOptions } from './seller.ts';

/** What is opened is closed when the test has finished. */
export async function withinTest<Opened extends AsyncDisposable>(
  opening: Promise<Opened>,
): Promise<Opened> {
  const opened = await opening;
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return opened;
}

/** A scripted seller, with the handlers that a test changes. */
export const openSeller = (
  handlers: Readonly<Record<string, Handler>> = {},
  options: Omit<SellerOptions, 'handlers'> = {},
): Promise<Seller> => withinTest(startSeller({ ...options, handlers }));

export const openListener = (...given: Parameters<typeof servers.listen>) =>
  withinTest(servers.listen(...given));

export const serve = (...given: Parameters<typeof servers.serveHttp>) =>
  withinTest(servers.serveHttp(...given));

export const serveTls = (...given: Parameters<typeof servers.serveTls>) =>
  withinTest(servers.serveTls(...given));

export const serveRaw = (...given: Parameters<typeof servers.serveRaw>) =>
  withinTest(servers.serveRaw(...given));
