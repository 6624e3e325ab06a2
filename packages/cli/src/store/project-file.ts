import { join } from 'node:path';
import { isObject } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { isOwn } from './owner.ts';
import { readJsonObject } from './read-json-object.ts';
import { foldersOfProject } from './dev-key.ts';
import { isMarketName } from './market-name.ts';

/** A marketplace of `mkt.json`, with the ids of the listings that the project sells there. */
export interface MarketEntry {
  baseUrl: string;
  /** Ids of listings by endpoint, such as `POST /run`; a value that is not text is ignored. */
  listings: Readonly<Record<string, unknown>>;
}

export interface ProjectFile {
  /** The marketplace of commands in this project. */
  default?: string | undefined;
  marketplaces: Readonly<Record<string, MarketEntry>>;
  /** The whole content of the file, including members that mkt does not know. */
  whole: Readonly<Record<string, unknown>>;
}

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');

/** Reads and checks a `mkt.json`; empty if there is none. */
export async function readProjectFile(path: string): Promise<ProjectFile> {
  const whole = (await readJsonObject(path, (...why) => damaged(path, ...why))) ?? {};
  const { marketplaces: named = {}, default: chosen } = whole;
  if (!isObject(named)) throw damaged(path, 'is damaged: marketplaces must be an object');
  const marketplaces = Object.fromEntries(
    Object.entries(named).map(([name, entry]) => [name, entryOf(entry, name, path)]),
  );
  if (
    chosen !== undefined &&
    !(typeof chosen === 'string' && Object.hasOwn(marketplaces, chosen))
  ) {
    throw damaged(path, 'is damaged: default must be the name of one of its marketplaces');
  }
  return { default: chosen, marketplaces, whole };
}

function entryOf(entry: unknown, name: string, path: string): MarketEntry {
  const members = isObject(entry) ? entry : {};
  const { baseUrl, listings = {} } = members;
  if (!isWebAddress(baseUrl)) {
    const says = `marketplaces.${name} must have a baseUrl, as in { "baseUrl": "https://market.example" }`;
    throw damaged(path, `is damaged: ${says}`);
  }
  // A name is shown in commands to copy, and the file may come with a stranger's repository.
  if (!isMarketName(name)) {
    throw damaged(path, `is damaged: ${JSON.stringify(name)} cannot be the name of a marketplace`);
  }
  if (isObject(listings)) return { ...members, baseUrl, listings };
  throw damaged(path, `is damaged: marketplaces.${name}.listings must be an object`);
}

const damaged = (path: string, problem: string, cause?: unknown) =>
  new CliError('damaged_settings', `${path}, which names marketplaces and listings, ${problem}.`, {
    next: 'Fix it (docs/start/setup.md#which-marketplace), or delete it: mkt publish writes it again, and asks if you sell the service already.',
    cause,
  });

/** The marketplaces that a project names: those of `mkt.json` in this folder and the ones above it. */
export interface ProjectMarkets extends Pick<ProjectFile, 'default' | 'marketplaces'> {
  /** A file that was ignored because another user owns it or can write to it. */
  foreign?: string;
}

/** The nearest file wins. Only the user's own files are read, as with `.mkt` (see `findDevKey`). */
export async function projectMarkets(folder: string): Promise<ProjectMarkets> {
  const found: ProjectFile[] = [];
  let foreign: string | undefined;
  for (const at of foldersOfProject(folder)) {
    const path = join(at, 'mkt.json');
    const owned = isOwn(path);
    if (owned) found.push(await readProjectFile(path));
    if (owned === false) foreign ??= path;
  }
  return {
    default: found.find((file) => file.default !== undefined)?.default,
    marketplaces: Object.assign({}, ...found.toReversed().map((file) => file.marketplaces)),
    ...(foreign === undefined ? {} : { foreign }),
  };
}
