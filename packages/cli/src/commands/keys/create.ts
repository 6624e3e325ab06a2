import { isApiKey, isScope, SCOPES, type Scope } from '@mkt/protocol';
import { InvalidArgumentError } from 'commander';
import type { Ask } from '../../input/ask.ts';
import { CliError } from '../../errors/cli-error.ts';
import { newCommand, type GlobalOptions } from '../../command-line/new-command.ts';
import type { CommandFactory } from '../../command-line/session.ts';

interface Options extends GlobalOptions {
  name?: string;
  scopes?: Scope[];
  /** RFC 3339. */
  expiresAt?: string;
}

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'A key can grant only the scopes that your own key has. It expires, and is revoked, with your key.',
    examples: [
      ['mkt keys create --name ci --scopes order:create,order:read', 'for a buyer’s pipeline'],
      [
        "mkt keys create --name laptop --scopes '*' --expires-at 2027-06-30",
        'all scopes, until then',
      ],
    ],
  })
    .option('--name <name>', 'what the key is called')
    .option('--scopes <scopes>', `'*', or names with commas: ${SCOPES.join(', ')}`, scopesOf)
    .option('--expires-at <time>', 'when it expires: a date, or RFC 3339 (default: never)', timeOf)
    .action(async (options: Options) => {
      const { client, output, ask, shell } = open(options);
      const name =
        options.name ?? (await ask.text({ message: 'What is the key called?', flag: '--name' }));
      const scopes = options.scopes ?? (await askScopes(ask));
      const { apiKeys } = await client();
      const key = await apiKeys.create(
        { name, scopes, expiresAt: options.expiresAt ?? null },
        { signal: shell.signal },
      );
      if (!isApiKey(key.key)) {
        throw new CliError(
          'invalid_response',
          'The marketplace sent an invalid API key; it was not printed.',
          { next: 'Check the address of the marketplace: mkt whoami' },
        );
      }
      output.result(key, ({ key: secret }) => secret);
      output.line('It is shown only now: keep it where secrets are kept.');
    });

function scopesOf(text: string): Scope[] {
  if (text.trim() === '*') return [...SCOPES];
  const names = text.split(',').map((name) => name.trim());
  const scopes = names.filter((name) => isScope(name));
  if (scopes.length === names.length) return scopes;
  const unknown = names.filter((name) => !isScope(name)).join(', ');
  throw new InvalidArgumentError(`There is no scope ${unknown}.`);
}

const askScopes = async (ask: Ask) =>
  scopesOf(
    await ask.text({
      message: 'What may it do? (names with commas, or *)',
      flag: '--scopes',
      default: 'order:create,order:read',
      check: (answer) => {
        const names = answer.split(',').map((name) => name.trim());
        return answer.trim() === '*' || names.every(isScope) || `One of: ${SCOPES.join(', ')}`;
      },
    }),
  );

function timeOf(text: string): string {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new InvalidArgumentError('It must be a time such as 2027-06-30 or 2027-06-30T12:00:00Z.');
}
