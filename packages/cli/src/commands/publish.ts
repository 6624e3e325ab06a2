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
        ['mkt publish --service-url https://api.example.com', 'show it, ask, publish it'],
        ['mkt publish --service-url https://api.example.com --yes --json', 'in a script'],
        [
          'mkt publish --service-url https://api.example.com --listing text-insights',
          'update this one',
        ],
      ],
    })
      .option('--service-url <url>', 'base address of the service; /contract is appended')
      .option('--listing <listing>', 'your listing to update, where several have this endpoint')
      .option('-y, --yes', 'publish without asking'),
  ).action(async (options: Options) => {
    const session = open(options);
    const serviceUrl = options.serviceUrl ?? (await askServiceUrl(session));
    const client = await session.client();
    const progress = showProgress(session.output);
    let kept: KeptSecret = { envFile: null };
    try {
      const outcome = await publishService({
        client,
        serviceUrl,
        listing: options.listing,
        signal: session.shell.signal,
        report: progress.report,
        ...(options.yes ? {} : { confirm: (plan) => confirm(session, plan, client.baseUrl) }),
        keepSecret: async (secret) => {
          kept = await keepSecret(session, options, secret);
        },
      });
      conclude(session, outcome, kept);
    } finally {
      progress.stop();
    }
  });

async function confirm({ ask }: Session, plan: PublishPlan, baseUrl: string): Promise<boolean> {
  const message =
    plan.kind === 'import' ? `Publish this to ${baseUrl}?` : `Change the listing at ${baseUrl}?`;
  return await ask.confirm({ message, flag: '--yes', default: true });
}

function conclude({ output }: Session, outcome: PublishOutcome, kept: KeptSecret): void {
  switch (outcome.kind) {
    case 'published': {
      const { how, provider, url } = outcome;
      // Without --json it has all been told on the way.
      return output.result({ how, url, ...kept, provider }, () => '');
    }
    case 'not-publishable': {
      const { checks, listing } = outcome.preview;
      throw flagged(`${listing.title} would be flagged, so nothing was saved.`, checks);
    }
    case 'flagged':
      output.result({ provider: outcome.provider }, () => '');
      throw flagged(reasonOf(outcome.provider), outcome.provider.reviewChecks);
    case 'declined':
      throw new CliError('declined', 'Nothing was published.');
  }
}

const reasonOf = ({ slug, reviewRejectionReason: reason }: Provider) =>
  `The review flagged ${slug}${reason ? `: ${reason}` : '.'}`;

const flagged = (message: string, checks: readonly Check[]) =>
  new CliError('review_flagged', message, {
    checks,
    next: 'Change the service and publish it again; mkt validate shows every check.',
  });
