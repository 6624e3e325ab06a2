import { keepSecret, secretOptions, type SecretOptions } from '../../secrets/keep-secret.ts';
import { newCommand, type GlobalOptions } from '../../command-line/new-command.ts';
import type { CommandFactory } from '../../command-line/session.ts';

type Options = GlobalOptions & SecretOptions;

export const command: CommandFactory = (open) =>
  secretOptions(
    newCommand({
      description: 'Can be repeated, for example on a second machine.',
      examples: [
        ['mkt secrets pull text-insights', 'into .env'],
        ['mkt secrets pull text-insights --print-secret', 'on stdout, as NAME=value'],
      ],
    }).argument('<provider>', 'slug or id'),
  ).action(async (id: string, options: Options) => {
    const session = open(options);
    const { providers } = await session.client();
    const { secret, createdAt } = await providers.signingSecret(id, {
      signal: session.shell.signal,
    });
    const kept = await keepSecret(session, options, secret);
    session.output.result({ ...kept, createdAt }, () => '');
  });
