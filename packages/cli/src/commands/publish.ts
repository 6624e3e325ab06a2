import type { Provider, RunContract } from '@mkt/protocol';
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
import { note, type Findings } from '../publish/findings.ts';
import { BREAKING } from '../publish/show-impact.ts';
import { breakingChange, showOutcome } from '../publish/show-outcome.ts';
import { showProgress } from '../publish/show-progress.ts';
import type { PublishPlan, TrialResult } from '../publish/publish-event.ts';
import { publishService } from '../publish/publish-service.ts';
import { isLoopback } from '../settings/loopback.ts';
import { projectListings, type ProjectListings } from '../settings/project-listings.ts';
import { askServiceUrl } from '../input/ask-service-url.ts';
import { money, type Money } from '../command-line/option-values.ts';
import { serviceUrlOption } from '../command-line/service-url-option.ts';
import { Interrupted } from '../terminal/shell.ts';
import type { CommandFactory, Session } from '../command-line/session.ts';

interface Options extends GlobalOptions, SecretOptions {
  serviceUrl?: string;
  listing?: string;
  slug?: string;
  price?: Money;
  new?: boolean;
  force?: boolean;
  allowBreaking?: boolean;
  yes?: boolean;
  dryRun?: boolean;
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
        [
          'mkt publish --service-url https://api.example.com --dry-run --json',
          'in CI: exit code 3 if it would be stopped',
        ],
      ],
    })
      .option(
        '--service-url <url>',
        'base address of the service; /contract is appended',
        serviceUrlOption,
      )
      .option(
        '--listing <listing>',
        'the listing to update, if several of yours have this endpoint',
      )
      .option('--slug <slug>', 'slug of a new listing, which cannot be changed later')
      .option(
        '--price <price>',
        "price of a contract without one: 0.02 or '0.02 EUR', per call",
        money,
      )
      .option('--new', 'create another listing, even if you already sell this service')
      .option('--force', 'publish even if the trial call with the service’s own example fails')
      .option('--allow-breaking', 'with --yes: publish a change that breaks or may break buyers')
      .option('-y, --yes', 'publish without confirmation')
      .option('--dry-run', 'show what publishing would do, without changing anything'),
  ).action(async (options: Options) => {
    const session = open(options);
    const serviceUrl = options.serviceUrl ?? (await askServiceUrl(session, 'mkt publish'));
    if (options.new && options.listing !== undefined) {
      throw new CliError('invalid_usage', 'Pass --listing or --new, not both.');
    }
    const client = await session.client();
    if (new URL(serviceUrl).origin === new URL(client.baseUrl).origin) {
      throw new CliError('invalid_usage', `${serviceUrl} is the address of the marketplace.`, {
        next: 'Give the address of your service, such as http://localhost:8810.',
      });
    }
    const project = projectListings(session.shell.cwd, client.baseUrl);
    let recalled: string | undefined;
    await warnIfStale(session, serviceUrl);
    const progress = showProgress(session.output);
    const findings: Findings = {};
    let kept: KeptSecret = { secretFile: null };
    try {
      const outcome = await publishService({
        client,
        serviceUrl,
        listing: options.listing,
        slug: options.slug,
        price: options.price,
        askPrice: () => askPrice(session),
        isNew: options.new,
        recall: async (contract) => (recalled = await project.find(contract)),
        remember: (provider, isReplaced) =>
          remember(session, project, provider, isReplaced ? recalled : undefined),
        signal: session.shell.signal,
        report: (event) => {
          note(findings, event);
          progress.report(event);
        },
        assesses: true,
        isDryRun: options.dryRun,
        confirm: async (plan) => {
          try {
            return await confirm(session, options, { plan, findings, baseUrl: client.baseUrl });
          } catch (error) {
            throw Interrupted.after(error, 'Nothing was published.');
          }
        },
        ...(options.yes || !session.ask.isPossible
          ? {}
          : { isSameService: (provider: Provider) => askIfSame(session, provider) }),
        ...(options.force ? {} : { tryOut: (contract) => tryOut(session, options, contract) }),
        keepSecret: async (secret, { id, slug, runContract }) => {
          kept = await keepSecret(session, options, { slug, secret });
          const { signal } = session.shell;
          const { trySigning } = await import('../validate/try-service.ts');
          const trial = await trySigning(runContract, { secret, listingId: id, signal });
          showSecretTrial(session.output, trial, {
            slug,
            variable: kept.variable ?? SECRET_VARIABLE,
            // A service elsewhere does not read the file that was just written here.
            isNew: kept.written === true && isLoopback(runContract.endpointPath),
          });
        },
      });
      showOutcome(session.output, outcome, { kept, serviceUrl, findings });
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
    `${file} was changed after the service was started: restart it to publish the change.`,
  );
}

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

async function askPrice({ ask }: Session): Promise<Money> {
  const answer = await ask.text({
    message: 'Price per call, in USD (the contract has none)',
    flag: '--price',
    example: 'mkt publish --price 0.02',
    check: (text) => {
      try {
        money(text);
        return true;
      } catch {
        return "Enter an amount such as 0.02 or '5 EUR'; for free, it is 0.";
      }
    },
  });
  return money(answer);
}

async function askIfSame({ ask }: Session, { slug, runContract }: Provider): Promise<boolean> {
  const [name, url] = [slug, runContract.endpointPath];
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
    output.warn(`The listing is not remembered: ${why}`);
  }
}

/** `--yes` answers the question, but does not allow a change that breaks buyers. */
async function confirm(
  { ask, output }: Session,
  { yes, dryRun, allowBreaking = false }: Options,
  { plan, findings, baseUrl }: { plan: PublishPlan; findings: Findings; baseUrl: string },
): Promise<boolean> {
  const isBreaking = findings.impact?.isBreaking === true && !allowBreaking;
  if (yes || dryRun) {
    if (isBreaking) throw breakingChange(output, findings, { isDryRun: dryRun === true });
    return true;
  }
  const question =
    plan.kind === 'update'
      ? `Update ${plan.provider.slug} at ${baseUrl}?`
      : `Publish this to ${baseUrl}?`;
  return await ask.confirm({
    message: `${isBreaking ? BREAKING : ''}${question}`,
    flag: isBreaking ? '--yes with --allow-breaking' : '--yes',
    default: !isBreaking,
  });
}
