import { HEADERS, isApiKey } from '@mkt/protocol';
import type { Fetch } from './attempt.ts';
import { durationMs, type Duration } from './duration.ts';
import { InvalidOptionError } from './errors.ts';
import { withHeaders } from './request.ts';
import { DEFAULT_BACKOFF, DEFAULT_RETRIES, type Backoff } from './retry.ts';

export interface ClientOptions {
  /** Address of the marketplace, without `/v1`. Default: `MKT_BASE_URL`, else `http://127.0.0.1:8787`. */
  baseUrl?: string | undefined;
  /** Default: `MKT_API_KEY`. `null` sends none, for what is public. */
  apiKey?: string | null | undefined;
  /** For one attempt, its answer included; a long poll may take as much longer as it asks for. Default 30 000. */
  timeoutMs?: number | undefined;
  /**
   * The largest response that is read, in bytes after decompression. Default 16 MiB, which is more
   * than a marketplace's page or order with its default limits; a larger one is an
   * `InvalidResponseError`.
   */
  maxResponseBytes?: number | undefined;
  /** How often what is safe to repeat is repeated. Default 2. */
  retries?: number | undefined;
  /** Delays between attempts. */
  backoff?: Partial<Backoff> | undefined;
  /** Instead of the platform's. */
  fetch?: Fetch | undefined;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** The options, checked and complete. */
export interface Settings {
  baseUrl: string;
  headers: Headers;
  timeoutMs: number;
  maxResponseBytes: number;
  retries: number;
  backoff: Backoff;
  fetch: Fetch;
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:8787';
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
const MAX_RETRIES = 10;

export function readSettings(options: ClientOptions): Settings {
  const apiKey = checkedKey(options.apiKey === undefined ? fromEnv('MKT_API_KEY') : options.apiKey);
  const { minDelayMs, maxDelayMs, maxRetryAfterMs } = { ...DEFAULT_BACKOFF, ...options.backoff };
  return {
    baseUrl: checkedBaseUrl(options.baseUrl ?? fromEnv('MKT_BASE_URL') ?? DEFAULT_BASE_URL),
    headers: withHeaders(withHeaders(new Headers(), options.headers), {
      [HEADERS.apiKey]: apiKey,
    }),
    timeoutMs: positive(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, 'timeoutMs'),
    maxResponseBytes: checkedBytes(options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES),
    retries: checkedRetries(options.retries ?? DEFAULT_RETRIES),
    backoff: {
      minDelayMs: durationMs(minDelayMs, 'backoff.minDelayMs'),
      maxDelayMs: durationMs(maxDelayMs, 'backoff.maxDelayMs'),
      maxRetryAfterMs: durationMs(maxRetryAfterMs, 'backoff.maxRetryAfterMs'),
    },
    // Looked up at each call, so that what replaces the global one later is used.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
  };
}

/** Empty counts as not set. Browsers and Workers have no process, Deno may refuse its environment. */
function fromEnv(name: string): string | undefined {
  try {
    return process.env[name] || undefined;
  } catch {
    return undefined;
  }
}

/** White space around it is what a file or a shell leaves; anything else is a typo, seen offline. */
function checkedKey(given: string | null | undefined): string | undefined {
  if (given === null || given === undefined) return undefined;
  const key = given.trim();
  if (isApiKey(key)) return key;
  const why = key.startsWith('mkt_')
    ? 'it is cut short, or a character in it is wrong'
    : 'it does not start with mkt_';
  throw new InvalidOptionError(
    `The API key is malformed: ${why} (${key.length} characters). Copy it again, or make a new one.`,
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
  return url.origin + url.pathname.replace(/\/+$/, '');
}

function positive(duration: Duration, name: string): number {
  const ms = durationMs(duration, name);
  if (ms > 0) return ms;
  throw new InvalidOptionError(`${name} must be greater than 0.`);
}

function checkedBytes(bytes: number): number {
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  throw new InvalidOptionError('maxResponseBytes must be an integer greater than 0.');
}

function checkedRetries(retries: number): number {
  if (Number.isInteger(retries) && retries >= 0 && retries <= MAX_RETRIES) return retries;
  throw new InvalidOptionError(`retries must be an integer from 0 to ${MAX_RETRIES}.`);
}
