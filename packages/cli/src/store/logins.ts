import { isObject } from '@mkt/protocol';
import { dirname, join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { createFolder, linkTarget, replaceFile } from './files.ts';
import { readJsonObject } from './read-json-object.ts';
import type { Shell } from '../terminal/shell.ts';
import { isSameAddress } from './market-name.ts';

/** A marketplace and the user's API key there. */
export interface Login {
  baseUrl: string;
  apiKey: string;
  /** `device`: made by `mkt login` for this machine alone; `given`: the user had it already. */
  origin: 'device' | 'given';
  /** When the key expires, if that is known. */
  expiresAt?: string | undefined;
}

/** The logins saved by `mkt login`, by the name of the marketplace. */
export interface Logins {
  /** The marketplace to use when nothing else names one. */
  default?: string | undefined;
  logins: Readonly<Record<string, Login>>;
}

type SettingsLocation = Pick<Shell, 'settingsFolder'>;

export const loginsPath = async ({ settingsFolder }: SettingsLocation) =>
  join(await settingsFolder(), 'logins.json');

/** The saved logins; none if there is no file. */
export async function readLogins(location: SettingsLocation): Promise<Logins> {
  const path = await loginsPath(location);
  const file = await readJsonObject(path, (...why) => damaged(path, ...why));
  if (!file) return { logins: {} };
  const { logins, default: chosen } = file;
  if (!isObject(logins) || !Object.values(logins).every(isLogin)) {
    throw damaged(path, 'is damaged: its logins cannot be read');
  }
  const isKnown = typeof chosen === 'string' && Object.hasOwn(logins, chosen);
  return { default: isKnown ? chosen : undefined, logins: logins as Logins['logins'] };
}

/** Changes the saved logins as they are now: another terminal may have changed them during a login. */
export async function updateLogins(
  change: (saved: Logins) => Logins,
  location: SettingsLocation,
): Promise<Logins> {
  const path = await loginsPath(location);
  const saved = change(await readLogins(location));
  await createFolder(dirname(path), 'mkt saves its settings there');
  const target = await linkTarget(path, dirname(path));
  await replaceFile(target, Buffer.from(`${JSON.stringify(saved, null, 2)}\n`));
  return saved;
}

/** The login at an address: the one of this name, if several are. */
export function loginAt(
  { logins }: Logins,
  baseUrl: string,
  name?: string,
): (Login & { name: string }) | undefined {
  const there = Object.entries(logins).filter(([, login]) => isSameAddress(login.baseUrl, baseUrl));
  const [found, login] = there.find(([each]) => each === name) ?? there[0] ?? [];
  return found === undefined || login === undefined ? undefined : { ...login, name: found };
}

function isLogin(value: unknown): value is Login {
  if (!isObject(value)) return false;
  const { baseUrl, apiKey, origin } = value;
  const isText = [baseUrl, apiKey].every((member) => typeof member === 'string');
  return isText && (origin === 'device' || origin === 'given');
}

function damaged(path: string, problem: string, cause?: unknown): CliError {
  return new CliError('damaged_settings', `The settings file ${path} ${problem}.`, {
    next: 'Fix or delete it, then log in again: mkt login',
    cause,
  });
}
