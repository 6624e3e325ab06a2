import { confirm } from '../../input/confirm.ts';
import { keepSecret, secretOptions, type SecretOptions } from '../../secrets/keep-secret.ts';
import { printable } from '../../terminal/printable.ts';
import { newCommand, type GlobalOptions } from '../../command-line/new-command.ts';
import type { CommandFactory } from '../../command-line/session.ts';
import { formatTime } from '../../show/time.ts';

interface Options extends GlobalOptions, SecretOptions {
  grace: string;
  yes?: boolean;
}

export const command: CommandFactory = (open) =>
  secretOptions(
    newCommand({
      description: 'Until the grace period is over, calls are signed with the old one too.',
      examples: [
        ['mkt secrets rotate text-insights', 'the old one stays valid for a day'],
        ['mkt secrets rotate text-insights --grace 0s --yes', 'the old one has leaked'],
      ],
    })
      .argument('<provider>', 'slug or id')
      .option('--grace <duration>', 'how long the old one stays valid, at most 168h', '24h')
      .option('-y, --yes', 'drop the old one at once without asking'),
  ).action(async (id: string, options: Options) => {
    const session = open(options);
    const { durationMs } = await import('@mkt/client');
    const gracePeriodSeconds = Math.round(durationMs(options.grace, '--grace') / 1_000);
    if (gracePeriodSeconds === 0) {
      await confirm(session, `Drop the old secret of ${id} at once?`, options.yes);
    }
    const { providers } = await session.client();
    const { secret, createdAt, previousExpiresAt } = await providers.rotateSigningSecret(id, {
      gracePeriodSeconds,
      signal: session.shell.signal,
    });
    const kept = await keepSecret(session, options, secret);
    session.output.result({ ...kept, createdAt, previousExpiresAt }, () => '');
    if (previousExpiresAt) {
      session.output.line(
        `The old secret goes on until ${printable(formatTime(previousExpiresAt) ?? '')}.`,
      );
    }
  });
