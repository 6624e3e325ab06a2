import {
  openMarketplace,
  type AccountOptions,
  type CreatedAccount,
} from './composition/open-marketplace.ts';
import { readConfig } from './config/config.ts';
import { readEnvironment, type Environment } from './config/env.ts';
import type { Log } from './domain/log.ts';
import { createMovableClock, type MovableClock } from './system/movable-clock.ts';
import type { Resolve } from './outbound/resolve.ts';

export { createMovableClock as createTestClock, type MovableClock as TestClock };
export type { AccountOptions, CreatedAccount };

/** The clock is moved in steps of this length; after each, the chores that are due run. */
const STEP_MS = 10_000;

export interface TestMarketplaceOptions {
  /**
   * Settings (`MKT_…`), as docs/reference/configuration.md lists them; the environment of the
   * process is not read.
   */
  environment?: Environment;
  /** False: https and public addresses only, as in production. */
  dev?: boolean;
  /** A folder for the data, which a later marketplace can open again; in memory by default. */
  data?: string;
  /**
   * A clock to share between several marketplaces, simultaneous or consecutive; by default each has
   * its own.
   */
  clock?: MovableClock;
  /** Logs nothing by default. */
  log?: Log;
  /** Replaces DNS. */
  resolve?: Resolve;
}

export interface TestMarketplace extends AsyncDisposable {
  /** Base address, without a trailing slash. */
  url: string;
  port: number;
  /** A key of the first account, with every scope; `undefined` without dev mode. */
  apiKey: string | undefined;
  /** The address to open in a browser; its fragment holds a token for signing in, as docs/accounts.md#dev-mode explains. */
  dashboardUrl: string;
  /**
   * Creates another account with an API key, so that one can sell what the other buys. Rejects if the
   * e-mail address is invalid or a scope is unknown.
   */
  createAccount(options?: AccountOptions): Promise<CreatedAccount>;
  clock: MovableClock & {
    /** Moves the time; every chore and deadline that this makes due has run when it resolves. */
    advance(ms: number): Promise<void>;
  };
  /** Resolves when no review is queued or running. */
  reviewsIdle(): Promise<void>;
  /** Settles the orders in flight and closes everything; may be called again. */
  close(): Promise<void>;
}

const SILENT: Log = { info() {}, warn() {}, error() {} };

/**
 * A complete marketplace on a port of its own, with a clock that tests move; in memory unless
 * `data` names a folder. Rejects with a `ConfigError` if a setting is not valid.
 */
export async function createTestMarketplace(
  options: TestMarketplaceOptions = {},
): Promise<TestMarketplace> {
  const { environment = {}, dev = true, data, log = SILENT, resolve } = options;
  const clock = options.clock ?? createMovableClock();
  const flags = { dev, port: 0, ...(data === undefined ? {} : { data }) };
  const market = await openMarketplace({
    config: readConfig(flags, readEnvironment(environment), undefined),
    clock,
    log,
    memory: data === undefined,
    manual: true,
    ...(resolve ? { resolve } : {}),
  });

  async function advance(ms: number): Promise<void> {
    let left = ms;
    do {
      const step = Math.min(left, STEP_MS);
      clock.move(step);
      left -= step;
      await market.tick(clock.now());
    } while (left > 0);
  }

  let closing: Promise<void> | undefined;
  const close = () => (closing ??= market.close());
  return {
    url: market.url,
    port: market.port,
    apiKey: market.devApiKey,
    dashboardUrl: market.dashboardUrl,
    createAccount: market.createAccount,
    clock: { ...clock, advance },
    reviewsIdle: market.reviewsIdle,
    close,
    [Symbol.asyncDispose]: close,
  };
}
