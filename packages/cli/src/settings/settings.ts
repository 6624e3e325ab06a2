import { CliError } from '../errors/cli-error.ts';
import { findDevKey } from './dev-key.ts';
import { isLoopback } from './loopback.ts';
import type { Shell } from '../terminal/shell.ts';

/** The connection options of a command line. */
export interface ConnectionFlags {
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  profile?: string | undefined;
}

export interface Settings {
  /** `undefined` means the default of the client. */
  baseUrl: string | undefined;
  apiKey: string | undefined;
  /** Where the key comes from; `folder`: the data folder of a marketplace in dev mode. */
  keyFrom: 'flag' | 'environment' | 'profile' | 'folder' | 'none';
  /** The same in words: `MKT_API_KEY`; `undefined` without a key. */
  keySource?: string | undefined;
  profile: string;
  /** The address that the profile's key belongs to, if the key was withheld from `baseUrl`. */
  keyIsFor?: string | undefined;
  /** The data folder of the marketplace, if the key is of there. */
  folder?: string;
  /** A data folder of a marketplace that is not used, because it is not the user's. */
  foreignFolder?: string;
}

const KEY_SOURCES = {
  flag: '--api-key',
  environment: 'MKT_API_KEY',
  profile: 'saved by mkt login',
} as const;

/** That of @mkt/client. */
const DEFAULT_BASE_URL = 'http://127.0.0.1:8787';
const DEFAULT_PROFILE = 'default';
const PROFILE_NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** Treats an empty value as absent. */
export const nonEmpty = (text: string | undefined) => text?.trim() || undefined;

/** The name of the selected profile, which may not exist. */
export function profileName({ profile }: ConnectionFlags, env: Shell['env']): string {
  const name = nonEmpty(profile) ?? nonEmpty(env['MKT_PROFILE']) ?? DEFAULT_PROFILE;
  if (PROFILE_NAME.test(name)) return name;
  throw new CliError(
    'invalid_usage',
    'A profile name starts with a letter or digit and has at most 64 letters, digits, dots, dashes and underscores.',
  );
}

/**
 * Reads each setting from its flag, else from the environment, else from the profile. On this machine
 * the key and the address of a marketplace in dev mode are the last resort.
 */
export async function readSettings(
  flags: ConnectionFlags,
  shell: Pick<Shell, 'env' | 'settingsFolder' | 'cwd'>,
): Promise<Settings> {
  const settings = await readGiven(flags, shell);
  const { baseUrl = DEFAULT_BASE_URL, keyFrom } = settings;
  if (keyFrom !== 'none') {
    const known = settings.baseUrl ?? (await addressOf(settings, shell));
    return { ...settings, baseUrl: known, keySource: KEY_SOURCES[keyFrom] };
  }
  if (!isLoopback(baseUrl)) return settings;
  const found = await findDevKey(shell.cwd);
  if (found?.kind === 'foreign') return { ...settings, foreignFolder: found.folder };
  if (!found) return settings;
  const { keyIsFor: _, ...others } = settings;
  return {
    ...others,
    baseUrl: settings.baseUrl ?? found.baseUrl,
    apiKey: found.apiKey,
    keyFrom: 'folder',
    keySource: found.path,
    folder: found.folder,
  };
}

/** The address of the marketplace in dev mode whose key was given, for example in `MKT_API_KEY`. */
async function addressOf(
  { apiKey }: Settings,
  { cwd }: Pick<Shell, 'cwd'>,
): Promise<string | undefined> {
  const found = await findDevKey(cwd);
  return found?.kind === 'found' && found.apiKey === apiKey ? found.baseUrl : undefined;
}

async function readGiven(
  flags: ConnectionFlags,
  { env, settingsFolder }: Pick<Shell, 'env' | 'settingsFolder'>,
): Promise<Settings & { keyFrom: keyof typeof KEY_SOURCES | 'none' }> {
  const name = profileName(flags, env);
  const baseUrl = nonEmpty(flags.baseUrl) ?? nonEmpty(env['MKT_BASE_URL']);
  const explicit = { flag: nonEmpty(flags.apiKey), environment: nonEmpty(env['MKT_API_KEY']) };
  const apiKey = explicit.flag ?? explicit.environment;
  const keyFrom = explicit.flag ? 'flag' : 'environment';
  // The file is read only when it is needed, so that a damaged one blocks no other command.
  if (apiKey && baseUrl) return { baseUrl, apiKey, keyFrom, profile: name };

  const { readProfiles } = await import('./profiles.ts');
  const profiles = await readProfiles({ settingsFolder });
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (!profile && name !== DEFAULT_PROFILE) {
    throw new CliError('invalid_usage', `Profile ${name} does not exist.`, {
      next: `Create it: mkt login --profile ${name}`,
    });
  }
  if (apiKey) return { baseUrl: baseUrl ?? profile?.baseUrl, apiKey, keyFrom, profile: name };
  if (!profile?.apiKey) {
    return {
      baseUrl: baseUrl ?? profile?.baseUrl,
      apiKey: undefined,
      keyFrom: 'none',
      profile: name,
    };
  }
  // A saved key is sent only to the marketplace that it was saved for.
  if (baseUrl && profile.baseUrl && !isSameAddress(baseUrl, profile.baseUrl)) {
    return {
      baseUrl,
      apiKey: undefined,
      keyFrom: 'none',
      profile: name,
      keyIsFor: profile.baseUrl,
    };
  }
  return {
    baseUrl: baseUrl ?? profile.baseUrl,
    apiKey: profile.apiKey,
    keyFrom: 'profile',
    profile: name,
  };
}

function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => URL.parse(text)?.href.replace(/\/+$/, ''));
  return a !== undefined && a === b;
}
