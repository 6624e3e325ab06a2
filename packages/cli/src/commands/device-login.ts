import type { Client } from '@mkt/client';
import { isApiKey, isObject, type KeyScope } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { isLoopback } from '../store/loopback.ts';
import type { Output } from '../terminal/output.ts';
import type { Shell } from '../terminal/shell.ts';

interface OAuthRefusal {
  code: string;
  /** A sentence. */
  reason: string;
}

const STATUS_REFUSED = 400;

/** The error of RFC 6749 that the marketplace sent; undefined if it is another one. */
async function oauthErrorOf(error: unknown): Promise<OAuthRefusal | undefined> {
  const { ApiError } = await import('@mkt/client');
  if (!(error instanceof ApiError) || error.status !== STATUS_REFUSED) return undefined;
  const { body } = error;
  if (!isObject(body) || typeof body['error_description'] !== 'string') return undefined;
  return { code: error.reason, reason: body['error_description'] };
}

const PASSING = new Set([408, 429]);

/** Whether the same request may succeed later: the network or the server failed. */
async function isPassing(error: unknown): Promise<boolean> {
  const { ApiError, MktError } = await import('@mkt/client');
  if (error instanceof ApiError) return error.status >= 500 || PASSING.has(error.status);
  return error instanceof MktError;
}

/** The rows of a QR code, two of its rows in each; light is drawn, dark is left blank. */
async function qrRows(text: string): Promise<string[]> {
  const { renderUnicodeCompact } = await import('uqr');
  return renderUnicodeCompact(text, { border: 2 }).split('\n');
}

/** Prints the page and the code, and on a terminal a QR code, unless the page is on this machine. */
export async function showCode(
  { output, shell }: { output: Output; shell: Pick<Shell, 'stderr' | 'env'> },
  { page, pageWithCode, userCode, isElsewhere }: ShownCode,
): Promise<void> {
  const { stderr, env } = shell;
  output.line('To log in, open this page in any browser and enter the code:');
  output.line();
  output.line(`  ${page}`);
  output.line(`  ${output.style.bold(userCode)}`);
  output.line();
  if (isElsewhere) {
    const { host } = new URL(page);
    output.warn(
      `This page belongs to ${host}, not to the marketplace that you are logging in to. If you allow the login, that marketplace gets a key to your account at ${host}: continue only if you trust it.`,
    );
    return;
  }
  // A phone cannot open the page of this machine.
  const hasUse = stderr.isTTY === true && env['TERM'] !== 'dumb' && !isLoopback(pageWithCode);
  if (!hasUse) return;
  const rows = await qrRows(pageWithCode);
  if (rows.some((row) => row.length > (stderr.columns ?? 0))) return;
  for (const row of rows) output.line(output.style.contrast(row));
  output.line();
}

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';
const DEFAULT_INTERVAL_SECONDS = 5;
const MAX_INTERVAL_SECONDS = 60;
const MAX_LIFETIME_SECONDS = 3_600;
/** A thousand years; what is beyond has no date. */
const MAX_KEY_LIFETIME_SECONDS = 31_557_600_000;
/** What a person can read from a screen and type, such as `WDJB-MJHT`. */
const USER_CODE = /^[A-Za-z0-9-]{4,32}$/;
const DEVICE_CODE = /^[!-~]{1,512}$/;
/** RFC 8628, section 3.5. */
const SLOWER_BY_MS = 5_000;
/** The longest wait after requests that failed. */
const MAX_BACKOFF_MS = 60_000;

/** What the person is shown. */
export interface ShownCode {
  userCode: string;
  /** The page on which to enter it. */
  page: string;
  /** The same page with the code. */
  pageWithCode: string;
  /**
   * Whether the page is on another server than the marketplace, which may have started a login there to
   * obtain a key to the user's account.
   */
  isElsewhere: boolean;
}

interface DeviceLogin {
  /** Sends no API key. */
  client: Pick<Client, 'request' | 'baseUrl'>;
  /** The names that the person sees. */
  program: string;
  hostName: string;
  scopes: readonly KeyScope[];
  signal: AbortSignal;
  show(code: ShownCode): Promise<void> | void;
  /** Rejects when the signal aborts. */
  pause(ms: number): Promise<unknown>;
}

interface Codes extends ShownCode {
  deviceCode: string;
  intervalMs: number;
  lifetimeMs: number;
}

const invalid = (what: string) =>
  new CliError('invalid_response', `This is not a mkt marketplace: its response ${what}.`, {
    next: "Check the marketplace's address (--base-url or MKT_BASE_URL).",
  });

const isText = (value: unknown, form: RegExp): value is string =>
  typeof value === 'string' && form.test(value);

/** A web address that the marketplace sent; only one that a browser may be sent to. */
function webAddress(value: unknown): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  // The text before an @ looks like the host, but is not.
  return url.username === '' && url.password === '' ? url.href : undefined;
}

const isKeyLifetime = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= MAX_KEY_LIFETIME_SECONDS;

const originOf = (url: string): string => new URL(url).origin;

/** In dev mode the marketplace names itself by one of the names of this machine. */
const isSameServer = (page: string, baseUrl: string): boolean =>
  originOf(page) === originOf(baseUrl) || (isLoopback(page) && isLoopback(baseUrl));

function readCodes(body: unknown, baseUrl: string): Codes {
  if (!isObject(body)) throw invalid('has no code');
  const { device_code: deviceCode, user_code: userCode, expires_in: lifetime, interval } = body;
  const page = webAddress(body['verification_uri']);
  if (!isText(deviceCode, DEVICE_CODE) || !isText(userCode, USER_CODE) || page === undefined) {
    throw invalid('has no code, or no page to enter it on');
  }
  const complete = webAddress(body['verification_uri_complete']) ?? page;
  const seconds = typeof interval === 'number' && interval >= 0 ? interval : undefined;
  return {
    deviceCode,
    userCode,
    page,
    pageWithCode: originOf(complete) === originOf(page) ? complete : page,
    isElsewhere: !isSameServer(page, baseUrl),
    intervalMs: Math.min(seconds ?? DEFAULT_INTERVAL_SECONDS, MAX_INTERVAL_SECONDS) * 1_000,
    lifetimeMs:
      typeof lifetime === 'number' && lifetime > 0
        ? Math.min(lifetime, MAX_LIFETIME_SECONDS) * 1_000
        : 0,
  };
}

async function start(login: DeviceLogin): Promise<Codes> {
  const form = new URLSearchParams({
    client_id: login.program,
    host_name: login.hostName,
    scope: login.scopes.join(' '),
  });
  const { client, signal } = login;
  try {
    const codes = await client.request('POST', '/auth/device/code', { body: form, signal });
    return readCodes(codes, client.baseUrl);
  } catch (error) {
    const refused = await oauthErrorOf(error);
    if (refused === undefined) throw error;
    throw new CliError('invalid_request', `The marketplace refused the login: ${refused.reason}`);
  }
}

/** The error that ends the login. */
function ended(code: string, reason: string): CliError {
  const next = 'Log in again: mkt login';
  switch (code) {
    case 'access_denied':
      return new CliError('declined', `No API key was created: ${reason}`, { next });
    case 'expired_token':
      return new CliError('wait_timeout', 'The code expired before anyone allowed the login.', {
        next,
      });
    case 'invalid_grant':
      return new CliError(
        'invalid_response',
        'The code is no longer valid, or the response with the key was lost.',
        { next: `${next}. If a key was created, it is revoked within three hours.` },
      );
    default:
      return new CliError('invalid_response', `The marketplace refused the login: ${reason}`);
  }
}

export interface NewKey {
  apiKey: string;
  /** Undefined if it does not expire, or the marketplace did not say when. */
  lifetimeSeconds?: number | undefined;
}

/**
 * Logs in by the device flow (RFC 8628): shows a code, and returns the API key that the marketplace
 * hands over once a person allows it. It polls until the marketplace says that the code has expired;
 * while requests fail it polls less often, and it gives up when they failed for as long as a code
 * lasts.
 */
export async function deviceLogin(login: DeviceLogin): Promise<NewKey> {
  const { client, signal, program, pause } = login;
  const codes = await start(login);
  await login.show(codes);
  const form = new URLSearchParams({
    grant_type: GRANT_TYPE,
    device_code: codes.deviceCode,
    client_id: program,
  });
  let { intervalMs } = codes;
  let failures = 0;
  let failingMs = 0;
  for (;;) {
    const waitMs = Math.max(intervalMs, Math.min(intervalMs * 2 ** failures, MAX_BACKOFF_MS));
    await pause(waitMs);
    if (failures > 0) failingMs += waitMs;
    try {
      const body = await client.request('POST', '/auth/device/token', { body: form, signal });
      const { access_token: apiKey, expires_in: lifetime } = isObject(body) ? body : {};
      if (typeof apiKey === 'string' && isApiKey(apiKey)) {
        return { apiKey, lifetimeSeconds: isKeyLifetime(lifetime) ? lifetime : undefined };
      }
      throw invalid('has no API key');
    } catch (error) {
      const refused = await oauthErrorOf(error);
      if (refused) {
        failures = 0;
        failingMs = 0;
        if (refused.code === 'slow_down') intervalMs += SLOWER_BY_MS;
        else if (refused.code !== 'authorization_pending')
          throw ended(refused.code, refused.reason);
      } else {
        if (!(await isPassing(error)) || failingMs > codes.lifetimeMs) throw error;
        failures += 1;
      }
    }
  }
}
