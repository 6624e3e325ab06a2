import type { Client } from '@mkt/client';
import { isApiKey, type Scope } from '@mkt/protocol';
import { readLogins, type Login } from '../settings/logins.ts';
import type { Settings } from '../settings/settings.ts';
import { quoteArgument } from '../terminal/printable.ts';
import type { Shell } from '../terminal/shell.ts';
import { advice, failed, failedRequest, passed, type Finding } from './finding.ts';

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

export interface CheckedKey {
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
