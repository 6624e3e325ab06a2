import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { parse } from 'node:path';
import { HEADERS } from '@mkt/protocol';
import { Command, InvalidArgumentError } from 'commander';
import {
  type Config,
  DEFAULT_HOST,
  DEFAULT_PORT,
  type Flags,
  nameOfDatabase,
  readConfig,
  readEnvironment,
} from '../server/config.ts';
import {
  ConfigError,
  DataFolderInUse,
  DEFAULT_DATA,
  devAddress,
  requireOwnFolder,
} from '../server/data-folder.ts';
import { createLog, type ProcessLog } from '../server/log.ts';
import type { Marketplace } from '../server/marketplace.ts';
import { openMarketplace } from '../server/open.ts';
import { systemClock } from '../server/outside.ts';
import { type SettingName, SETTINGS } from '../server/settings.ts';
import { VERSION } from '../server/version.ts';
import { type Seeds, seedTestListings } from '../test-sellers/test-listings.ts';
import { asText } from './text-log.ts';
import { printable } from './words.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves at the first termination signal, to its name; a second one ends the process immediately. */
export function untilSignal(): Promise<string> {
  return new Promise((resolve) => {
    let seen = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (seen) process.exit(130);
        seen = true;
        resolve(signal);
      });
    }
  });
}

interface Address {
  host: string;
  port: number;
}

const EVERY_INTERFACE = new Set(['0.0.0.0', '::']);
const MAX_PORT = 65_535;
const PROBE_TIMEOUT_MS = 1_000;

/** Where a program on this machine reaches a server that listens there. */
export function localUrl({ host, port }: Address): string {
  const address = EVERY_INTERFACE.has(host) ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Why the server cannot start, as a `ConfigError` with a way out; other errors are returned as they are. */
export async function startError(error: unknown, address: Address): Promise<unknown> {
  if (error instanceof DataFolderInUse) return await alreadyServed(error);
  const { host, port } = address;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE': {
      const other = `--port ${await freePortAfter(address)}`;
      return new ConfigError(
        (await isMarketplace(localUrl(address)))
          ? `A marketplace already runs at ${localUrl(address)}: publish to it, or stop it, or choose another port: ${other}`
          : `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port: ${other}`,
      );
    }
    case 'EACCES':
      return new ConfigError(`No permission to use port ${port}; choose another with --port.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(
        `${host} is not an address of this machine. Choose one with --host, for example 127.0.0.1.`,
      );
    default:
      return error;
  }
}

/** The folder has the address of the last run in dev mode, which may be out of date. */
async function alreadyServed(error: DataFolderInUse): Promise<ConfigError> {
  const url = devAddress(error.folder);
  if (url === undefined || !(await isMarketplace(url))) return error;
  const { dir, base } = parse(error.folder);
  // There, and in no other folder, mkt finds the key by itself.
  const publish = base === '.mkt' ? `Publish to it in ${dir}: npx mkt publish.` : 'Publish to it.';
  return new ConfigError(
    `A marketplace already runs at ${url} with the data folder ${error.folder}. ${publish} Or stop it, or choose another folder with --data.`,
  );
}

/** Whether the server there refuses a request without a key as a marketplace does. */
async function isMarketplace(url: string): Promise<boolean> {
  // The address that others use may be that of a proxy.
  if (!url.startsWith('http:')) return false;
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const request = get(`${url}/v1/me`, { agent: false, signal }).on('error', () => {});
  try {
    const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
    return response.headers['www-authenticate']?.includes(`"${HEADERS.apiKey}"`) === true;
  } catch {
    return false;
  } finally {
    request.destroy();
  }
}

/** 0, which takes any port, if none is free. */
async function freePortAfter({ host, port }: Address): Promise<number> {
  for (let next = port + 1; next <= MAX_PORT; next++) {
    if (await isFree({ host, port: next })) return next;
  }
  return 0;
}

async function isFree({ host, port }: Address): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

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
const isText = ({ logFormat, dev }: Pick<Config, 'logFormat' | 'dev'>): boolean =>
  logFormat === null ? dev && process.stderr.isTTY : logFormat === 'text';

/** Says why the server does not start; where programs read the log, as a line of it. */
export function reportRefusedStart(argv: readonly string[], message: string): void {
  // The settings may be what is refused, so they are not read.
  const isForPeople =
    argv.includes('--dev') ||
    process.stderr.isTTY ||
    process.env['MKT_LOG_FORMAT']?.trim() === 'text';
  if (isForPeople) process.stderr.write(`✖ ${printable(message)}\n`);
  else createLog('error', process.stderr).error({}, message);
}

/** Writes to the log what Node would write to stderr as text. */
function logProcess(log: ProcessLog): void {
  process.removeAllListeners('warning');
  process.on('warning', (err) => log.warn({ err }, 'Node.js warning'));
  process.on('uncaughtException', (err) => {
    log.error({ err }, 'the process ends because of an unexpected error');
    log.flush();
    process.exit(1);
  });
}

/** The settings that differ from their defaults; of secrets, only that they are set. */
function ownSettings(environment: ReturnType<typeof readEnvironment>): Record<string, string> {
  const names = Object.keys(SETTINGS) as SettingName[];
  return Object.fromEntries(
    names
      .filter((name) => environment.isSet(name))
      .map((name) => [
        name,
        SETTINGS[name].kind === 'secret' ? 'set' : (environment.text(name) ?? ''),
      ]),
  );
}

const whereOf = ({ database, dataDir }: Config): string =>
  database ? nameOfDatabase(database.url) : dataDir;

/** Says where the marketplace is, to a person. */
function announce({ url, devApiKey, dashboardUrl }: Marketplace, config: Config): void {
  process.stderr.write(`Marketplace at ${url} (data in ${whereOf(config)})\n`);
  if (devApiKey === undefined) return;
  process.stderr.write(
    `Dashboard: ${dashboardUrl}   signs in once, within 5 minutes\nAPI key: ${devApiKey}\n`,
  );
}

function logStart(log: ProcessLog, { url }: Marketplace, config: Config): void {
  const environment = readEnvironment();
  log.info(
    {
      version: VERSION,
      node: process.versions.node,
      url,
      mode: config.dev ? 'dev' : 'production',
      role: config.role,
      engine: config.database ? 'postgres' : 'sqlite',
      data: whereOf(config),
      settings: ownSettings(environment),
    },
    'marketplace started',
  );
  if (!config.dev && config.role !== 'worker' && config.operator.contactUrl === null)
    log.warn(
      {},
      'MKT_CONTACT_URL is not set: users who forget their password or need help find no contact in the dashboard',
    );
  const unknown = environment.unknown();
  if (unknown.length > 0)
    log.warn({ unknown }, 'these variables are not settings and have no effect');
}

async function serve(options: ServeOptions): Promise<void> {
  const environment = readEnvironment();
  const config = readConfig(options, environment, process.env['NODE_ENV']);
  const log = createLog(config.logLevel, isText(config) ? asText(process.stderr) : undefined);
  checkSeed(options, config);
  if (config.dev && options.data === undefined) requireOwnFolder(config.dataDir);
  if (config.dev) process.stderr.write(`! ${BANNER}\n`);
  logProcess(log);
  // Registered before the ready line, so that a signal right after it does not kill the process.
  const ended = untilSignal();
  const ending = new AbortController();
  void ended.then(() => ending.abort());
  const damaged = Promise.withResolvers<Error>();
  const market = await openMarketplace({
    config,
    log,
    ending: ending.signal,
    onDamaged: damaged.resolve,
  }).catch(async (error: unknown) => {
    // It was waiting for its database.
    if (ending.signal.aborted) return undefined;
    throw await startError(error, config);
  });
  if (!market) return;
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
  } else if (config.dev || isText(config)) {
    announce(market, config);
  }
  // A developer at a terminal has just read it.
  const isForPeople = config.dev && isText(config);
  if (!isForPeople) logStart(log, market, config);
  const reason = await Promise.race([ended, damaged.promise]);
  const stoppedAt = systemClock.monotonic();
  const error = reason instanceof Error ? reason : undefined;
  const why = { reason: error ? 'the database is damaged' : reason };
  if (!isForPeople) log.info(why, 'marketplace is stopping');
  // First, so that the calls that it would never answer do not delay the end.
  await seeds?.close();
  await market.close();
  log.flush();
  const durationMs = Math.round(systemClock.monotonic() - stoppedAt);
  if (!isForPeople) log.info({ ...why, durationMs }, 'marketplace stopped');
  if (error) throw error;
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
