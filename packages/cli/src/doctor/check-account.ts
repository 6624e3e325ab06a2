import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { versions } from 'node:process';
import type { Client } from '@mkt/client';
import { isApiKey, isObject, type Scope } from '@mkt/protocol';
import { formatDuration } from '../show/price.ts';
import { type Login, readLogins } from '../store/logins.ts';
import type { Settings } from '../store/settings.ts';
import type { Shell } from '../terminal/shell.ts';
import { quoteArgument } from '../terminal/text.ts';
import { version } from '../this-package.ts';
import { checkClock, offsetOf } from './check-service.ts';
import { advice, failed, failedRequest, type Finding, passed, skipped } from './findings.ts';

/** What `mkt publish` needs (docs/sell/publish.md). */
const SELLING: readonly Scope[] = [
  'provider:create',
  'provider:read',
  'provider:secret',
  'listing:update',
];

interface KeyCheck {
  client: Client;
  settings: Settings;
  shell: Shell;
}

interface CheckedKey {
  findings: Finding[];
  /** Empty if there is no valid key. */
  scopes: readonly string[];
}

const invalid = (finding: Finding): CheckedKey => ({ findings: [finding], scopes: [] });

/** Whether the marketplace accepts the API key, and whether the key may sell. */
export async function checkKey({ client, settings, shell }: KeyCheck): Promise<CheckedKey> {
  const { apiKey, keySource = 'nowhere' } = settings;
  const login = `mkt login --base-url ${quoteArgument(client.baseUrl)}`;
  if (apiKey === undefined) return invalid(failed('key', 'there is no API key', login));
  if (!isApiKey(apiKey)) {
    const message = `the key (${keySource}) is mistyped or incomplete: its checksum is wrong`;
    return invalid(failed('key', message, login));
  }
  const { AuthenticationError } = await import('@mkt/client');
  try {
    const { keyId, scopes } = await client.me({ signal: shell.signal, retries: 0 });
    const found = passed('key', `${keyId ?? 'valid'} (${keySource})`);
    return { findings: [found, checkScopes(scopes, login)], scopes };
  } catch (error) {
    shell.signal.throwIfAborted();
    if (!(error instanceof AuthenticationError)) {
      return invalid(await failedRequest('key', error, 'mkt whoami --verbose'));
    }
    const other = await addressOf(apiKey, client.baseUrl, shell);
    const why = other
      ? `it was saved for ${other}`
      : 'it was revoked, has expired, or belongs to another marketplace';
    return invalid(
      failed('key', `${client.baseUrl} does not accept the key (${keySource}): ${why}`, login),
    );
  }
}

function checkScopes(scopes: readonly string[], login: string): Finding {
  const missing = SELLING.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return passed('scopes', 'the key may publish and read signing secrets');
  return advice('scopes', `the key cannot sell: it lacks ${missing.join(', ')}`, login);
}

/** The other marketplace for which a login has this key. */
async function addressOf(
  apiKey: string,
  baseUrl: string,
  shell: Shell,
): Promise<string | undefined> {
  const { logins } = await readLogins(shell).catch(() => ({ logins: {} }));
  const others = Object.values<Login>(logins).filter((login) => login.apiKey === apiKey);
  return others.map((login) => login.baseUrl).find((url) => url !== baseUrl);
}

const TIMEOUT = '10s';

interface CheckedMarketplace {
  findings: Finding[];
  isReachable: boolean;
  /** How far the marketplace's clock is ahead of this machine's, in milliseconds. */
  offsetMs?: number | undefined;
}

/** Whether there is a marketplace at the address, its version, and the clock of this machine. */
export async function checkMarketplace(
  client: Client,
  signal: AbortSignal,
): Promise<CheckedMarketplace> {
  const startedAtMs = Date.now();
  try {
    const { data, response } = await client
      .openapi({ signal, retries: 0, timeout: TIMEOUT })
      .withResponse();
    const endedAtMs = Date.now();
    const offsetMs = offsetOf(response.headers.get('date'), { startedAtMs, endedAtMs });
    const reached = `${client.baseUrl} responded in ${formatDuration(endedAtMs - startedAtMs)}`;
    return {
      findings: [
        checkVersion(reached, versionOf(data)),
        offsetMs === undefined
          ? skipped('clock', 'not compared: the marketplace’s response has no Date')
          : checkClock('clock', 'this machine’s', -offsetMs),
      ],
      isReachable: true,
      offsetMs,
    };
  } catch (error) {
    signal.throwIfAborted();
    const url = quoteArgument(`${client.baseUrl}/v1/openapi.json`);
    return {
      findings: [await failedRequest('marketplace', error, `curl -sS --max-time 10 ${url}`)],
      isReachable: false,
    };
  }
}

function checkVersion(reached: string, theirs: string | undefined): Finding {
  const own = version();
  if (theirs === undefined) return passed('marketplace', reached);
  if (isCompatible(theirs, own)) return passed('marketplace', `${reached}, version ${theirs}`);
  return advice(
    'marketplace',
    `${reached}, but its version ${theirs} may not understand mkt ${own}`,
    `npm install --save-dev @mkt/cli@${quoteArgument(theirs)}`,
  );
}

function versionOf({ info }: Record<string, unknown>): string | undefined {
  const found = isObject(info) ? info['version'] : undefined;
  return typeof found === 'string' && /^\d+\.\d+\.\d+[\w.+-]{0,40}$/.test(found)
    ? found
    : undefined;
}

/** The versions of what runs here. An older Node than `mkt` needs does not get this far. */
export async function checkVersions(cwd: string): Promise<Finding[]> {
  return [passed('node', versions.node), passed('mkt', version()), await checkSellerKit(cwd)];
}

async function checkSellerKit(cwd: string): Promise<Finding> {
  const kit = await installedVersion('@mkt/seller-kit', cwd);
  if (kit === undefined) return skipped('seller-kit', 'is not installed in this folder');
  const own = version();
  if (isCompatible(kit, own)) return passed('seller-kit', kit);
  return advice(
    'seller-kit',
    `${kit} is not compatible with mkt ${own}`,
    `npm install @mkt/seller-kit@${own}`,
  );
}

/** Whether two versions are alike in what semantic versioning calls breaking. */
function isCompatible(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => {
    const [major, minor] = text.split('.');
    return major === '0' ? `0.${minor}` : major;
  });
  return a === b;
}

/** The version of a package in the nearest `node_modules` that has it. */
async function installedVersion(name: string, folder: string): Promise<string | undefined> {
  try {
    const manifest: unknown = JSON.parse(
      await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
    );
    const found = isObject(manifest) ? manifest['version'] : undefined;
    return typeof found === 'string' ? found : undefined;
  } catch {
    const parent = dirname(folder);
    return parent === folder ? undefined : await installedVersion(name, parent);
  }
}
