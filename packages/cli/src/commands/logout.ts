import { visibleParts } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { newCommand, type GlobalOptions } from '../command-line/new-command.ts';
import { revokeKey } from '../login/revoke-key.ts';
import { readProfiles, saveProfiles } from '../settings/profiles.ts';
import type { CommandFactory, Session } from '../command-line/session.ts';
import { profileName } from '../settings/settings.ts';

interface Options extends GlobalOptions {
  keepKey?: boolean;
}

interface Saved {
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
}

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'Revokes the key of the profile and every key created with it, and removes it from this machine.',
    examples: [
      ['mkt logout --profile work', 'revoke and remove the key of this profile'],
      ['mkt logout --keep-key', 'remove it here; it stays valid elsewhere'],
    ],
  })
    .option('--keep-key', 'do not revoke the key, for example because another program uses it')
    .action(async (options: Options) => {
      const session = open(options);
      const { output, shell } = session;
      const profile = profileName(options, shell.env);
      const { [profile]: saved, ...others } = await readProfiles(shell);
      const failure = options.keepKey ? undefined : await revoke(session, saved);
      if (saved) await saveProfiles(others, shell);
      const isRevoked = saved?.apiKey !== undefined && !options.keepKey && failure === undefined;
      output.result({ profile, wasLoggedIn: saved !== undefined, revoked: isRevoked }, () => '');
      if (!saved) output.line(`Profile ${profile} has no saved key; nothing to do.`);
      else output.done('logged out', `profile ${profile}`);
      if (saved && failure) throw notRevoked(saved, failure);
      if (isRevoked) output.done('revoked', shownKey(saved));
    });

/** Revokes the saved key; returns the error if that failed. */
async function revoke({ shell }: Session, saved: Saved | undefined): Promise<Error | undefined> {
  if (saved?.apiKey === undefined) return undefined;
  const { createClient } = await import('@mkt/client');
  try {
    const client = createClient({ baseUrl: saved.baseUrl, apiKey: null });
    await revokeKey(client, saved.apiKey, shell.signal);
    return undefined;
  } catch (error) {
    shell.signal.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  }
}

function shownKey({ apiKey = '' }: Saved): string {
  const { prefix, lastFour } = visibleParts(apiKey);
  return `${prefix}…${lastFour}`;
}

function notRevoked(saved: Saved, cause: Error): CliError {
  return new CliError(
    'unreachable',
    `The key ${shownKey(saved)} was removed from this machine, but it is still valid: ${saved.baseUrl ?? 'the marketplace'} did not revoke it. ${cause.message}`,
    {
      next: 'Revoke it with another key or on the dashboard: mkt keys list, then mkt keys revoke <id>',
      cause,
    },
  );
}
