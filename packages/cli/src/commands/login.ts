import type { Client } from '@mkt/client';
import { isApiKey, type KeyScope, type Me } from '@mkt/protocol';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../errors/cli-error.ts';
import { newCommand, type GlobalOptions } from '../command-line/new-command.ts';
import { scopesOf } from '../command-line/scopes-option.ts';
import { deviceLogin, type ShownCode } from '../login/device-login.ts';
import { openPage } from '../terminal/open-page.ts';
import { revokeKey } from '../login/revoke-key.ts';
import { showCode } from '../login/show-code.ts';
import type { Spinner } from '../terminal/spinner.ts';
import { isUnattended } from '../terminal/unattended.ts';
import { profilePath, readProfiles, saveProfiles } from '../settings/profiles.ts';
import { readBytes } from '../input/read-input.ts';
import type { CommandFactory, Session } from '../command-line/session.ts';
import { nonEmpty, profileName } from '../settings/settings.ts';
import { Option } from 'commander';

interface Options extends GlobalOptions {
  withToken?: boolean;
  browser?: boolean;
  scopes?: KeyScope[];
}

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'Shows a code to enter in a browser, on this machine or another. The API key is saved in your settings folder, in a file that only you can read.',
    examples: [
      ['mkt login --base-url https://market.example', 'shows a page and a code'],
      ['mkt login --scopes order:create,order:read', 'asks for a key that can only buy'],
      ['mkt login --with-token < key.txt', 'saves a key that you have'],
      [
        'mkt login --profile work --base-url https://market.example',
        'save it under another profile',
      ],
    ],
  })
    .addOption(
      new Option('--with-token', 'read the API key from stdin').conflicts(['scopes', 'browser']),
    )
    .option('--scopes <scopes>', 'scopes to ask for (default: every scope)', scopesOf)
    .option('--browser', 'open the page in your browser')
    .action(async (options: Options) => {
      const session = open(options);
      const { shell } = session;
      const profile = profileName(options, shell.env);
      // Read first, so that a damaged file is reported before anyone types a key or a code.
      const profiles = await readProfiles(shell);
      const { createClient } = await import('@mkt/client');
      const baseUrl =
        nonEmpty(options.baseUrl) ??
        nonEmpty(shell.env['MKT_BASE_URL']) ??
        nonEmpty(profiles[profile]?.baseUrl);
      const address = { baseUrl };
      const given = await givenKey(session, options);
      const keyless = createClient({ ...address, apiKey: null });
      const apiKey = given ?? (await newKey(session, options, keyless));
      const client = createClient({ ...address, apiKey });
      const { baseUrl: usedUrl } = client;
      let me: Me;
      try {
        me = await client.me({ signal: shell.signal });
        await saveProfiles({ ...profiles, [profile]: { baseUrl: usedUrl, apiKey } }, shell);
      } catch (error) {
        // No one else has the new key. If this fails too, the marketplace revokes it as unused.
        if (given === undefined) await revokeKey(keyless, apiKey).catch(() => undefined);
        throw error;
      }
      await conclude(session, { profile, baseUrl: usedUrl, me });
    });

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
  if (text !== '') return text;
  throw new CliError('missing_value', 'stdin is empty: pipe the API key in.');
}

/** A key for this machine, which a person allows in a browser. */
async function newKey(session: Session, options: Options, client: Client): Promise<string> {
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

async function conclude(
  { output, shell }: Session,
  { profile, baseUrl, me }: { profile: string; baseUrl: string; me: Me },
): Promise<void> {
  output.result({ profile, baseUrl, ...me }, () => '');
  output.done('logged in', `${baseUrl} as ${me.userId}, ${me.scopes.length} scopes`);
  output.done('saved', `profile ${profile} in ${await profilePath(shell)}`);
  if (shell.env['MKT_API_KEY']) output.warn('MKT_API_KEY is set and overrides the saved key.');
}
