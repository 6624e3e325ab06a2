import { dirname, join } from 'node:path';
import { isObject } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { createFolder } from '../files/create-folder.ts';
import { readJsonObject } from '../files/read-json-object.ts';
import { linkTarget, replaceFile } from '../files/replace-file.ts';
import { isLoopback } from './loopback.ts';

/** The part of a listing that identifies it within its project. */
export interface Endpoint {
  method: string;
  /** The whole URL. */
  endpointPath: string;
}

/** Which listings a project sells. Ids are those of the marketplace. */
export interface ProjectListings {
  /** The ids of all. */
  all(): Promise<string[]>;
  find(endpoint: Endpoint): Promise<string | undefined>;
  /**
   * Writes nothing if the file has the same id already. An id that is found for the endpoint but no
   * longer valid is passed as `staleId`, and replaced.
   */
  remember(endpoint: Endpoint, id: string, staleId?: string): Promise<void>;
}

/** It is meant to be committed, so others of the team can read it. */
const MODE = 0o644;

type Ids = Record<string, unknown>;

/**
 * The listings of the project in `folder` at one marketplace: `mkt.json`, or `.mkt/mkt.json` for a
 * marketplace on this machine (docs/selling.md#what-mkt-remembers).
 */
export function projectListings(folder: string, marketplace: string): ProjectListings {
  const address = new URL(marketplace).href.replace(/\/+$/, '');
  const path = isLoopback(address) ? join(folder, '.mkt', 'mkt.json') : join(folder, 'mkt.json');
  const read = async () => {
    const file = (await readJsonObject(path, (...why) => damaged(path, ...why))) ?? {};
    const marketplaces = memberOf(file, 'marketplaces', path);
    return { file, marketplaces, ids: memberOf(marketplaces, address, path) };
  };
  return {
    all: async () => Object.values((await read()).ids).filter((id) => typeof id === 'string'),
    find: async (endpoint) => {
      const { ids } = await read();
      return idAt(ids, wholeKey(endpoint)) ?? idAt(ids, pathKey(endpoint));
    },
    remember: async (endpoint, id, staleId) => {
      const { file, marketplaces, ids } = await read();
      const [whole, short] = [wholeKey(endpoint), pathKey(endpoint)];
      if (idAt(ids, whole) === id || idAt(ids, short) === id) return;
      const other = idAt(ids, short);
      // Several services of a project may have the same path, at different addresses.
      const key = other === undefined || other === staleId ? short : whole;
      // A listing has one endpoint: where it was before is another service from now on.
      const others = Object.entries(ids).filter(([, each]) => each !== id);
      const changed = { ...Object.fromEntries(others), [key]: id };
      const text = JSON.stringify(
        { ...file, marketplaces: { ...marketplaces, [address]: changed } },
        null,
        2,
      );
      await createFolder(dirname(path), 'mkt remembers there what this project sells');
      await replaceFile(await linkTarget(path, folder), Buffer.from(`${text}\n`), MODE);
    },
  };
}

const wholeKey = ({ method, endpointPath }: Endpoint) => `${method} ${endpointPath}`;
const pathKey = ({ method, endpointPath }: Endpoint) =>
  `${method} ${URL.parse(endpointPath)?.pathname ?? endpointPath}`;

function idAt(ids: Ids, key: string): string | undefined {
  const id = Object.hasOwn(ids, key) ? ids[key] : undefined;
  return typeof id === 'string' ? id : undefined;
}

function memberOf(object: Ids, name: string, path: string): Ids {
  const value = Object.hasOwn(object, name) ? object[name] : {};
  if (isObject(value)) return { ...value };
  throw damaged(path, `is damaged: ${name} must be an object`);
}

const damaged = (path: string, problem: string, cause?: unknown) =>
  new CliError('damaged_settings', `${path}, which lists what this project sells, ${problem}.`, {
    next: 'Fix it, or delete it: mkt publish writes it again, and asks if you sell the service already.',
    cause,
  });
