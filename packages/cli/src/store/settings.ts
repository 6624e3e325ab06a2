import { didYouMean } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { baseUrlProblem, withScheme } from '../input/service-url.ts';
import { quoteArgument } from '../terminal/text.ts';
import type { Shell } from '../terminal/shell.ts';
import { findDevKey, type DevKey } from './dev-key.ts';
import { isLoopback } from './loopback.ts';
import { checkMarketName, isSameAddress } from './market-name.ts';

/** The connection options of a command line. */
export interface ConnectionFlags {
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  market?: string | undefined;
}

/** The marketplace that a command calls, and what decided it. */
export interface ChosenMarket {
  /** `undefined` means the default of the client. */
  baseUrl: string | undefined;
  /** Its name in `mkt.json` or of a login; `undefined` for one that has none. */
  market?: string | undefined;
  /** How it was chosen, in words: `--market`. */
  chosenBy: string;
  /** Set if it is this folder's own marketplace in dev mode. */
  dev?: DevKey | undefined;
  /** Files that were ignored because another user owns them or can write to them. */
  foreign: readonly string[];
}

export interface Settings extends Omit<ChosenMarket, 'dev'> {
  apiKey: string | undefined;
  /** Where the key comes from; `folder`: the data folder of a marketplace in dev mode. */
  keyFrom: 'flag' | 'environment' | 'login' | 'folder' | 'none';
  /** The same in words: `MKT_API_KEY`; `undefined` without a key. */
  keySource?: string | undefined;
  /** When the key of a login expires, if that is known. */
  keyExpiresAt?: string | undefined;
  /** Its data folder, if it is this folder's own marketplace in dev mode. */
  folder?: string | undefined;
}

type SettingsShell = Pick<Shell, 'env' | 'settingsFolder' | 'cwd'>;

/** Treats an empty value as absent. */
export const nonEmpty = (text: string | undefined) => text?.trim() || undefined;

/**
 * The marketplace that a command calls, and the key that it sends there, as docs/start/setup.md#which-marketplace says.
 * A saved key is sent only to the address that it was saved for.
 */
export async function readSettings(
  flags: ConnectionFlags,
  shell: SettingsShell,
): Promise<Settings> {
  const { dev, ...place } = await chooseMarket(flags, shell);
  const key = await chooseKey(flags, { ...place, dev }, shell);
  return { ...place, ...key, folder: dev?.folder ?? key.folder };
}

/** Options, the environment, the folder's own marketplace, `mkt.json`, then the saved default. */
export async function chooseMarket(
  flags: ConnectionFlags,
  shell: SettingsShell,
): Promise<ChosenMarket> {
  const [market, baseUrl] = [nonEmpty(flags.market), nonEmpty(flags.baseUrl)];
  if (market !== undefined) return await named(market, baseUrl, shell);
  if (baseUrl !== undefined) return { baseUrl, chosenBy: '--base-url', foreign: [] };
  const inEnvironment = addressIn(shell);
  if (inEnvironment !== undefined) {
    return { baseUrl: inEnvironment, chosenBy: 'MKT_BASE_URL', foreign: [] };
  }
  const explicit = explicitKey(flags, shell);
  if (explicit !== undefined) return await marketOfKey(explicit, shell);
  const dev = await findDevKey(shell.cwd);
  if (dev?.kind === 'found') {
    const { baseUrl: address } = dev;
    return { baseUrl: address, chosenBy: `the marketplace of ${dev.folder}`, dev, foreign: [] };
  }
  const { projectMarkets } = await import('./project-file.ts');
  const project = await projectMarkets(shell.cwd);
  const foreign = foreignFiles(dev, project);
  const entry = project.default === undefined ? undefined : project.marketplaces[project.default];
  if (entry) {
    const { default: name } = project;
    return { baseUrl: entry.baseUrl, market: name, chosenBy: 'the default in mkt.json', foreign };
  }
  return { ...(await savedDefault(shell)), foreign };
}

/** A marketplace by its name in `mkt.json` or of a login. */
async function named(
  name: string,
  baseUrl: string | undefined,
  shell: SettingsShell,
): Promise<ChosenMarket> {
  checkMarketName(name);
  const known = await knownMarkets(shell);
  const address = known.addresses.get(name);
  const place = { market: name, chosenBy: '--market', foreign: known.foreign };
  if (address === undefined) {
    const names = [...known.addresses.keys()];
    const login = `mkt login --market ${quoteArgument(name)} --base-url URL`;
    throw new CliError(
      'invalid_usage',
      `There is no marketplace named ${name}, neither in mkt.json nor among your logins.${didYouMean(name, names)}`,
      {
        next:
          names.length === 0
            ? `Log in there to name it: ${login}`
            : `You have ${names.join(', ')}. To add one: ${login}`,
      },
    );
  }
  if (baseUrl === undefined || isSameAddress(baseUrl, address)) {
    return { ...place, baseUrl: address };
  }
  throw new CliError('invalid_usage', `${name} is ${address}, not ${baseUrl}.`, {
    next: 'Pass --market or --base-url, not both.',
  });
}

/** Every marketplace that has a name here; the one in `mkt.json` wins over a login. */
export async function knownMarkets(shell: SettingsShell) {
  const [{ projectMarkets }, { readLogins }] = await Promise.all([
    import('./project-file.ts'),
    import('./logins.ts'),
  ]);
  const [project, { logins }] = [await projectMarkets(shell.cwd), await readLogins(shell)];
  const addresses = new Map(
    [...Object.entries(logins), ...Object.entries(project.marketplaces)].map(
      ([name, { baseUrl }]) => [name, baseUrl] as const,
    ),
  );
  return { addresses, foreign: project.foreign === undefined ? [] : [project.foreign] };
}

/**
 * The marketplace for a key that was given without an address: the one that it is known to belong to,
 * else the saved default. Never one that only `mkt.json` names, which a stranger may have written.
 */
async function marketOfKey(apiKey: string, shell: SettingsShell): Promise<ChosenMarket> {
  const dev = await findDevKey(shell.cwd);
  if (dev?.kind === 'found' && dev.apiKey === apiKey) {
    const chosenBy = `the marketplace of ${dev.folder}, whose key it is`;
    return { baseUrl: dev.baseUrl, chosenBy, dev, foreign: [] };
  }
  const { readLogins } = await import('./logins.ts');
  const { logins } = await readLogins(shell);
  const [name, login] = Object.entries(logins).find(([, each]) => each.apiKey === apiKey) ?? [];
  if (name !== undefined && login) {
    return {
      baseUrl: login.baseUrl,
      market: name,
      chosenBy: `the login ${name}, whose key it is`,
      foreign: [],
    };
  }
  const { projectMarkets } = await import('./project-file.ts');
  const project = await projectMarkets(shell.cwd);
  const { default: chosen, marketplaces } = project;
  if (chosen !== undefined) {
    throw new CliError(
      'missing_value',
      `The API key is given without an address: it is not sent to ${marketplaces[chosen]?.baseUrl}, which only mkt.json names.`,
      {
        next: `If it is for that one, add --market ${quoteArgument(chosen)}, or set MKT_BASE_URL.`,
      },
    );
  }
  return { ...(await savedDefault(shell)), foreign: foreignFiles(dev, project) };
}

const foreignFiles = (
  dev: Awaited<ReturnType<typeof findDevKey>>,
  project: { foreign?: string },
): string[] => [dev?.kind === 'foreign' ? dev.folder : [], project.foreign ?? []].flat();

async function savedDefault(shell: SettingsShell): Promise<ChosenMarket> {
  const { readLogins } = await import('./logins.ts');
  const { default: name, logins } = await readLogins(shell);
  const login = name === undefined ? undefined : logins[name];
  return login
    ? { baseUrl: login.baseUrl, market: name, chosenBy: 'the default of mkt login', foreign: [] }
    : { baseUrl: undefined, chosenBy: 'the built-in default', foreign: [] };
}

const explicitKey = ({ apiKey }: ConnectionFlags, { env }: SettingsShell) =>
  nonEmpty(apiKey) ?? nonEmpty(env['MKT_API_KEY']);

type Key = Pick<Settings, 'apiKey' | 'keyFrom' | 'keySource' | 'keyExpiresAt' | 'folder'> & {
  market?: string;
};

async function chooseKey(
  flags: ConnectionFlags,
  place: ChosenMarket,
  shell: SettingsShell,
): Promise<Key> {
  const { baseUrl, market, chosenBy } = place;
  const inFlag = nonEmpty(flags.apiKey);
  if (inFlag !== undefined) return { apiKey: inFlag, keyFrom: 'flag', keySource: '--api-key' };
  const inEnvironment = nonEmpty(shell.env['MKT_API_KEY']);
  const ofEnvironment: Key | undefined =
    inEnvironment === undefined
      ? undefined
      : { apiKey: inEnvironment, keyFrom: 'environment', keySource: 'MKT_API_KEY' };
  // --market comes before the environment, whose key may belong to another marketplace.
  if (ofEnvironment && chosenBy !== '--market') return ofEnvironment;
  const dev = place.dev ?? (isLocal(baseUrl) ? await findDevKey(shell.cwd) : undefined);
  const ofFolder: Key | undefined =
    dev?.kind === 'found'
      ? { apiKey: dev.apiKey, keyFrom: 'folder', keySource: dev.path }
      : undefined;
  const isThatOfFolder =
    dev?.kind === 'found' &&
    (place.dev !== undefined ||
      (baseUrl !== undefined && dev.baseUrl !== undefined && isSameAddress(dev.baseUrl, baseUrl)));
  if (ofFolder && isThatOfFolder) return { ...ofFolder, folder: dev.folder };
  const { readLogins, loginAt } = await import('./logins.ts');
  const login =
    baseUrl === undefined ? undefined : loginAt(await readLogins(shell), baseUrl, market);
  if (login) {
    const { apiKey, name, expiresAt: keyExpiresAt } = login;
    const keySource = `saved by mkt login as ${name}`;
    return { apiKey, keyFrom: 'login', keySource, keyExpiresAt, market: market ?? name };
  }
  const named = addressIn(shell);
  const isForOther = named !== undefined && !isSameAddress(named, baseUrl ?? '');
  if (ofEnvironment && !isForOther) return ofEnvironment;
  return ofFolder ?? { apiKey: undefined, keyFrom: 'none' };
}

function addressIn({ env }: SettingsShell): string | undefined {
  const text = nonEmpty(env['MKT_BASE_URL']);
  const problem = text && baseUrlProblem(text);
  if (!problem) return text && withScheme(text);
  const says = problem.charAt(0).toLowerCase() + problem.slice(1);
  throw new CliError('invalid_usage', `MKT_BASE_URL cannot be ${text}: ${says}`);
}

const isLocal = (baseUrl: string | undefined) => baseUrl === undefined || isLoopback(baseUrl);
