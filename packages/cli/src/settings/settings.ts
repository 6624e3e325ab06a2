import { CliError } from '../errors/cli-error.ts';
import type { Shell } from '../terminal/shell.ts';

/** What stands on the command line. */
export interface ConnectionFlags {
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  profile?: string | undefined;
}

export interface Settings {
  /** `undefined`: the client's own default. */
  baseUrl: string | undefined;
  apiKey: string | undefined;
  /** Who said the key. */
  keyFrom: 'flag' | 'environment' | 'profile' | 'none';
  profile: string;
  /** Set when the profile's key was kept back, because it is for this other address. */
  keyIsFor?: string | undefined;
}

const DEFAULT_PROFILE = 'default';
const PROFILE_NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** Empty counts as not set. */
const given = (text: string | undefined) => text?.trim() || undefined;

/** The name of the profile in use, whether or not it exists. */
export function profileName({ profile }: ConnectionFlags, env: Shell['env']): string {
  const name = given(profile) ?? given(env['MKT_PROFILE']) ?? DEFAULT_PROFILE;
  if (PROFILE_NAME.test(name)) return name;
  throw new CliError(
    'invalid_usage',
    'The name of a profile has letters, digits, dots and dashes, at most 64.',
  );
}

/** Flag before environment before profile, each for itself. */
export async function readSettings(
  flags: ConnectionFlags,
  { env, settingsFolder }: Pick<Shell, 'env' | 'settingsFolder'>,
): Promise<Settings> {
  const name = profileName(flags, env);
  const baseUrl = given(flags.baseUrl) ?? given(env['MKT_BASE_URL']);
  const stated = { flag: given(flags.apiKey), environment: given(env['MKT_API_KEY']) };
  const apiKey = stated.flag ?? stated.environment;
  const keyFrom = stated.flag ? 'flag' : 'environment';
  // Nothing is asked of the file that is said already: a damaged one stands in nobody's way.
  if (apiKey && baseUrl) return { baseUrl, apiKey, keyFrom, profile: name };

  const { readProfiles } = await import('./profiles.ts');
  const profiles = await readProfiles({ settingsFolder });
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (!profile && name !== DEFAULT_PROFILE) {
    throw new CliError('invalid_usage', `There is no profile "${name}".`, {
      next: `Make it: mkt login --profile ${name}`,
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
  // A key is told to nobody but the marketplace that it is for.
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
