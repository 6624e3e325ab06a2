import { confirm } from '../input/confirm.ts';
import { durationOption } from '../cli/duration-option.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { formatTime } from '../show/time.ts';

/** `gracePeriodSeconds` of the request allows as much. */
const MAX_GRACE = '168h';

interface WebhooksRotateOptions extends GlobalOptions {
  grace: string;
  yes?: boolean;
}

export const webhooksRotate: CommandFactory = (open) =>
  newCommand({
    description: 'During the grace period requests are signed with the old and the new secret.',
    examples: [
      ['mkt webhooks rotate 01993b32-6a10-7e05-9d47-2b8c0f3a6e18', 'print the new secret, once'],
    ],
  })
    .argument('<webhook>', 'id of the webhook (see mkt webhooks list)')
    .option(
      '--grace <duration>',
      `how long the old secret stays valid, at most ${MAX_GRACE}`,
      '24h',
    )
    .option('-y, --yes', 'skip the confirmation that --grace 0s asks for')
    .action(async (id: string, options: WebhooksRotateOptions) => {
      const session = open(options);
      const gracePeriod = await durationOption('--grace', options.grace, MAX_GRACE);
      if (gracePeriod === 0) {
        await confirm(session, `Invalidate the old secret of ${id} immediately?`, options.yes);
      }
      const { webhooks } = await session.client();
      const { signal } = session.shell;
      const rotated = await webhooks.rotateSecret(id, { gracePeriod, signal });
      session.output.result(rotated, ({ secret }) => secret);
      const until = formatTime(rotated.previousExpiresAt);
      if (until) session.output.line(`The old secret stays valid until ${until}.`);
    });
