import { isObject } from '@mkt/protocol';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { linkTarget, replaceFile } from '../files/replace-file.ts';
import type { Shell } from '../terminal/shell.ts';

/** A marketplace and the user's API key there. */
interface Profile {
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
}

export type Profiles = Readonly<Record<string, Profile>>;

type SettingsLocation = Pick<Shell, 'settingsFolder'>;

export const profilePath = async ({ settingsFolder }: SettingsLocation) =>
  join(await settingsFolder(), 'profiles.json');

/** The profiles that `mkt login` saved; empty if there is no file. */
export async function readProfiles(location: SettingsLocation): Promise<Profiles> {
  const path = await profilePath(location);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    throw damaged(path, `cannot be read (${code})`, error);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damaged(path, 'is not JSON', error);
  }
  const profiles = isObject(value) ? value['profiles'] : undefined;
  if (!isObject(profiles) || !Object.values(profiles).every(isProfile)) {
    throw damaged(path, 'is damaged: its profiles cannot be read');
  }
  return profiles as Profiles;
}

export async function saveProfiles(profiles: Profiles, location: SettingsLocation): Promise<void> {
  const path = await profilePath(location);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CliError(
      'write_failed',
      `${dirname(path)} cannot be created (${systemCode(error)}).`,
      { next: 'mkt saves its settings there: check the permissions.', cause: error },
    );
  }
  const target = await linkTarget(path, dirname(path));
  await replaceFile(target, Buffer.from(`${JSON.stringify({ profiles }, null, 2)}\n`));
}

function isProfile(value: unknown): value is Profile {
  if (!isObject(value)) return false;
  return [value['baseUrl'], value['apiKey']].every(
    (member) => member === undefined || typeof member === 'string',
  );
}

function damaged(path: string, problem: string, cause?: unknown): CliError {
  return new CliError('damaged_settings', `The settings file ${path} ${problem}.`, {
    next: 'Fix or delete it, then log in again: mkt login',
    cause,
  });
}
