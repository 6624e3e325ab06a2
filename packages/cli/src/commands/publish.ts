import type { Provider } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import {
  keepSecret,
  secretOptions,
  type KeptSecret,
  type SecretOptions,
} from '../store/keep-secret.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { knownSecrets } from '../store/known-secrets.ts';
import { SECRET_VARIABLE } from '../store/secret-variable.ts';
import {
  breakingChange,
  isUnread,
  oldSecretUntil,
  type SecretTrialResult,
  showOutcome,
  showSecretTrial,
} from '../publish/show-outcome.ts';
import { note, type Findings } from '../publish/show-plan.ts';
import { BREAKING } from '../publish/show-impact.ts';
import { showProgress } from '../publish/show-progress.ts';
import type { PublishPlan, TrialResult } from '../publish/publish-event.ts';
import { publishService } from '../publish/publish-service.ts';
import { projectListings, type ProjectListings } from '../store/project-listings.ts';
import { askServiceUrl } from '../input/service-url.ts';
import { money, type Money, oneServiceUrl, serviceUrlOption } from '../cli/options.ts';
import { Interrupted } from '../terminal/shell.ts';
import type { CommandFactory, Session } from '../cli/session.ts';

interface Options extends GlobalOptions, SecretOptions {
  serviceUrl?: string;
  listing?: string;
  slug?: string;
  price?: Money;
  new?: boolean;
  force?: boolean;
  allowBreaking?: boolean;
  /** False with `--no-trial`. */
  trial: boolean;
  yes?: boolean;
  dryRun?: boolean;
}

export const command: CommandFactory = (open) =>
  secretOptions(
    newCommand({
      description:
        'The service is called once with its own example before anything is saved, even if nothing ' +
        'has changed; if that fails, the exit code is 3. Publishing again updates the listing of this ' +
        'folder, even after its address has changed.',
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
      .argument('[service-url]', 'the same as --service-url', serviceUrlOption)
      .option(
        '--service-url <url>',
        'base address of the service; /contract is appended',
        serviceUrlOption,
      )
      .option(
        '--listing <listing>',
        'the listing to update, if it is not the one of this folder or endpoint',
      )
      .option('--slug <slug>', 'slug of a new listing, which cannot be changed later')
      .option(
        '--price <price>',
        "price of a contract without one: 0.02 or '0.02 EUR', per call",
        money,
      )
      .option('--new', 'create another listing, even if you already sell this service')
      .option('--force', 'publish even if the trial call with the service’s own example fails')
      .option('--no-trial', 'do not call the service; whether it works is then unknown')
      .option('--allow-breaking', 'with --yes: publish a change that breaks or may break buyers')
      .option('-y, --yes', 'publish without confirmation')
      .option('--dry-run', 'show what publishing would do, without changing anything'),
  ).action(async (address: string | undefined, options: Options) => {
    const session = open(options);
    const { output } = session;
    const serviceUrl =
      oneServiceUrl(address, options.serviceUrl) ?? (await askServiceUrl(session, 'mkt publish'));
    if (options.new && options.listing !== undefined) {
      throw new CliError('invalid_usage', 'Pass --listing or --new, not both.');
    }
    const client = await session.client();
    if (new URL(serviceUrl).origin === new URL(client.baseUrl).origin) {
      throw new CliError('invalid_usage', `${serviceUrl} is the address of the marketplace.`, {
        next: 'Give the address of your service, such as http://localhost:8810.',
      });
    }
    const project = projectListings(session.shell.cwd, {
      ...(await session.settings()),
      baseUrl: client.baseUrl,
    });
    await warnIfStale(session, serviceUrl);
    const progress = showProgress(output);
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
        project: { ...project, remember: remembering(output, project) },
        isStillThere: async ({ runContract }) => {
          const { isServed } = await import('../validate/served-contract.ts');
          return await isServed(runContract.endpointPath, session.shell.signal);
        },
        signal: session.shell.signal,
        report: (event) => {
          note(findings, event);
          if (event.step !== 'to-be-tried' || options.trial) progress.report(event);
          if (options.force && event.step === 'tried' && event.trial.kind === 'failed') {
            output.note('trial call', `failed: ${event.trial.check.message}`);
          }
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
        ignoresTrial: options.force,
        tryOut: (plan, secret) => tryOut(session, options, { plan, secret }),
        keepSecret: async (signing, provider) => {
          const { secret } = signing;
          kept = await keepSecret(session, options, { slug: provider.slug, secret });
          if (findings.trial?.kind === 'left-out') return;
          findings.signedCall = await tryTheSecret(session, { secret, provider, findings });
          const action = findings.plan?.kind === 'import' ? 'imported' : 'updated';
          showSecretTrial(output, findings.signedCall, {
            variable: kept.variable ?? SECRET_VARIABLE,
            isNew: isUnread(action, kept, provider),
            oldUntil: oldSecretUntil(signing),
          });
        },
      });
      showOutcome(output, outcome, { kept, serviceUrl, findings });
    } finally {
      progress.stop();
    }
  });

/** The contract that is published is that of the running service. */
async function warnIfStale({ output, shell }: Session, serviceUrl: string): Promise<void> {
  const { changedSinceStart } = await import('../validate/served-contract.ts');
  const file = await changedSinceStart(serviceUrl, shell.cwd, shell.signal);
  if (file === undefined) return;
  output.warn(
    `${file} was changed after the service was started: restart it to publish the change.`,
  );
}

/** Makes a trial call, unless it was declined. Loads the schema engine, which is large, only now. */
async function tryOut(
  { ask, shell }: Session,
  { secretFile, trial: isWanted, yes }: Options,
  { plan, secret }: { plan: PublishPlan; secret: string | undefined },
): Promise<TrialResult> {
  if (!isWanted) return { kind: 'left-out' };
  const contract = plan.preview.listing.runContract;
  // Any other plan has just been confirmed.
  const hasEffects = contract.method !== 'GET' && contract.requestExampleJson !== undefined;
  if (plan.kind === 'nothing' && !yes && ask.isPossible && hasEffects) {
    const message = `Call ${contract.method} ${contract.endpointPath} with the example input?`;
    if (!(await ask.confirm({ message, flag: '--yes', default: true }))) {
      return { kind: 'left-out' };
    }
  }
  const file = secretFile === false ? undefined : secretFile;
  const secrets = secret ?? (await knownSecrets(shell, file));
  const { tryService } = await import('../validate/validate-service.ts');
  return await tryService(contract, { secrets, signal: shell.signal });
}

/** Whether the service uses its secret, as far as the trial call has not shown that already. */
async function tryTheSecret(
  { shell }: Session,
  { secret, provider, findings }: { secret: string; provider: Provider; findings: Findings },
): Promise<SecretTrialResult> {
  const { trial, plan } = findings;
  const hasRun = trial?.kind === 'passed' || trial?.kind === 'failed';
  if (hasRun && trial.isOpen) return { kind: 'unused' };
  // The call before an import was signed with other secrets.
  if (trial?.kind === 'passed' && plan?.kind !== 'import') return { kind: 'used' };
  const { trySigning } = await import('../validate/validate-service.ts');
  const { id, runContract } = provider;
  return await trySigning(runContract, { secret, listingId: id, signal: shell.signal });
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
        return "Enter an amount such as 0.02 or '5 EUR', or 0 if it is free.";
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

/** A listing that cannot be recorded in the project's file is published anyway. */
function remembering(
  output: Session['output'],
  { remember }: ProjectListings,
): ProjectListings['remember'] {
  return async (...listing) => {
    try {
      await remember(...listing);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      output.warn(`The listing was not recorded: ${why}`);
    }
  };
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
