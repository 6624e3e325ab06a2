import { isObject } from '@mkt/protocol';
import { dirname, join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { createFolder } from '../files/create-folder.ts';
import { readJsonObject } from '../files/read-json-object.ts';
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
  const file = await readJsonObject(path, (...why) => damaged(path, ...why));
  if (!file) return {};
  const { profiles } = file;
  if (!isObject(profiles) || !Object.values(profiles).every(isProfile)) {
    throw damaged(path, 'is damaged: its profiles cannot be read');
  }
  return profiles as Profiles;
}

export async function saveProfiles(profiles: Profiles, location: SettingsLocation): Promise<void> {
  const path = await profilePath(location);
  await createFolder(dirname(path), 'mkt saves its settings there');
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
