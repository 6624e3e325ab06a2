import type { Check, Provider } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import {
  keepSecret,
  secretOptions,
  type KeptSecret,
  type SecretOptions,
} from '../secrets/keep-secret.ts';
import { newCommand, type GlobalOptions } from '../command-line/new-command.ts';
import { showProgress } from '../publish/show-progress.ts';
import type { PublishOutcome, PublishPlan } from '../publish/publish-event.ts';
import { publishService } from '../publish/publish-service.ts';
import { askServiceUrl } from '../input/ask-service-url.ts';
import { printable, quoteArgument } from '../terminal/printable.ts';
import type { CommandFactory, Session } from '../command-line/session.ts';

interface Options extends GlobalOptions, SecretOptions {
  serviceUrl?: string;
  listing?: string;
  yes?: boolean;
}

export const command: CommandFactory = (open) =>
  secretOptions(
    newCommand({
      description: 'Publishing again updates the listing that has the same method and endpoint.',
      examples: [
        ['mkt publish --service-url https://api.example.com', 'show the listing, confirm, publish'],
        ['mkt publish --service-url https://api.example.com --yes --json', 'in a script'],
        [
          'mkt publish --service-url https://api.example.com --listing text-insights',
          'update this listing',
        ],
      ],
    })
      .option('--service-url <url>', 'base address of the service; /contract is appended')
      .option(
        '--listing <listing>',
        'the listing to update, if several of yours have this endpoint',
      )
      .option('-y, --yes', 'publish without confirmation'),
  ).action(async (options: Options) => {
    const session = open(options);
    const serviceUrl = options.serviceUrl ?? (await askServiceUrl(session));
    const client = await session.client();
    const progress = showProgress(session.output);
    let kept: KeptSecret = { secretFile: null };
    try {
      const outcome = await publishService({
        client,
        serviceUrl,
        listing: options.listing,
        signal: session.shell.signal,
        report: progress.report,
        ...(options.yes ? {} : { confirm: (plan) => confirm(session, plan, client.baseUrl) }),
        keepSecret: async (secret, { slug }) => {
          kept = await keepSecret(session, options, { slug, secret });
        },
      });
      conclude(session, outcome, { kept, serviceUrl });
    } finally {
      progress.stop();
    }
  });

async function confirm({ ask }: Session, plan: PublishPlan, baseUrl: string): Promise<boolean> {
  const message =
    plan.kind === 'import'
      ? `Publish this to ${baseUrl}?`
      : `Update ${printable(plan.provider.slug)} at ${baseUrl}?`;
  return await ask.confirm({ message, flag: '--yes', default: true });
}

function conclude(
  { output }: Session,
  outcome: PublishOutcome,
  { kept, serviceUrl }: { kept: KeptSecret; serviceUrl: string },
): void {
  switch (outcome.kind) {
    case 'published': {
      const { action, provider, url } = outcome;
      // Without --json the progress has already shown everything.
      return output.result({ action, url, ...kept, provider }, () => '');
    }
    case 'not-publishable': {
      const { checks, listing } = outcome.preview;
      throw flagged(
        `The review would flag ${listing.title}, so nothing was saved.`,
        checks,
        serviceUrl,
      );
    }
    case 'flagged':
      output.result({ provider: outcome.provider }, () => '');
      throw flagged(reasonOf(outcome.provider), outcome.provider.reviewChecks, serviceUrl);
    case 'declined':
      throw new CliError('declined', 'Cancelled: nothing was published.');
  }
}

const reasonOf = ({ slug, reviewRejectionReason: reason }: Provider) =>
  `The review flagged ${slug}${reason ? `: ${reason}` : '.'}`;

const flagged = (message: string, checks: readonly Check[], serviceUrl: string) =>
  new CliError('review_flagged', message, {
    checks,
    next: `Fix the service and publish it again. All checks: mkt validate --service-url ${quoteArgument(serviceUrl)}`,
  });
