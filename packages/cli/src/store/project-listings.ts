import { dirname, join } from 'node:path';
import { createFolder, keepOutOfGit, linkTarget, replaceFile } from './files.ts';
import { isLoopback } from './loopback.ts';
import { isSameAddress, nameOfAddress, withoutSlash } from './market-name.ts';
import { readProjectFile } from './project-file.ts';

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
   * Writes nothing if the file has the same id already. `isReplaced`: the listing that `find` returns
   * for this endpoint is archived or gone.
   */
  remember(endpoint: Endpoint, id: string, isReplaced?: boolean): Promise<void>;
}

/** Projects commit this file, so everyone in the team can read it. */
const MODE = 0o644;

type Ids = Readonly<Record<string, unknown>>;

/** A marketplace, with the name that it has elsewhere, as in a saved login. */
export interface NamedMarket {
  baseUrl: string;
  market?: string | undefined;
}

/**
 * The listings of the project in `folder` at one marketplace: `mkt.json`, or `.mkt/mkt.json` for a
 * marketplace on this machine (docs/sell/publish.md#what-mkt-remembers).
 */
export function projectListings(folder: string, { baseUrl, market }: NamedMarket): ProjectListings {
  const address = withoutSlash(baseUrl);
  const path = isLoopback(address) ? join(folder, '.mkt', 'mkt.json') : join(folder, 'mkt.json');
  const read = async () => {
    const { whole, marketplaces } = await readProjectFile(path);
    const [name, entry] =
      Object.entries(marketplaces).find(([, each]) => isSameAddress(each.baseUrl, address)) ?? [];
    const isTaken = (each: string) => Object.hasOwn(marketplaces, each);
    return {
      whole,
      marketplaces,
      // A name that already belongs to another address here is not changed.
      name: name ?? (market && !isTaken(market) ? market : nameOfAddress(address, isTaken)),
      entry: entry ?? { baseUrl: address, listings: {} },
    };
  };
  return {
    all: async () =>
      Object.values((await read()).entry.listings).filter((id) => typeof id === 'string'),
    find: async (endpoint) => {
      const { listings } = (await read()).entry;
      return idAt(listings, wholeKey(endpoint)) ?? idAt(listings, pathKey(endpoint));
    },
    remember: async (endpoint, id, isReplaced = false) => {
      const { whole, marketplaces, name, entry } = await read();
      const { listings } = entry;
      const [full, short] = [wholeKey(endpoint), pathKey(endpoint)];
      if (idAt(listings, full) === id || idAt(listings, short) === id) return;
      // Several services of a project may have the same path, at different addresses.
      const isShared = idAt(listings, short) !== undefined;
      const key = !isShared || (isReplaced && idAt(listings, full) === undefined) ? short : full;
      // A listing has one endpoint: where it was before is another service from now on.
      const others = Object.entries(listings).filter(([, each]) => each !== id);
      const changed = { ...entry, listings: { ...Object.fromEntries(others), [key]: id } };
      const file = { ...whole, marketplaces: { ...marketplaces, [name]: changed } };
      await createFolder(dirname(path), 'mkt remembers there what this project sells');
      if (isLoopback(address)) await keepOutOfGit(dirname(path));
      const text = `${JSON.stringify(file, null, 2)}\n`;
      await replaceFile(await linkTarget(path, folder), Buffer.from(text), MODE);
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
