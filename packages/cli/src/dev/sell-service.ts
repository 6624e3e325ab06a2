import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@mkt/client';
import type { Check, Provider } from '@mkt/protocol';
import { describeError } from '../errors/describe-error.ts';
import type { PublishOutcome } from '../publish/publish-event.ts';
import { publishService } from '../publish/publish-service.ts';
import { oldSecretUntil, showSecretTrial } from '../publish/show-outcome.ts';
import { showProgress } from '../publish/show-progress.ts';
import { knownSecrets, localSecrets } from '../store/known-secrets.ts';
import { projectListings } from '../store/project-listings.ts';
import { SECRET_FILE, SECRET_VARIABLE } from '../store/secret-variable.ts';
import { isWritten, type SecretWritten, writeSecret } from '../store/write-secret.ts';
import type { Output } from '../terminal/output.ts';
import type { Shell } from '../terminal/shell.ts';
import { isServed } from '../validate/served-contract.ts';
import { trySigning } from '../validate/validate-service.ts';
import type { FoundService } from './find-service.ts';
import type { DevReport } from './report.ts';

/** What a run of the checks has shown. */
export interface CheckedService {
  /** The checks that fail now, advice included once. */
  failed: Check[];
  /** The names of those that failed the last time. */
  fixed: string[];
  passedCount: number;
  skippedCount: number;
  /** Whether a review would flag the service. */
  isBlocked: boolean;
}

/**
 * Runs the checks of `mkt validate` without the calls that a service must refuse. Advice is reported
 * when it is new.
 */
function createServiceCheck(shell: Shell) {
  let before = new Set<string>();
  return async (
    serviceUrl: string,
    secret: string | undefined,
    signal: AbortSignal,
  ): Promise<CheckedService> => {
    const { validateService } = await import('../validate/validate-service.ts');
    const { checks } = await validateService({
      serviceUrl,
      secret: secret ?? (await knownSecrets(shell)),
      isQuick: true,
      folder: shell.cwd,
      signal,
      onCheck: () => {},
    });
    const failing = checks.filter(({ outcome }) => outcome === 'failed');
    const failed = failing.filter(({ name, level }) => level !== 'advice' || !before.has(name));
    const passed = checks.filter(({ outcome }) => outcome === 'passed');
    const fixed = passed.map(({ name }) => name).filter((name) => before.has(name));
    before = new Set(failing.map(({ name }) => name));
    return {
      failed,
      fixed,
      passedCount: passed.length,
      skippedCount: checks.filter(({ outcome }) => outcome === 'skipped').length,
      isBlocked: failing.some(({ level }) => level === 'required'),
    };
  };
}

interface PublishedHere {
  outcome: PublishOutcome;
  /** Where the secret is; `undefined` if the listing was not published. */
  secret: (SecretWritten & { value: string }) | undefined;
}

interface PublishHere {
  client: Client;
  serviceUrl: string;
  folder: string;
  output: Output;
  signal: AbortSignal;
}

const NO_SPINNER = { update() {}, stop() {} };
/** The steps that `mkt dev` reports. */
const SHOWN = new Set(['imported', 'updated', 'submitted']);

/**
 * Publishes a service at the marketplace of its own project, without asking. The secret goes to
 * `.env`, unless that has another one for this listing.
 */
async function publishHere(options: PublishHere): Promise<PublishedHere> {
  const { client, serviceUrl, folder, output, signal } = options;
  let secret: PublishedHere['secret'];
  // Lines are printed at any time here, and a spinner would garble them.
  const progress = showProgress({ ...output, spin: () => NO_SPINNER });
  try {
    const outcome = await publishService({
      client,
      serviceUrl,
      project: projectListings(folder, client),
      isStillThere: ({ runContract }) => isServed(runContract.endpointPath, signal),
      // A service that has moved to another port is still the same service.
      isSameService: async () => true,
      report: (event) => {
        if (SHOWN.has(event.step)) progress.report(event);
      },
      keepSecret: async ({ secret: value }, { slug }) => {
        const file = join(folder, SECRET_FILE);
        const kept = await writeSecret(file, { slug, secret: value, projectFolder: folder });
        secret = { ...kept, value };
      },
      signal,
    });
    return { outcome, secret };
  } finally {
    progress.stop();
  }
}

interface SellingOptions {
  client: Client;
  shell: Shell;
  output: Output;
  report: DevReport;
  /** False for a service that mkt dev did not start: its environment cannot be changed. */
  isStarted: boolean;
  signal: AbortSignal;
}

/** The services of a project that are sold at its marketplace: usually one. */
interface SoldService {
  /** Their listings, once they were published. */
  providers(): Provider[];
  /** The environment in which they are started. */
  environment(): Promise<Record<string, string | undefined>>;
  /** Whether mkt itself made the change of this file. */
  isOwnChange(path: string): boolean;
  /**
   * Checks and publishes what is running. `restart`: it has to be restarted with the secrets of
   * its listings.
   */
  onReady(found: FoundService): Promise<'restart' | 'continue'>;
}

/** The state of the service at an address. */
interface Sold {
  check: ReturnType<typeof createServiceCheck>;
  checked?: CheckedService;
  provider?: Provider;
  /** The signing secret of its listing. */
  secret?: SecretWritten & { value: string };
}

type Published = Extract<PublishOutcome, { kind: 'published' | 'paused' }>;

export function sellService(options: SellingOptions): SoldService {
  const { client, shell, output, report, isStarted, signal } = options;
  const folder = shell.cwd;
  /** The services, by the path at which they are mounted. */
  const services = new Map<string, Sold>();
  let startedWith: Record<string, string | undefined> = {};
  let ownTime: number | undefined;

  const sold = (): Required<Pick<Sold, 'provider'>>[] =>
    [...services.values()].filter((each): each is Sold & { provider: Provider } => !!each.provider);
  /** A program with one service may read no other variable. */
  const variableOf = ({ variable }: SecretWritten) =>
    sold().length > 1 ? variable : SECRET_VARIABLE;
  const isKnown = ({ secret }: Sold) =>
    secret === undefined || isAmong(secret.value, startedWith[variableOf(secret)]);

  async function publish({ urls, hasContract }: FoundService): Promise<'restart' | 'continue'> {
    if (!hasContract) report.withoutContract(urls[0] ?? '');
    const published: [Sold, Published][] = [];
    // By path: a service may listen on another port after each start.
    const paths = new Map(urls.map((url) => [new URL(url).pathname, url]));
    for (const path of services.keys()) {
      if (hasContract && !paths.has(path)) services.delete(path);
    }
    for (const [path, url] of paths) {
      const service: Sold = services.get(path) ?? { check: createServiceCheck(shell) };
      services.set(path, service);
      const outcome = await attempt(() => publishOne(url, service, hasContract));
      if (outcome) published.push([service, outcome]);
    }
    // What was published is shown when the program runs with the secrets.
    if (isStarted && published.some(([service]) => !isKnown(service))) return 'restart';
    for (const [service, outcome] of published) await attempt(() => show(service, outcome));
    return 'continue';
  }

  /** Reports an error instead of throwing it, so that mkt dev and the other services keep running. */
  async function attempt<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw error;
      const { message, next } = await describeError(error, {});
      report.problem(message, next);
      return undefined;
    }
  }

  async function publishOne(
    url: string,
    service: Sold,
    hasContract: boolean,
  ): Promise<Published | undefined> {
    const checked = await service.check(url, service.secret?.value, signal);
    service.checked = checked;
    // Here only failed checks are reported: if the service is started again, the checks run again too.
    if (checked.failed.length > 0) report.checks(checked, hasContract);
    if (checked.isBlocked) return undefined;
    const { outcome, secret } = await publishHere({
      client,
      serviceUrl: url,
      folder,
      output,
      signal,
    });
    if (!isForSale(outcome)) {
      report.problem(...explained(outcome, checked.failed));
      return undefined;
    }
    service.provider = outcome.provider;
    if (secret) keep(service, secret, outcome.provider.slug);
    return outcome;
  }

  async function show({ checked, provider, secret }: Sold, outcome: Published): Promise<void> {
    if (!checked || !provider) return;
    if (checked.failed.length === 0) report.checks(checked);
    if (outcome.kind === 'published') {
      report.published(outcome.action, provider, { url: outcome.url, failing: failing(checked) });
    } else {
      const { slug } = provider;
      report.problem(`${slug} is paused.`, `Resume it: mkt listings resume ${slug}`);
    }
    if (isStarted || !secret || secret.outcome === 'unchanged') return;
    // It was started by others, and may not use the secret.
    const { id, runContract } = provider;
    const trial = await trySigning(runContract, { secret: secret.value, listingId: id, signal });
    showSecretTrial(output, trial, {
      variable: secret.variable,
      isNew: isWritten(secret),
      oldUntil: oldSecretUntil(outcome.secret),
    });
  }

  function keep(service: Sold, found: SecretWritten & { value: string }, slug: string): void {
    service.secret = found;
    if (found.outcome !== 'unchanged') {
      ownTime = statSync(join(folder, SECRET_FILE), { throwIfNoEntry: false })?.mtimeMs;
    }
    report.secret(found, slug);
  }

  return {
    providers: () => sold().map(({ provider }) => provider),
    environment: async () => {
      const { secrets } = await localSecrets(shell, SECRET_FILE);
      const fromFile = secrets.filter(({ isFromEnvironment }) => !isFromEnvironment);
      const variables = Object.fromEntries(
        fromFile.map(({ variable, value }) => [variable, value]),
      );
      const environment = { ...variables, ...shell.env };
      for (const { secret } of services.values()) {
        if (!secret || isAmong(secret.value, environment[variableOf(secret)])) continue;
        environment[variableOf(secret)] = secret.value;
      }
      startedWith = environment;
      return environment;
    },
    isOwnChange: (path) =>
      path === SECRET_FILE &&
      ownTime !== undefined &&
      statSync(join(folder, SECRET_FILE), { throwIfNoEntry: false })?.mtimeMs === ownTime,
    onReady: publish,
  };
}

/** The failed checks that a buyer's call would meet too. */
const failing = ({ failed }: CheckedService): string[] =>
  failed.filter(({ level }) => level !== 'advice').map(({ name }) => name);

const isAmong = (secret: string | undefined, variable = ''): boolean =>
  variable.split(',').some((each) => each.trim() === secret);

const isForSale = (outcome: PublishOutcome): outcome is Published =>
  outcome.kind === 'published' || outcome.kind === 'paused';

/** Why it is not for sale. What a failed check says was shown already. */
function explained(
  outcome: Exclude<PublishOutcome, Published>,
  shown: readonly Check[],
): [message: string, next: string | undefined] {
  const checks = outcome.kind === 'not-publishable' ? outcome.preview.checks : [];
  const first = checks.find(
    ({ name, outcome: result }) => result === 'failed' && !shown.some((each) => each.name === name),
  );
  if (first) return [`Not published: ${first.name} ${first.message}`, first.fix];
  if (outcome.kind === 'flagged') {
    const { slug, reviewRejectionReason: reason } = outcome.provider;
    return [`The review flagged ${slug}${reason ? `: ${reason}` : '.'}`, undefined];
  }
  return ['The service was not published; mkt dev tries again after the next change.', undefined];
}
