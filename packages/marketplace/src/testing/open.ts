import type { Log } from '../market/outside.ts';
import type { Resolve } from '../sellers/resolve.ts';
import { type Environment, readConfig, readEnvironment } from '../server/config.ts';
import { openTestedMarketplace } from '../server/open.ts';
import { createMovableClock, type MovableClock } from '../server/outside.ts';
import { openSchemas, type Schemas } from '../server/sellers.ts';
import { openTestMarketplace, type TestMarketplace } from './market.ts';

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

/** Opens a marketplace whose time is that of a test. Who gives `schemas` closes them. */
export async function openForTest(
  options: TestMarketplaceOptions,
  { retriesCalls, schemas: given }: { retriesCalls: boolean; schemas?: Schemas | undefined },
): Promise<TestMarketplace> {
  const { environment = {}, dev = true, data, log = SILENT, resolve } = options;
  const memory = data === undefined;
  const config = readConfig(
    { dev, port: 0, ...(memory ? {} : { data }) },
    readEnvironment(environment),
    undefined,
  );
  const schemas = given ?? openSchemas(config);
  return openTestMarketplace({
    clock: options.clock ?? createMovableClock(),
    open: (clock, earlier) =>
      openTestedMarketplace({
        config: { ...config, port: earlier?.port ?? 0 },
        clock,
        log,
        memory,
        manual: true,
        retriesCalls,
        schemas,
        ...(earlier?.devAccount ? { devAccount: earlier.devAccount } : {}),
        ...(resolve ? { resolve } : {}),
      }),
    clockAfterReset:
      memory && config.database === null ? () => options.clock ?? createMovableClock() : undefined,
    closeShared: async () => {
      if (!given) await schemas.close();
    },
  });
}
