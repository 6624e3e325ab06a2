import type { Check, Provider, RunContract } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import {
  keepSecret,
  secretOptions,
  type KeptSecret,
  type SecretOptions,
} from '../secrets/keep-secret.ts';
import { newCommand, type GlobalOptions } from '../command-line/new-command.ts';
import { knownSecrets } from '../secrets/known-secrets.ts';
import { SECRET_VARIABLE } from '../secrets/secret-variable.ts';
import { showSecretTrial } from '../publish/show-secret-trial.ts';
import { showProgress } from '../publish/show-progress.ts';
import type { PublishOutcome, PublishPlan, TrialResult } from '../publish/publish-event.ts';
import { publishService } from '../publish/publish-service.ts';
import { projectListings, type ProjectListings } from '../settings/project-listings.ts';
import { askServiceUrl } from '../input/ask-service-url.ts';
import { printable, quoteArgument } from '../terminal/printable.ts';
import type { CommandFactory, Session } from '../command-line/session.ts';

interface Options extends GlobalOptions, SecretOptions {
  serviceUrl?: string;
  listing?: string;
  slug?: string;
  new?: boolean;
  force?: boolean;
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
      .option('--slug <slug>', 'slug of a new listing, which cannot be changed later')
      .option('--new', 'create another listing, even if you already sell this service')
      .option('--force', 'publish even if the trial call with the service’s own example fails')
      .option('-y, --yes', 'publish without confirmation'),
  ).action(async (options: Options) => {
    const session = open(options);
    const serviceUrl = options.serviceUrl ?? (await askServiceUrl(session));
    if (options.new && options.listing !== undefined) {
      throw new CliError('invalid_usage', 'Pass --listing or --new, not both.');
    }
    const client = await session.client();
    const project = projectListings(session.shell.cwd, client.baseUrl);
    let recalled: string | undefined;
    await warnIfStale(session, serviceUrl);
    const progress = showProgress(session.output);
    let kept: KeptSecret = { secretFile: null };
    try {
      const outcome = await publishService({
        client,
        serviceUrl,
        listing: options.listing,
        slug: options.slug,
        isNew: options.new,
        recall: async (contract) => (recalled = await project.find(contract)),
        remember: (provider, isReplaced) =>
          remember(session, project, provider, isReplaced ? recalled : undefined),
        signal: session.shell.signal,
        report: progress.report,
        ...(options.yes ? {} : questions(session, client.baseUrl)),
        ...(options.force ? {} : { tryOut: (contract) => tryOut(session, options, contract) }),
        keepSecret: async (secret, { id, slug, runContract }) => {
          kept = await keepSecret(session, options, { slug, secret });
          const { signal } = session.shell;
          const { trySigning } = await import('../validate/try-service.ts');
          const trial = await trySigning(runContract, { secret, listingId: id, signal });
          showSecretTrial(session.output, trial, {
            slug,
            variable: kept.variable ?? SECRET_VARIABLE,
          });
        },
      });
      conclude(session, outcome, { kept, serviceUrl });
    } finally {
      progress.stop();
    }
  });

/** The contract that is published is that of the running service. */
async function warnIfStale({ output, shell }: Session, serviceUrl: string): Promise<void> {
  const { changedSinceStart } = await import('../validate/stale-source.ts');
  const file = await changedSinceStart(serviceUrl, shell.cwd, shell.signal);
  if (file === undefined) return;
  output.warn(
    `${printable(file)} was changed after the service was started: restart it to publish the change.`,
  );
}

/** What is asked before anything is saved, unless --yes answers it. */
const questions = (session: Session, baseUrl: string) => ({
  confirm: (plan: PublishPlan) => confirm(session, plan, baseUrl),
  ...(session.ask.isPossible
    ? { isSameService: (provider: Provider) => askIfSame(session, provider) }
    : {}),
});

/** The schema engine behind it is large, so it is loaded only now. */
async function tryOut(
  { shell }: Session,
  { secretFile }: Options,
  contract: RunContract,
): Promise<TrialResult> {
  const secrets = await knownSecrets(shell, secretFile === false ? undefined : secretFile);
  const { tryService } = await import('../validate/try-service.ts');
  return await tryService(contract, { secrets, signal: shell.signal });
}

async function askIfSame({ ask }: Session, { slug, runContract }: Provider): Promise<boolean> {
  const [name, url] = [printable(slug), printable(runContract.endpointPath)];
  return await ask.confirm({
    message: `You already sell this at ${url}, as ${name}: update it?`,
    flag: '--listing',
    default: true,
  });
}

/** A listing that cannot be remembered is published all the same. */
async function remember(
  { output }: Session,
  project: ProjectListings,
  { id, runContract }: Provider,
  staleId: string | undefined,
): Promise<void> {
  try {
    await project.remember(runContract, id, staleId);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    output.warn(printable(`The listing is not remembered: ${why}`));
  }
}

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
    case 'paused': {
      const { action, provider } = outcome;
      output.note(
        'paused',
        `not for sale until you resume it: mkt listings resume ${quoteArgument(provider.slug)}`,
      );
      return output.result({ action, url: null, ...kept, provider }, () => '');
    }
    case 'not-publishable': {
      const { checks, listing } = outcome.preview;
      throw flagged(
        `The review would flag ${listing.title}, so nothing was saved.`,
        checks,
        serviceUrl,
      );
    }
    case 'trial-failed':
      throw new CliError(
        'trial_failed',
        `The service fails the call with its own example, so nothing was saved.`,
        { checks: [outcome.check], next: 'Fix the service, or publish it as it is with --force.' },
      );
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
