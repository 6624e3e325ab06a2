import { didYouMean, visibleParts } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { revokeKey } from './revoke-key.ts';
import { readLogins, updateLogins, type Login, type Logins } from '../store/logins.ts';
import type { CommandFactory, Session } from '../cli/session.ts';
import { isSameAddress } from '../store/market-name.ts';
import { nonEmpty } from '../store/settings.ts';

interface Options extends GlobalOptions {
  keepKey?: boolean;
}

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'Removes a saved login from this machine. A key that mkt login made for it is revoked, with every key created with it; a key that you passed to --with-token stays valid.',
    examples: [
      ['mkt logout', 'the default login, or the only one'],
      ['mkt logout --market staging', 'the login of this name'],
      ['mkt logout --keep-key', 'remove it here; it stays valid elsewhere'],
    ],
  })
    .option('--keep-key', 'do not revoke the key, for example because another program uses it')
    .action(async (options: Options) => {
      const session = open(options);
      const { output, shell } = session;
      const saved = await readLogins(shell);
      const market = nameOf(options, saved);
      const login = market === undefined ? undefined : saved.logins[market];
      if (market === undefined || !login) {
        output.result({ market: null, wasLoggedIn: false, revoked: false }, () => '');
        return output.line('There is no saved login; nothing to do.');
      }
      const isOurs = login.origin === 'device' && !options.keepKey;
      const failure = isOurs ? await revoke(session, login) : undefined;
      await updateLogins((now) => without(now, market), shell);
      const isRevoked = isOurs && failure === undefined;
      output.result({ market, wasLoggedIn: true, revoked: isRevoked }, () => '');
      output.done('logged out', market);
      if (failure) throw notRevoked(login, failure);
      if (isRevoked) return output.done('revoked', shownKey(login));
      if (login.origin === 'given') {
        output.line(`The key ${shownKey(login)} stays valid: mkt login did not create it.`);
      }
    });

/** The name of the login to remove: the one given, or among those at the address the default or only one. */
function nameOf(options: Options, saved: Logins): string | undefined {
  const [market, baseUrl] = [nonEmpty(options.market), nonEmpty(options.baseUrl)];
  const names = Object.entries(saved.logins)
    .filter(([, login]) => baseUrl === undefined || isSameAddress(login.baseUrl, baseUrl))
    .map(([name]) => name);
  if (market !== undefined) {
    if (names.includes(market)) return market;
    throw new CliError(
      'invalid_usage',
      `There is no login named ${market}.${didYouMean(market, names)}`,
      { next: 'Your logins: mkt whoami --all' },
    );
  }
  const chosen = names.find((name) => name === saved.default);
  if (chosen !== undefined || names.length < 2) return chosen ?? names[0];
  throw new CliError('missing_value', `There are several logins: ${names.join(', ')}.`, {
    next: 'Choose one: mkt logout --market NAME',
  });
}

const without = ({ default: chosen, logins }: Logins, market: string): Logins => {
  const { [market]: _, ...others } = logins;
  return { default: chosen === market ? undefined : chosen, logins: others };
};

/** Revokes the saved key; returns the error if that failed. */
async function revoke({ shell }: Session, { baseUrl, apiKey }: Login): Promise<Error | undefined> {
  const { createClient } = await import('@mkt/client');
  try {
    await revokeKey(createClient({ baseUrl, apiKey: null }), apiKey, shell.signal);
    return undefined;
  } catch (error) {
    shell.signal.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  }
}

function shownKey({ apiKey }: Login): string {
  const { prefix, lastFour } = visibleParts(apiKey);
  return `${prefix}…${lastFour}`;
}

function notRevoked(login: Login, cause: Error): CliError {
  return new CliError(
    'unreachable',
    `The key ${shownKey(login)} was removed from this machine, but it is still valid: ${login.baseUrl} did not revoke it. ${cause.message}`,
    {
      next: 'Revoke it with another key or on the dashboard: mkt keys list, then mkt keys revoke <id>',
      cause,
    },
  );
}
