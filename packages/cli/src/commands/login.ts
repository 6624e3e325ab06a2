import type { Client } from '@mkt/client';
import { isApiKey, type KeyScope, type Me } from '@mkt/protocol';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../errors/cli-error.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { scopesOf } from '../cli/key-options.ts';
import { deviceLogin, type NewKey, showCode, type ShownCode } from './device-login.ts';
import { openPage } from '../terminal/open-page.ts';
import { revokeKey } from './revoke-key.ts';
import type { Spinner } from '../terminal/output.ts';
import { isUnattended, type Shell } from '../terminal/shell.ts';
import {
  loginAt,
  loginsPath,
  readLogins,
  updateLogins,
  type Login,
  type Logins,
} from '../store/logins.ts';
import { checkMarketName, isSameAddress, nameOfAddress } from '../store/market-name.ts';
import { projectMarkets } from '../store/project-file.ts';
import { quoteArgument } from '../terminal/text.ts';
import { readBytes } from '../input/read-input.ts';
import type { CommandFactory, Session } from '../cli/session.ts';
import { chooseMarket, knownMarkets, nonEmpty, readSettings } from '../store/settings.ts';
import { Option } from 'commander';

interface Options extends GlobalOptions {
  withToken?: boolean;
  browser?: boolean;
  scopes?: KeyScope[];
  default?: boolean;
}

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'Shows a code to enter in a browser, on this machine or another. The API key is saved in your settings folder, in a file that only you can read, under the name of the marketplace: that of --market or mkt.json, or its host. Without an address, mkt logs in where a command in this folder would go. The first login becomes the default, which commands call if nothing else names a marketplace.',
    examples: [
      ['mkt login --base-url https://market.example', 'shows a page and a code'],
      ['mkt login --scopes order:create,order:read', 'asks for a key that can only buy'],
      ['mkt login --with-token < key.txt', 'saves a key that you have'],
      [
        'mkt login --market staging --base-url https://staging.example',
        'name the marketplace, for --market staging',
      ],
      ['mkt login --market staging --default', 'makes a saved login the default'],
    ],
  })
    .addOption(
      new Option('--with-token', 'read the API key from stdin').conflicts(['scopes', 'browser']),
    )
    .option('--scopes <scopes>', 'scopes to ask for (default: every scope)', scopesOf)
    .option('--browser', 'open the page in your browser')
    .option('--default', 'make this login the default; a saved one needs no new key')
    .action(async (options: Options) => {
      const session = open(options);
      const { shell } = session;
      // Read first, so that a damaged file is reported before anyone types a key or a code.
      const saved = await readLogins(shell);
      const target = await targetOf(options, saved, shell);
      if (options.default && target.login && !options.withToken && options.apiKey === undefined) {
        return await chooseDefault(session, target.name);
      }
      const { createClient } = await import('@mkt/client');
      const address = { baseUrl: target.baseUrl };
      const given = await givenKey(session, options);
      const keyless = createClient({ ...address, apiKey: null });
      const created: NewKey =
        given === undefined ? await newKey(session, options, keyless) : { apiKey: given };
      const { apiKey } = created;
      const client = createClient({ ...address, apiKey });
      const { baseUrl } = client;
      const origin = given === undefined ? 'device' : 'given';
      const isTaken = (each: string) => Object.hasOwn(saved.logins, each);
      const name = target.name ?? nameOfAddress(baseUrl, isTaken);
      let me: Me;
      let isDefault: boolean;
      try {
        me = await client.me({ signal: shell.signal });
        const { lifetimeSeconds } = created;
        const expiresAt =
          lifetimeSeconds === undefined
            ? undefined
            : new Date(Date.now() + lifetimeSeconds * 1_000).toISOString();
        const login: Login = { baseUrl, apiKey, origin, expiresAt };
        const changed = await updateLogins(
          ({ default: before = name, logins }) => ({
            default: options.default ? name : before,
            logins: { ...logins, [name]: login },
          }),
          shell,
        );
        isDefault = changed.default === name;
      } catch (error) {
        // No one else has the new key. If this fails too, the marketplace revokes it as unused.
        if (given === undefined) await revokeKey(keyless, apiKey).catch(() => undefined);
        throw error;
      }
      await conclude(session, { market: name, baseUrl, me, created, isDefault });
    });

interface LoginTarget {
  /** Undefined is the default of the client. */
  baseUrl: string | undefined;
  /** Undefined if it has no name yet. */
  name: string | undefined;
  /** The login that is already saved there. */
  login?: Login | undefined;
}

/** Where to log in, and the name under which to save it. */
async function targetOf(options: Options, saved: Logins, shell: Shell): Promise<LoginTarget> {
  const [market, given] = [nonEmpty(options.market), nonEmpty(options.baseUrl)];
  if (market !== undefined && given !== undefined) {
    checkMarketName(market);
    const { addresses } = await knownMarkets(shell);
    const known = addresses.get(market);
    if (known !== undefined && !isSameAddress(known, given)) {
      throw new CliError('invalid_usage', `${market} is the name of ${known}, not of ${given}.`, {
        next: `Choose another name, or first: mkt logout --market ${quoteArgument(market)}`,
      });
    }
    const login = Object.hasOwn(saved.logins, market) ? saved.logins[market] : undefined;
    return { baseUrl: given, name: market, login };
  }
  const { apiKey: _, ...flags } = options;
  const env = { ...shell.env, MKT_API_KEY: undefined };
  const { baseUrl, market: chosen } = await chooseMarket(flags, { ...shell, env });
  if (baseUrl === undefined) return { baseUrl, name: chosen };
  const { marketplaces } = await projectMarkets(shell.cwd);
  const inProject = Object.entries(marketplaces).find(([, at]) =>
    isSameAddress(at.baseUrl, baseUrl),
  );
  const login = loginAt(saved, baseUrl, chosen);
  return { baseUrl, name: chosen ?? inProject?.[0] ?? login?.name, login };
}

async function chooseDefault({ output, shell }: Session, name = ''): Promise<void> {
  await updateLogins((saved) => ({ ...saved, default: name }), shell);
  output.result({ market: name, default: true }, () => '');
  output.done('default', name);
}

/** The key that the user has already; undefined if the marketplace is to make one. */
async function givenKey({ ask, shell }: Session, options: Options): Promise<string | undefined> {
  if (!options.withToken) return options.apiKey?.trim();
  if (ask.isPossible) {
    const typed = await ask.secret({
      message: 'API key',
      flag: '--with-token',
      check: (answer) =>
        isApiKey(answer.trim()) ||
        'That is not a valid API key: it starts with mkt_ and is 53 characters long. Copy it again.',
    });
    return typed.trim();
  }
  const text = new TextDecoder().decode(await readBytes('-', shell)).trim();
  if (text === '') throw new CliError('missing_value', 'stdin is empty: pipe the API key in.');
  if (isApiKey(text)) return text;
  throw new CliError(
    'invalid_usage',
    'The key on stdin is malformed: an API key starts with mkt_ and is 53 characters long.',
    { next: 'Copy it again, or log in with a browser instead: mkt login' },
  );
}

/** A key for this machine, which a person allows in a browser. */
async function newKey(session: Session, options: Options, client: Client): Promise<NewKey> {
  const { output, shell } = session;
  if (options.json || options.prompts === false || isUnattended(shell.env)) {
    throw new CliError(
      'missing_value',
      'With --json, with --no-input or in CI, the login cannot be confirmed in a browser. Pipe in an API key: mkt login --with-token < key.txt',
    );
  }
  const { version } = await import('../this-package.ts');
  const { signal } = shell;
  const waiting: { spinner?: Spinner } = {};
  async function show(code: ShownCode): Promise<void> {
    await showCode(session, code);
    if (options.browser && !code.isElsewhere && !(await openPage(code.pageWithCode))) {
      output.warn('No browser could be opened here: open the page yourself.');
    }
    waiting.spinner = output.spin('waiting until the login is allowed');
  }
  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  try {
    return await deviceLogin({
      client,
      program: `mkt ${version()}`,
      hostName: hostname(),
      scopes: options.scopes ?? ['*'],
      signal,
      show,
      pause,
    });
  } finally {
    waiting.spinner?.stop();
  }
}

const DAY_SECONDS = 86_400;

async function conclude(
  { output, shell }: Session,
  login: { market: string; baseUrl: string; me: Me; created: NewKey; isDefault: boolean },
): Promise<void> {
  const { market, baseUrl, me, created, isDefault } = login;
  const { lifetimeSeconds } = created;
  output.result({ market, baseUrl, default: isDefault, ...me }, () => '');
  output.done('logged in', `${baseUrl} as ${me.userId}, ${me.scopes.length} scopes`);
  output.done('saved', `as ${market} in ${await loginsPath(shell)}`);
  if (lifetimeSeconds !== undefined) {
    const days = Math.round(lifetimeSeconds / DAY_SECONDS);
    output.line(`The key expires in ${days} days; then log in again.`);
  }
  const settings = await readSettings({}, shell).catch(() => undefined);
  if (shell.env['MKT_API_KEY']) {
    output.warn('MKT_API_KEY is set and overrides the saved key.');
  } else if (settings && !isSameAddress(settings.baseUrl ?? '', baseUrl)) {
    // A login does not change where commands go: a seller who assumes so would publish elsewhere.
    output.warn(
      `Commands here still go to ${settings.market ?? settings.baseUrl ?? 'this machine'} (${settings.chosenBy}). To call this one: --market ${quoteArgument(market)}`,
    );
  }
}
