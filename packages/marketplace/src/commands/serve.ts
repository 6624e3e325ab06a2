import { Command, InvalidArgumentError } from 'commander';
import type { Marketplace } from '../server/marketplace.ts';
import { openMarketplace } from '../server/open.ts';
import {
  DEFAULT_HOST,
  DEFAULT_PORT,
  nameOfDatabase,
  readConfig,
  type Config,
  type Flags,
} from '../server/config.ts';
import { ConfigError } from '../server/config-error.ts';
import { DEFAULT_DATA, requireOwnFolder } from '../server/data-folder.ts';
import { readEnvironment } from '../server/env.ts';
import { createLog } from '../server/log.ts';
import { systemClock } from '../server/clock.ts';
import { seedTestListings, type Seeds } from '../test-sellers/test-listings.ts';
import { localUrl, startError } from './start-error.ts';
import { asText } from './text-log.ts';
import { untilSignal } from './until-signal.ts';

interface ServeOptions extends Flags {
  json?: boolean;
  seed?: boolean;
}

function port(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65_535) {
    throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  }
  return value;
}

const BANNER = 'Dev mode: http and private addresses are allowed. Do not expose this server.';

function checkSeed({ seed }: ServeOptions, { dev, role }: Config): void {
  if (!seed) return;
  if (!dev) {
    throw new ConfigError(
      '--seed puts listings up for sale that fail on purpose, so it needs dev mode: mkt-marketplace serve --dev --seed',
    );
  }
  if (role !== 'all') {
    throw new ConfigError(
      `--seed publishes listings, so it needs a process that also reviews: --role all, not ${role}.`,
    );
  }
}

/** Puts the test listings up for sale, and says which. */
async function seed(
  { host }: Pick<Config, 'host'>,
  { port, devApiKey = '', reviewsIdle }: Marketplace,
): Promise<Seeds> {
  const baseUrl = localUrl({ host, port });
  const seeds = await seedTestListings({
    baseUrl,
    apiKey: devApiKey,
    clock: systemClock,
    reviewed: reviewsIdle,
  });
  if (seeds.slugs.length > 0) {
    process.stderr.write(`Test listings: ${seeds.slugs.join(', ')}\n`);
  }
  for (const problem of seeds.problems) process.stderr.write(`! ${problem}\n`);
  return seeds;
}

/** A developer at a terminal reads the log; elsewhere a program does, unless the operator wants text. */
const isText = ({ logFormat, dev }: Config): boolean =>
  logFormat === null ? dev && process.stderr.isTTY : logFormat === 'text';

async function serve(options: ServeOptions): Promise<void> {
  const environment = readEnvironment();
  const config = readConfig(options, environment, process.env['NODE_ENV']);
  const log = createLog(config.logLevel, isText(config) ? asText(process.stderr) : undefined);
  checkSeed(options, config);
  if (config.dev && options.data === undefined) requireOwnFolder(config.dataDir);
  if (config.dev) process.stderr.write(`! ${BANNER}\n`);
  // Registered before the ready line, so that a signal right after it does not kill the process.
  const ended = untilSignal();
  const market = await openMarketplace({ config, clock: systemClock, log }).catch(
    async (error: unknown) => {
      throw await startError(error, config);
    },
  );
  const seeds = options.seed
    ? await seed(config, market).catch(async (error: unknown) => {
        await market.close();
        throw error;
      })
    : undefined;
  if (options.json) {
    const ready = {
      event: 'ready',
      baseUrl: market.url,
      dashboardUrl: market.dashboardUrl,
      ...(market.devApiKey === undefined ? {} : { devApiKey: market.devApiKey }),
      pid: process.pid,
    };
    process.stdout.write(`${JSON.stringify(ready)}\n`);
  } else {
    const where = config.database ? nameOfDatabase(config.database.url) : config.dataDir;
    process.stderr.write(`Marketplace at ${market.url} (data in ${where})\n`);
    if (market.devApiKey) {
      process.stderr.write(
        `Dashboard: ${market.dashboardUrl}   signs in once, within 5 minutes\nAPI key: ${market.devApiKey}\n`,
      );
    }
  }
  await ended;
  // First, so that the calls that it would never answer do not delay the end.
  await seeds?.close();
  await market.close();
}

export function serveCommand(): Command {
  return new Command('serve')
    .option('--dev', 'allow http and private addresses; create an account with an API key')
    .option('--dev-expose', 'allow --dev on an address that is not loopback')
    .option('--host <host>', `address to listen on (default: ${DEFAULT_HOST})`)
    .option('--port <port>', `port to listen on, 0 for any (default: ${DEFAULT_PORT})`, port)
    .option('--data <dir>', `data folder of the embedded database (default: ${DEFAULT_DATA})`)
    .option('--database <url>', 'run on Postgres (MKT_DATABASE_URL)')
    .option('--role <role>', 'on Postgres: api, worker or all (MKT_ROLE)')
    .option('--seed', 'with --dev: sell test listings, such as mkt-test-ok and mkt-test-flaky')
    .option('--json', 'print one line of JSON on stdout when ready')
    .action((options: ServeOptions) => serve(options));
}
