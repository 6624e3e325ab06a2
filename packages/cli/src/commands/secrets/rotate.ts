import { confirm } from '../../input/confirm.ts';
import { keepSecret, secretOptions, type SecretOptions } from '../../secrets/keep-secret.ts';
import { durationOption } from '../../command-line/duration-option.ts';
import { slugOf } from '../../secrets/slug-of.ts';
import { newCommand, type GlobalOptions } from '../../command-line/new-command.ts';
import type { CommandFactory } from '../../command-line/session.ts';
import { formatTime } from '../../show/time.ts';

/** `gracePeriodSeconds` of the request allows as much. */
const MAX_GRACE = '168h';

interface Options extends GlobalOptions, SecretOptions {
  grace: string;
  yes?: boolean;
}

export const command: CommandFactory = (open) =>
  secretOptions(
    newCommand({
      description: 'During the grace period calls are signed with the old and the new secret.',
      examples: [
        ['mkt secrets rotate text-insights', 'the old secret stays valid for a day'],
        ['mkt secrets rotate text-insights --grace 0s --yes', 'drop a leaked secret immediately'],
      ],
    })
      .argument('<listing>', 'slug or id')
      .option(
        '--grace <duration>',
        `how long the old secret stays valid, at most ${MAX_GRACE}`,
        '24h',
      )
      .option('-y, --yes', 'skip the confirmation that --grace 0s asks for'),
  ).action(async (id: string, options: Options) => {
    const session = open(options);
    const gracePeriod = await durationOption('--grace', options.grace, MAX_GRACE);
    if (gracePeriod === 0) {
      await confirm(session, `Invalidate the old secret of ${id} immediately?`, options.yes);
    }
    const client = await session.client();
    const { providers } = client;
    const { signal } = session.shell;
    const slug = await slugOf(client, id, signal);
    // The file may have it in any variable; that is the one to change.
    const { secret: previous } = await providers.signingSecret(id, { signal });
    const { secret, createdAt, previousExpiresAt } = await providers.rotateSigningSecret(id, {
      gracePeriod,
      signal,
    });
    const kept = await keepSecret(session, options, { slug, secret, previous });
    session.output.result({ ...kept, createdAt, previousExpiresAt }, () => '');
    if (previousExpiresAt) {
      session.output.line(
        `The old secret stays valid until ${formatTime(previousExpiresAt) ?? ''}.`,
      );
    }
  });
