import { isApiKey } from '@mkt/protocol';
import type { Fetch } from './wire.ts';
import {
  checkOptionNames,
  type Duration,
  durationMs,
  type OptionNames,
  type RequestHeaders,
} from './options.ts';
import { InvalidOptionError } from './errors.ts';
import { createLog, type Log, type Logger } from './log.ts';
import { mergeHeaders } from './request.ts';
import { checkedRetries, readBackoff, type Backoff, type BackoffOptions } from './retry.ts';

export interface ClientOptions {
  /** Address of the marketplace, without `/v1`. Default: `MKT_BASE_URL`, else `http://127.0.0.1:8787`. */
  baseUrl?: string | undefined;
  /** Default: `MKT_API_KEY`. `null` sends none, which is enough for the catalogue. */
  apiKey?: string | null | undefined;
  /**
   * For each attempt, including its response. Default `'30s'`. While the server holds a response
   * because of `wait`, the attempt may take that much longer.
   */
  timeout?: Duration | undefined;
  /**
   * The largest response that is read, in bytes after decompression; a larger one is an
   * `InvalidResponseError`. Default 16 MiB, which is more than any page or order of a marketplace
   * with default limits.
   */
  maxResponseBytes?: number | undefined;
  /** How often a failed read or activation is retried, 0 to 10. Default 2. */
  retries?: number | undefined;
  /** Delays between attempts. */
  backoff?: BackoffOptions | undefined;
  /** A `fetch` to use instead of the platform's. */
  fetch?: Fetch | undefined;
  /** Sent with every request. They cannot replace the API key. */
  headers?: RequestHeaders | undefined;
  /**
   * Allows an API key in a browser, where anyone who opens the page can read it. Default `false`.
   */
  allowInBrowser?: boolean | undefined;
  /**
   * Receives an entry for every attempt, without API keys. `console` can be passed. Default: none.
   */
  logger?: Logger | undefined;
  /**
   * The revision of each listing, by slug, that `run` and `activate` require unless a call names
   * another one: `revisions` of a file that `mkt types` has written (docs/buy/typescript.md#revisions).
   */
  revisions?: Readonly<Record<string, number>> | undefined;
}

const CLIENT_OPTIONS: OptionNames<ClientOptions> = {
  baseUrl: true,
  apiKey: true,
  timeout: true,
  maxResponseBytes: true,
  retries: true,
  backoff: true,
  fetch: true,
  headers: true,
  allowInBrowser: true,
  logger: true,
  revisions: true,
};

/** The options, checked and complete. */
export interface Settings {
  baseUrl: string;
  apiKey: string | undefined;
  headers: Headers;
  timeoutMs: number;
  maxResponseBytes: number;
  retries: number;
  backoff: Backoff;
  fetch: Fetch;
  log: Log;
  revisions: ReadonlyMap<string, number>;
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:8787';
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

export function readSettings(options: ClientOptions): Settings {
  checkOptionNames(options, CLIENT_OPTIONS);
  const apiKey = checkedKey(options.apiKey === undefined ? fromEnv('MKT_API_KEY') : options.apiKey);
  if (apiKey !== undefined && options.allowInBrowser !== true && isBrowser()) {
    throw new InvalidOptionError(
      'An API key in a browser can be read by anyone who opens the page. Call the marketplace from a server, or pass allowInBrowser: true if only you can open it.',
    );
  }
  return {
    baseUrl: checkedBaseUrl(options.baseUrl ?? fromEnv('MKT_BASE_URL') ?? DEFAULT_BASE_URL),
    apiKey,
    headers: mergeHeaders([options.headers]),
    timeoutMs: checkedTimeout(options.timeout, DEFAULT_TIMEOUT_MS),
    maxResponseBytes: checkedBytes(options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES),
    retries: checkedRetries(options.retries),
    backoff: readBackoff(options.backoff),
    // Looked up at each call, so that a global `fetch` that is replaced later is used.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    log: createLog(options.logger),
    revisions: checkedRevisions(options.revisions ?? {}),
  };
}

const isBrowser = () => typeof window !== 'undefined' && typeof document !== 'undefined';

/** An empty variable counts as not set. Browsers have no `process`, and Deno may deny access to it. */
function fromEnv(name: string): string | undefined {
  try {
    return process.env[name] || undefined;
  } catch {
    return undefined;
  }
}

/** White space around a key comes from a file or a shell. The checksum reveals any other error. */
function checkedKey(given: string | null | undefined): string | undefined {
  if (given === null || given === undefined) return undefined;
  const key = given.trim();
  if (isApiKey(key)) return key;
  const why = key.startsWith('mkt_')
    ? 'part of it is missing, or it contains a typo'
    : 'it does not start with mkt_';
  throw new InvalidOptionError(
    `The API key is malformed: ${why} (${key.length} characters). Copy it again, or create a new one: mkt keys create`,
  );
}

function checkedBaseUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidOptionError(
      'baseUrl (MKT_BASE_URL) must be an http or https URL, as in https://market.example.',
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new InvalidOptionError(
      'baseUrl (MKT_BASE_URL) cannot have a user name, a password, a query or a fragment.',
    );
  }
  if (/\/v1\/*$/.test(url.pathname)) {
    throw new InvalidOptionError(
      'baseUrl (MKT_BASE_URL) must not end in /v1: it is the address of the marketplace, to which the client adds the path.',
    );
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** A timeout in milliseconds. */
export function checkedTimeout(timeout: Duration | undefined, defaultMs: number): number {
  if (timeout === undefined) return defaultMs;
  const ms = durationMs(timeout, 'timeout');
  if (ms > 0) return ms;
  throw new InvalidOptionError('timeout must be greater than 0.');
}

function checkedBytes(bytes: number): number {
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  throw new InvalidOptionError('maxResponseBytes must be an integer greater than 0.');
}

function checkedRevisions(revisions: Readonly<Record<string, number>>): Map<string, number> {
  const entries = Object.entries(revisions);
  for (const [slug, revision] of entries) {
    if (Number.isSafeInteger(revision) && revision > 0) continue;
    throw new InvalidOptionError(`revisions['${slug}'] must be an integer greater than 0.`);
  }
  return new Map(entries);
}
