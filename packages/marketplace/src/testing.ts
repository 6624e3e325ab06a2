import type { Log } from './market/outside.ts';
import type { Resolve } from './sellers/resolve.ts';
import { type Environment, readConfig, readEnvironment } from './server/config.ts';
import { openTestedMarketplace } from './server/open.ts';
import { createMovableClock, type MovableClock } from './server/outside.ts';
import { openSchemas } from './server/sellers.ts';
import { openTestMarketplace, type TestMarketplace } from './testing/market.ts';

export { createMovableClock as createTestClock, type MovableClock as TestClock };
export type { AccountOptions, CreatedAccount } from './server/marketplace.ts';
export type { Behaviour } from './test-sellers/scripted-service.ts';
export type { FetchService } from './test-sellers/fetch-server.ts';
export type { ScriptedCall } from './test-sellers/scripted-service.ts';
export type { TestDuration } from './testing/time.ts';
export type {
  PublishServiceOptions,
  TestAccount,
  TestMarketClock,
  TestMarketplace,
} from './testing/market.ts';
export type { MakeService, Publishable, PublishedService } from './testing/publish-service.ts';
export type {
  BehaviourOptions,
  ScriptedSeller,
  ScriptedSellerOptions,
} from './testing/scripted-seller.ts';

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

const SILENT: Log = { info() {}, warn() {}, error() {} };

/**
 * A complete marketplace on its own port, with a clock that tests move; in memory unless
 * `data` names a folder. Rejects with a `ConfigError` if a setting is not valid.
 *
 * ```ts
 * await using market = await createTestMarketplace();
 * const { slug } = await market.publish(service);
 * await market.client().run(slug, { text: 'Hello there.' });
 * ```
 */
export async function createTestMarketplace(
  options: TestMarketplaceOptions = {},
): Promise<TestMarketplace> {
  const { environment = {}, dev = true, data, log = SILENT, resolve } = options;
  const memory = data === undefined;
  const config = readConfig(
    { dev, port: 0, ...(memory ? {} : { data }) },
    readEnvironment(environment),
    undefined,
  );
  const schemas = openSchemas(config);
  return openTestMarketplace({
    clock: options.clock ?? createMovableClock(),
    open: (clock, earlier) =>
      openTestedMarketplace({
        config: { ...config, port: earlier?.port ?? 0 },
        clock,
        log,
        memory,
        manual: true,
        schemas,
        ...(earlier?.devAccount ? { devAccount: earlier.devAccount } : {}),
        ...(resolve ? { resolve } : {}),
      }),
    clockAfterReset:
      memory && config.database === null ? () => options.clock ?? createMovableClock() : undefined,
    closeShared: () => schemas.close(),
  });
}
