import { isApiKey, type Me } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { newCommand, type GlobalOptions } from '../command-line/new-command.ts';
import { printable } from '../terminal/printable.ts';
import { profilePath, readProfiles, saveProfiles } from '../settings/profiles.ts';
import { readBytes } from '../input/read-input.ts';
import type { CommandFactory, Session } from '../command-line/session.ts';
import { profileName } from '../settings/settings.ts';

interface Options extends GlobalOptions {
  withToken?: boolean;
}

export const command: CommandFactory = (open) =>
  newCommand({
    description: 'The key is saved in your settings folder, in a file that only you can read.',
    examples: [
      ['mkt login --base-url https://market.example', 'prompts for the API key'],
      ['mkt login --with-token < key.txt', 'reads it from a file'],
      [
        'mkt login --profile work --base-url https://market.example',
        'save it under another profile',
      ],
    ],
  })
    .option('--with-token', 'read the API key from stdin')
    .action(async (options: Options) => {
      const session = open(options);
      const { shell } = session;
      const profile = profileName(options, shell.env);
      // Read first, so that a damaged file is reported before a key is typed.
      const profiles = await readProfiles(shell);
      const apiKey = await givenKey(session, options);
      const { createClient } = await import('@mkt/client');
      const baseUrl = options.baseUrl ?? shell.env['MKT_BASE_URL'] ?? profiles[profile]?.baseUrl;
      const client = createClient({ baseUrl: baseUrl || undefined, apiKey });
      const me = await client.me({ signal: shell.signal });
      await saveProfiles({ ...profiles, [profile]: { baseUrl: client.baseUrl, apiKey } }, shell);
      await conclude(session, { profile, baseUrl: client.baseUrl, me });
    });

async function givenKey({ ask, shell }: Session, options: Options): Promise<string> {
  if (options.withToken) {
    const text = new TextDecoder().decode(await readBytes('-', shell)).trim();
    if (text !== '') return text;
    throw new CliError('missing_value', 'stdin is empty: pipe the API key in.');
  }
  const given =
    options.apiKey ??
    (await ask.secret({
      message: 'API key',
      flag: '--with-token',
      check: (answer) =>
        isApiKey(answer.trim()) ||
        'That is not a valid API key: it starts with mkt_ and is 53 characters long. Copy it again.',
    }));
  return given.trim();
}

async function conclude(
  { output, shell }: Session,
  { profile, baseUrl, me }: { profile: string; baseUrl: string; me: Me },
): Promise<void> {
  output.result({ profile, baseUrl, ...me }, () => '');
  output.done(
    'logged in',
    `${printable(baseUrl)} as ${printable(me.userId)}, ${me.scopes.length} scopes`,
  );
  output.done('saved', `profile ${profile} in ${await profilePath(shell)}`);
  if (shell.env['MKT_API_KEY']) output.warn('MKT_API_KEY is set and overrides the saved key.');
}
