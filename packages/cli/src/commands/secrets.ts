import type { SigningSecret } from '@mkt/protocol';
import { type GlobalOptions, newCommand } from '../cli/new-command.ts';
import { durationOption } from '../cli/options.ts';
import type { CommandFactory } from '../cli/session.ts';
import { confirm } from '../input/ask.ts';
import { formatTime } from '../show/price.ts';
import { keepSecret, secretOptions, type SecretOptions } from '../store/keep-secret.ts';

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
    const { listings } = await session.client();
    const { signal } = session.shell;
    const { slug, secret, createdAt } = await listings.signingSecret(id, { signal });
    const kept = await keepSecret(session, options, { slug, secret });
    session.output.result({ ...kept, createdAt }, () => '');
  });

/** `gracePeriodSeconds` of the request allows as much. */
const MAX_GRACE = '168h';

interface SecretsRotateOptions extends GlobalOptions, SecretOptions {
  grace: string;
  yes?: boolean;
}

/** What a rotation breaks at once, as a question; `undefined` if it breaks nothing. */
function warningOf(
  { slug, previousExpiresAt }: SigningSecret,
  gracePeriod: number,
): string | undefined {
  if (gracePeriod === 0) return `Invalidate the old secret of ${slug} immediately?`;
  if (previousExpiresAt === null || Date.parse(previousExpiresAt) <= Date.now()) return undefined;
  return `${slug} was rotated already: calls are signed with two secrets until ${formatTime(previousExpiresAt)}. Rotating again stops the older of the two at once, and breaks a service that has not been restarted since. Rotate again?`;
}

export const secretsRotate: CommandFactory = (open) =>
  secretOptions(
    newCommand({
      description:
        'During the grace period calls are signed with the old and the new secret. A second rotation within it drops the older one at once, and asks first.',
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
      .option(
        '-y, --yes',
        'rotate without confirmation, even with --grace 0s or again within the grace period',
      ),
  ).action(async (id: string, options: SecretsRotateOptions) => {
    const session = open(options);
    const gracePeriod = await durationOption('--grace', options.grace, MAX_GRACE);
    const client = await session.client();
    const { listings } = client;
    const { signal } = session.shell;
    // The file may have it in any variable; that is the one to change.
    const current = await listings.signingSecret(id, { signal });
    const { slug, secret: previous } = current;
    const question = warningOf(current, gracePeriod);
    if (question !== undefined) await confirm(session, question, options.yes);
    const { secret, createdAt, previousExpiresAt } = await listings.rotateSigningSecret(id, {
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
