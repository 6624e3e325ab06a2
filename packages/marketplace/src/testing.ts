import { openMarketplace } from './composition/open-marketplace.ts';
import { readConfig } from './config/config.ts';
import { readEnvironment, type Environment } from './config/env.ts';
import type { Log } from './domain/log.ts';
import { createMovableClock } from './system/movable-clock.ts';
import type { Resolve } from './outbound/resolve.ts';

/** Chores are looked at this often while the time is moved. */
const STEP_MS = 10_000;

export interface TestMarketplaceOptions {
  /** Settings (`MKT_…`); the process's own environment is not read. */
  environment?: Environment;
  /** False: https and public addresses only, as in production. */
  dev?: boolean;
  log?: Log;
  /** Stands in for DNS. */
  resolve?: Resolve;
}

export interface TestMarketplace extends AsyncDisposable {
  url: string;
  /** A key with every scope; `undefined` without dev mode. */
  apiKey: string | undefined;
  clock: {
    now(): number;
    /** Moves the time; every chore and deadline that this makes due has run when it resolves. */
    advance(ms: number): Promise<void>;
  };
  /** Resolves when no review is queued or running. */
  reviewsIdle(): Promise<void>;
  close(): Promise<void>;
}

const SILENT: Log = { info() {}, warn() {}, error() {} };

/** A whole marketplace, in memory, on a port of its own, with a clock that tests move. */
export async function createTestMarketplace(
  options: TestMarketplaceOptions = {},
): Promise<TestMarketplace> {
  const { environment = {}, dev = true, log = SILENT, resolve } = options;
  const clock = createMovableClock();
  const config = readConfig({ dev, port: 0 }, readEnvironment(environment), undefined);
  const market = await openMarketplace({
    config,
    clock,
    log,
    memory: true,
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

  return {
    url: market.url,
    apiKey: market.devApiKey,
    clock: { now: clock.now, advance },
    reviewsIdle: market.reviewsIdle,
    close: market.close,
    [Symbol.asyncDispose]: market.close,
  };
}
