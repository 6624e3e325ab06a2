import { isIP } from 'node:net';
import { closestName } from '@mkt/protocol';
import { hostsOf, unsupportedTarget } from '../database/postgres/url.ts';
import type { Operator } from '../market/operator.ts';
import type {
  AccountShares,
  CallLimits,
  Failover,
  RateLimitSettings,
  SignUpPolicy,
} from '../market/limits.ts';
import { ConfigError, dataFolderOf } from './data-folder.ts';
import { operatorOf } from './operator.ts';
import { type Setting, type SettingName, SETTINGS } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks settings; an empty value counts as not set. */
interface EnvironmentReader {
  text(name: SettingName): string | null;
  count(name: SettingName): number | null;
  list(name: SettingName): string[];
  /** Whether the environment sets a value. */
  isSet(name: SettingName): boolean;
  /** The variables that are named like settings and are none. */
  unknown(): string[];
}

const PREFIX = 'MKT_';

/** What clients, services and tests of the same machine read. */
const OF_OTHERS = /^MKT_(?:API_KEY|BASE_URL|SIGNING_SECRET|DEV|TEST|ACCEPTANCE)(?:_|$)/;

/** Refuses a variable whose name is almost that of a setting: it would have no effect. */
function checkNames(environment: EnvironmentReader): void {
  const known = Object.keys(SETTINGS).map((name) => name.slice(PREFIX.length));
  for (const name of environment.unknown()) {
    const closest = closestName(name.slice(PREFIX.length), known);
    if (closest !== undefined) {
      throw new ConfigError(`There is no setting ${name}. Did you mean ${PREFIX}${closest}?`);
    }
  }
}

function checkedCount(name: SettingName, text: string, setting: Setting): number {
  const value = Number(text);
  const [min, max] = setting.range ?? [0, Number.MAX_SAFE_INTEGER];
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

/** The only place that reads the environment. */
export function readEnvironment(environment: Environment = process.env): EnvironmentReader {
  const valueOf = (name: SettingName) => environment[name]?.trim() || SETTINGS[name].default;
  return {
    isSet: (name) => (environment[name]?.trim() ?? '') !== '',
    text(name) {
      const value = valueOf(name);
      const setting: Setting = SETTINGS[name];
      if (value !== null && setting.choices && !setting.choices.includes(value)) {
        throw new ConfigError(`${name} must be one of ${setting.choices.join(', ')}.`);
      }
      return value;
    },
    count(name) {
      const value = valueOf(name);
      return value === null ? null : checkedCount(name, value, SETTINGS[name]);
    },
    unknown: () =>
      Object.keys(environment).filter(
        (name) =>
          name.startsWith(PREFIX) &&
          !(name in SETTINGS) &&
          !OF_OTHERS.test(name) &&
          (environment[name]?.trim() ?? '') !== '',
      ),
    list: (name) =>
      (valueOf(name) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
  };
}

export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 8787;
const KEY_BYTES = 32;
const DEV_RATE = 1_000_000;

export interface Flags {
  dev?: boolean;
  devExpose?: boolean;
  host?: string;
  port?: number;
  data?: string;
  database?: string;
  role?: string;
}

/** What one of several processes does: serve requests, work in the background, or both. */
export type Role = 'api' | 'worker' | 'all';

export interface DatabaseConfig {
  /** `postgres://…` */
  url: string;
  /** The maximum number of connections for operations. */
  connections: number;
  /** What this process does when the database was promoted since it was served last. */
  failover: Failover;
}

interface Shares extends AccountShares {
  /** Open connections from one address. */
  connections: number;
  /** Requests of an account to `/mcp` that have no response yet. */
  mcpRequests: number;
}

/** A line of JSON for each entry, or lines for people. */
type LogFormat = 'json' | 'text';

export interface Config {
  dev: boolean;
  host: string;
  port: number;
  dataDir: string;
  /** Postgres; null for the embedded database of the data folder. */
  database: DatabaseConfig | null;
  role: Role;
  rateLimitStore: 'memory' | 'postgres';
  /** Newest first; empty in dev mode, where the key is kept in the data folder. */
  encryptionKeys: Uint8Array[];
  publicUrl: string | null;
  signUp: SignUpPolicy;
  operator: Operator;
  trustedProxies: string[];
  metricsToken: string | null;
  logLevel: string;
  /** The format of the program's log; null means text in dev mode on a terminal, otherwise JSON. */
  logFormat: LogFormat | null;
  orderRetentionDays: number | null;
  sellerPorts: number[];
  /** The file of blocked words of the operator. */
  blockedWordsFile: string | null;
  calls: CallLimits;
  sizes: { bodyBytes: number; contractBytes: number; resultBytes: number; jsonDepth: number };
  rates: RateLimitSettings;
  shares: Shares;
  /** Maximum number of open event streams. */
  eventStreams: number;
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** Parses comma-separated keys, each of 32 bytes in base64. */
export function parseEncryptionKeys(text: string): Uint8Array[] {
  return text.split(',').map((part) => {
    const encoded = part.trim();
    const key = Buffer.from(encoded, 'base64');
    if (key.length !== KEY_BYTES || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) {
      throw new ConfigError(
        'MKT_ENCRYPTION_KEY must be one or more keys, each 32 bytes in base64, separated by commas. Create one with: openssl rand -base64 32',
      );
    }
    return key;
  });
}

function checkDevMode(flags: Flags, host: string, nodeEnv: string | undefined): void {
  if (!flags.dev) return;
  if (nodeEnv === 'production') {
    throw new ConfigError(
      '--dev allows http and private addresses, so it refuses to start with NODE_ENV=production. Drop --dev, or unset NODE_ENV.',
    );
  }
  if (!isLoopback(host) && !flags.devExpose) {
    throw new ConfigError(
      `--dev on ${host} would expose an unprotected marketplace to the network. If you really want that, add --dev-expose.`,
    );
  }
}

function publicUrlOf(text: string | null): string | null {
  if (text === null) return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ConfigError('MKT_PUBLIC_URL must be an http or https URL.');
  }
  const { username, password, search, hash } = new URL(text);
  if (username || password || search || hash) {
    throw new ConfigError(
      'MKT_PUBLIC_URL must be an address without a user, password, query or fragment, such as https://market.example.com.',
    );
  }
  return text.replace(/\/+$/, '');
}

/** Anyone who guesses it reads the metrics. */
const TOKEN = /^[\x21-\x7e]{16,}$/;

function metricsTokenOf(text: string | null): string | null {
  if (text === null || TOKEN.test(text)) return text;
  throw new ConfigError(
    'MKT_METRICS_TOKEN must have at least 16 printable ASCII characters and no spaces. Create one with: openssl rand -hex 32',
  );
}

/** A list that is set and has no entry, such as `,`, would switch off what it was meant to set. */
function listOf(environment: EnvironmentReader, name: SettingName, entries: string): string[] {
  const list = environment.list(name);
  if (list.length === 0 && environment.isSet(name)) {
    throw new ConfigError(`${name} has no entry: list ${entries}, separated by commas.`);
  }
  return list;
}

function portsOf(list: readonly string[]): number[] {
  return list.map((text) => {
    const port = Number(text);
    if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
      throw new ConfigError('MKT_SELLER_PORTS must be port numbers, separated by commas.');
    }
    return port;
  });
}

function proxiesOf(list: readonly string[]): string[] {
  for (const entry of list) {
    const [address = '', bits, ...rest] = entry.split('/');
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    const isValidRange = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most);
    if (family !== 0 && isValidRange && bits !== undefined && Number(bits) === 0) {
      throw new ConfigError(
        `MKT_TRUSTED_PROXIES must not contain every address (${entry}): callers could choose the address that they are counted by. List only your proxies.`,
      );
    }
    if (family === 0 || !isValidRange || rest.length > 0) {
      throw new ConfigError(
        'MKT_TRUSTED_PROXIES must be IP addresses or CIDR ranges such as 10.0.0.0/8, separated by commas.',
      );
    }
  }
  return [...list];
}

/**
 * The URL of the Postgres database, from the flag or the environment; null for the embedded
 * database.
 */
export function databaseUrlOf(
  flags: Pick<Flags, 'database'>,
  environment: EnvironmentReader,
): string | null {
  const text = flags.database ?? environment.text('MKT_DATABASE_URL');
  if (text === null) return null;
  if (!hostsOf(text)) {
    throw new ConfigError(
      '--database (MKT_DATABASE_URL) must look like postgres://user:password@host:5432/database; several hosts are separated by commas.',
    );
  }
  const target = unsupportedTarget(text);
  if (target !== undefined) {
    throw new ConfigError(
      `--database (MKT_DATABASE_URL) has target_session_attrs=${target}, but a marketplace has to write: use read-write, or leave it out.`,
    );
  }
  return text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** How messages name a database: without the password. */
export function nameOfDatabase(url: string): string {
  const urls = (hostsOf(url) ?? [url]).map((each) => new URL(each));
  const hosts = urls.map(({ host, searchParams }) => host || searchParams.get('host') || '');
  const name = decoded(urls[0]?.pathname.slice(1) ?? '');
  return `${name || 'the default database'} on ${hosts.join(', ') || 'this machine'}`;
}

const ROLES: readonly string[] = SETTINGS.MKT_ROLE.choices;

/** The settings for several processes, which require Postgres. */
function clusterOf(flags: Flags, environment: EnvironmentReader) {
  const url = databaseUrlOf(flags, environment);
  const role = flags.role ?? environment.text('MKT_ROLE') ?? 'all';
  if (!ROLES.includes(role)) {
    throw new ConfigError(`--role must be one of ${ROLES.join(', ')}.`);
  }
  const rateLimitStore = environment.text('MKT_RATE_LIMIT_STORE') ?? 'memory';
  if (url === null && role !== 'all') {
    throw new ConfigError(
      `The role ${role} needs Postgres: name the database with --database (MKT_DATABASE_URL).`,
    );
  }
  if (url === null && rateLimitStore === 'postgres') {
    throw new ConfigError(
      'MKT_RATE_LIMIT_STORE=postgres needs Postgres: name the database with --database (MKT_DATABASE_URL).',
    );
  }
  const connections = environment.count('MKT_DATABASE_CONNECTIONS') ?? 0;
  const failover = (environment.text('MKT_DATABASE_FAILOVER') ?? 'stop') as Failover;
  return {
    database: url === null ? null : { url, connections, failover },
    role: role as Role,
    rateLimitStore: rateLimitStore as Config['rateLimitStore'],
  };
}

/** Flags and environment as one checked object. Throws `ConfigError`. */
export function readConfig(
  flags: Flags,
  environment: EnvironmentReader,
  nodeEnv: string | undefined,
): Config {
  checkNames(environment);
  const dev = flags.dev === true;
  const host = flags.host ?? DEFAULT_HOST;
  checkDevMode(flags, host, nodeEnv);
  const count = (name: SettingName) => environment.count(name) ?? 0;
  // In dev mode the rate limits are lifted, unless the environment sets one.
  const rate = (name: SettingName) => (dev && !environment.isSet(name) ? DEV_RATE : count(name));
  // A limit of requests in dev mode is set to try out a limited marketplace, so limits of bytes apply too.
  const byteRate = (name: SettingName) =>
    environment.isSet('MKT_RATE_REQUESTS_PER_SECOND') ? count(name) : rate(name);
  const keys = environment.text('MKT_ENCRYPTION_KEY');
  if (keys === null && !dev) {
    throw new ConfigError(
      'MKT_ENCRYPTION_KEY is required outside dev mode: set it to the output of "openssl rand -base64 32" and keep it safe.',
    );
  }
  return {
    dev,
    host,
    port: flags.port ?? DEFAULT_PORT,
    dataDir: dataFolderOf(flags.data),
    ...clusterOf(flags, environment),
    encryptionKeys: keys === null ? [] : parseEncryptionKeys(keys),
    publicUrl: publicUrlOf(environment.text('MKT_PUBLIC_URL')),
    signUp: (environment.text('MKT_SIGNUP') ?? (dev ? 'open' : 'invite')) as SignUpPolicy,
    operator: operatorOf(environment.text),
    trustedProxies: proxiesOf(listOf(environment, 'MKT_TRUSTED_PROXIES', 'IP addresses or ranges')),
    metricsToken: metricsTokenOf(environment.text('MKT_METRICS_TOKEN')),
    logLevel: environment.text('MKT_LOG_LEVEL') ?? 'info',
    logFormat: environment.text('MKT_LOG_FORMAT') as LogFormat | null,
    orderRetentionDays: environment.count('MKT_ORDER_RETENTION_DAYS'),
    blockedWordsFile: environment.text('MKT_BLOCKED_WORDS_FILE'),
    sellerPorts: portsOf(listOf(environment, 'MKT_SELLER_PORTS', 'port numbers')),
    calls: {
      callsPerSeller: count('MKT_CALLS_PER_SELLER'),
      callsPerBuyer: count('MKT_CALLS_PER_BUYER'),
      callsPerProcess: count('MKT_CALLS_PER_PROCESS'),
      waitingPerSeller: count('MKT_WAITING_PER_SELLER'),
      waitingPerProcess: count('MKT_WAITING_PER_PROCESS'),
    },
    sizes: {
      bodyBytes: count('MKT_MAX_BODY_BYTES'),
      contractBytes: count('MKT_MAX_CONTRACT_BYTES'),
      resultBytes: count('MKT_MAX_RESULT_BYTES'),
      jsonDepth: count('MKT_MAX_JSON_DEPTH'),
    },
    rates: {
      requestsPerSecond: rate('MKT_RATE_REQUESTS_PER_SECOND'),
      burst: rate('MKT_RATE_BURST'),
      kibPerSecond: byteRate('MKT_RATE_KIB_PER_SECOND'),
      kibBurst: byteRate('MKT_RATE_KIB_BURST'),
      resultKibPerSecond: byteRate('MKT_RATE_RESULT_KIB_PER_SECOND'),
      orderReadsPerSecond: rate('MKT_RATE_ORDER_READS_PER_SECOND'),
      outboundPerMinute: rate('MKT_RATE_OUTBOUND_PER_MINUTE'),
      failedKeysPerMinute: rate('MKT_RATE_FAILED_KEYS_PER_MINUTE'),
      signInsPerMinute: rate('MKT_RATE_SIGN_INS_PER_MINUTE'),
    },
    shares: {
      waitingPerBuyer: count('MKT_SHARE_WAITING_PER_BUYER'),
      waitingPerPair: count('MKT_SHARE_WAITING_PER_PAIR'),
      longPolls: count('MKT_SHARE_LONG_POLLS'),
      mcpRequests: count('MKT_SHARE_MCP_REQUESTS'),
      connections: count('MKT_SHARE_CONNECTIONS'),
      reviews: count('MKT_SHARE_REVIEWS'),
      listings: count('MKT_SHARE_LISTINGS'),
      apiKeys: count('MKT_SHARE_API_KEYS'),
      webhooks: count('MKT_SHARE_WEBHOOKS'),
      webhookRequestsPerHost: count('MKT_WEBHOOK_REQUESTS_PER_HOST'),
      storedBytes: count('MKT_SHARE_STORED_BYTES'),
    },
    eventStreams: count('MKT_EVENT_STREAMS'),
  };
}
