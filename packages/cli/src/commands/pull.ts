import { keepSecret, secretOptions, type SecretOptions } from '../store/keep-secret.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';

type SecretsPullOptions = GlobalOptions & SecretOptions;

export const secretsPull: CommandFactory = (open) =>
  secretOptions(
    newCommand({
      description: 'You can run this as often as you like, for example on another machine.',
      examples: [
        ['mkt secrets pull text-insights', 'write it to .env'],
        ['mkt secrets pull text-insights --replace-secret', 'in place of an older one'],
        ['mkt secrets pull text-insights --print-secret', 'print it as NAME=value'],
      ],
    }).argument('<listing>', 'slug or id'),
  ).action(async (id: string, options: SecretsPullOptions) => {
    const session = open(options);
    const { providers } = await session.client();
    const { signal } = session.shell;
    const { slug, secret, createdAt } = await providers.signingSecret(id, { signal });
    const kept = await keepSecret(session, options, { slug, secret });
    session.output.result({ ...kept, createdAt }, () => '');
  });
