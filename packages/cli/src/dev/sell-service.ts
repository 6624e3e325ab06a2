import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@mkt/client';
import type { Check, Provider } from '@mkt/protocol';
import { describeError } from '../errors/describe-error.ts';
import type { PublishOutcome } from '../publish/publish-event.ts';
import { showSecretTrial } from '../publish/show-secret-trial.ts';
import { localSecrets } from '../secrets/local-secrets.ts';
import { SECRET_FILE } from '../secrets/secret-file.ts';
import { SECRET_VARIABLE } from '../secrets/secret-variable.ts';
import { isWritten, type SecretWritten } from '../secrets/write-secret.ts';
import type { Output } from '../terminal/output.ts';
import type { Shell } from '../terminal/shell.ts';
import { trySigning } from '../validate/try-service.ts';
import { createServiceCheck, type CheckedService } from './check-service.ts';
import type { DevReport } from './dev-report.ts';
import { publishHere } from './publish-here.ts';

export interface SellingOptions {
  client: Client;
  shell: Shell;
  output: Output;
  report: DevReport;
  /** False for a service that mkt dev did not start: its environment cannot be changed. */
  isStarted: boolean;
  signal: AbortSignal;
}

/** A service that is sold at the marketplace of its project. */
export interface SoldService {
  /** Its listing; `undefined` until it was published. */
  provider(): Provider | undefined;
  /** The environment in which it is started. */
  environment(): Promise<Record<string, string | undefined>>;
  /** Whether a change of this file is one of our own. */
  isOwnChange(path: string): boolean;
  /**
   * Checks and publishes the running service. `restart`: it has to be started again, with the secret
   * of its listing.
   */
  onReady(url: string): Promise<'restart' | 'go on'>;
}

export function sellService(options: SellingOptions): SoldService {
  const { client, shell, output, report, isStarted, signal } = options;
  const folder = shell.cwd;
  const check = createServiceCheck(shell);
  let provider: Provider | undefined;
  let secret: string | undefined;
  let startedWith: string | undefined;
  let ownTime: number | undefined;

  async function publish(url: string): Promise<'restart' | 'go on'> {
    const checked = await check(url, secret, signal);
    // Where it is started again, only the checks after that are worth a line.
    if (checked.failed.length > 0) report.checks(checked);
    if (checked.isBlocked) return 'go on';
    const published = await publishHere({ client, serviceUrl: url, folder, output, signal });
    const { outcome } = published;
    if (!isForSale(outcome)) {
      report.problem(...explained(outcome, checked.failed));
      return 'go on';
    }
    provider = outcome.provider;
    if (published.secret) keep(published.secret, outcome.provider.slug);
    // What was published is shown when the service runs with its secret.
    if (isStarted && !isAmong(secret, startedWith)) return 'restart';
    if (checked.failed.length === 0) report.checks(checked);
    if (outcome.kind === 'published') {
      report.published(outcome.action, provider, { url: outcome.url, failing: failing(checked) });
    } else
      report.problem(
        `${provider.slug} is paused.`,
        `Resume it: mkt listings resume ${provider.slug}`,
      );
    if (!isStarted && published.secret?.outcome !== 'unchanged') await showTrial(published.secret);
    return 'go on';
  }

  function keep(found: SecretWritten & { value: string }, slug: string): void {
    secret = found.value;
    if (found.outcome !== 'unchanged') {
      ownTime = statSync(join(folder, SECRET_FILE), { throwIfNoEntry: false })?.mtimeMs;
    }
    report.secret(found, slug);
  }

  /** Says whether a service that mkt dev did not start uses the secret. */
  async function showTrial(found: (SecretWritten & { value: string }) | undefined): Promise<void> {
    if (!found || !provider) return;
    const { id, runContract } = provider;
    const trial = await trySigning(runContract, { secret: found.value, listingId: id, signal });
    showSecretTrial(output, trial, { variable: found.variable, isNew: isWritten(found) });
  }

  return {
    provider: () => provider,
    environment: async () => {
      const { secrets } = await localSecrets(shell, SECRET_FILE);
      const fromFile = secrets.filter(({ isFromEnvironment }) => !isFromEnvironment);
      const variables = Object.fromEntries(
        fromFile.map(({ variable, value }) => [variable, value]),
      );
      const environment = { ...variables, ...shell.env };
      if (secret !== undefined && !isAmong(secret, environment[SECRET_VARIABLE])) {
        environment[SECRET_VARIABLE] = secret;
      }
      startedWith = environment[SECRET_VARIABLE];
      return environment;
    },
    isOwnChange: (path) =>
      path === SECRET_FILE &&
      ownTime !== undefined &&
      statSync(join(folder, SECRET_FILE), { throwIfNoEntry: false })?.mtimeMs === ownTime,
    onReady: async (url) => {
      try {
        return await publish(url);
      } catch (error) {
        if (signal.aborted) throw error;
        const { message, next } = await describeError(error, {});
        report.problem(message, next);
        return 'go on';
      }
    },
  };
}

/** The failed checks that a buyer's call would meet too. */
const failing = ({ failed }: CheckedService): string[] =>
  failed.filter(({ level }) => level !== 'advice').map(({ name }) => name);

const isAmong = (secret: string | undefined, variable = ''): boolean =>
  variable.split(',').some((each) => each.trim() === secret);

type ForSale = Extract<PublishOutcome, { kind: 'published' | 'paused' }>;
const isForSale = (outcome: PublishOutcome): outcome is ForSale =>
  outcome.kind === 'published' || outcome.kind === 'paused';

/** Why it is not for sale. What a failed check says was shown already. */
function explained(
  outcome: Exclude<PublishOutcome, ForSale>,
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
  return ['The service was not published; it is tried again after the next change.', undefined];
}
