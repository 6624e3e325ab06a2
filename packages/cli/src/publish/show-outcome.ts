import { type Check, LIMITS, type Provider, type SigningSecret } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { formatTime } from '../show/price.ts';
import type { KeptSecret } from '../store/keep-secret.ts';
import { isLoopback } from '../store/loopback.ts';
import type { Output } from '../terminal/output.ts';
import { quoteArgument } from '../terminal/text.ts';
import type { PublishOutcome, PublishPlan } from './publish-event.ts';
import { refusalText } from './show-impact.ts';
import { type Findings, planRecord } from './show-plan.ts';

/** What a service does with the secret of its listing, as `trySecret` of @mkt/conformance finds out. */
export type SecretTrialResult =
  | { kind: 'used' | 'unused' | 'refused' }
  | { kind: 'wrong-clock'; clock: string }
  | { kind: 'failed' | 'not-tried'; message: string };

interface TriedSecret {
  /** The variable that the service should read the secret from. */
  variable: string;
  /** Whether the running service cannot have read the secret yet. */
  isNew: boolean;
  /** The time until which calls are also signed with the previous secret. */
  oldUntil?: string | undefined;
}

/** The time until which calls are also signed with the previous secret; `undefined` if they are not. */
export const oldSecretUntil = ({ previousExpiresAt: until }: SigningSecret): string | undefined =>
  until !== null && Date.parse(until) > Date.now() ? until : undefined;

const LABEL = 'signed call';

/** Says whether calls of the marketplace will be accepted. */
export function showSecretTrial(
  output: Output,
  trial: SecretTrialResult,
  { variable, isNew, oldUntil }: TriedSecret,
): void {
  switch (trial.kind) {
    case 'used':
      return output.done(LABEL, 'accepted; unsigned calls are refused');
    case 'unused':
      return output.note(
        LABEL,
        `the service still accepts anyone’s calls: restart it with ${variable} set`,
      );
    case 'refused':
      if (oldUntil !== undefined) {
        const then = formatTime(oldUntil);
        return output.note(
          LABEL,
          `refused with the new secret. If the service still has the old secret, restart it with ${variable} set: the old one expires ${then}`,
        );
      }
      if (!isNew) return output.fail(LABEL, 'refused, so every order fails');
      return output.note(
        LABEL,
        `refused, because the service has not read ${variable} yet: restart it. Until then its orders fail`,
      );
    case 'wrong-clock':
      return output.fail(
        LABEL,
        `refused: the clock of the service is ${trial.clock}. At most ${LIMITS.signatureToleranceSeconds} s are accepted, so set it`,
      );
    case 'failed':
      return output.fail(LABEL, trial.message);
    case 'not-tried':
      return output.note(LABEL, `not tried: ${trial.message}`);
  }
}

interface Context {
  kept: KeptSecret;
  serviceUrl: string;
  findings: Findings;
}

/** Prints how publishing ended; anything but success is thrown. */
export function showOutcome(
  output: Output,
  outcome: PublishOutcome,
  { kept, serviceUrl, findings }: Context,
): void {
  const { impact, trial, signedCall } = findings;
  const found = {
    ...(impact ? { impact } : {}),
    ...(trial ? { trial } : {}),
    ...(signedCall ? { signedCall } : {}),
  };
  switch (outcome.kind) {
    case 'published': {
      const { action, provider, url } = outcome;
      // Without --json the progress has already shown everything.
      output.result({ action, url, ...kept, provider, ...found }, () => '');
      return refuseBroken(outcome, signedCall, { kept, serviceUrl });
    }
    case 'paused': {
      const { action, provider } = outcome;
      output.note(
        'paused',
        `not for sale until you resume it: mkt listings resume ${quoteArgument(provider.slug)}`,
      );
      output.result({ action, url: null, ...kept, provider, ...found }, () => '');
      return refuseBroken(outcome, signedCall, { kept, serviceUrl });
    }
    case 'dry-run':
      output.result(planRecord(findings), () => '');
      return output.done('dry run', dryRunText(outcome.plan));
    case 'not-publishable': {
      const { checks, listing } = outcome.preview;
      throw flagged(
        `The review would flag ${listing.title}, so nothing was saved.`,
        checks,
        serviceUrl,
      );
    }
    case 'trial-failed':
      throw trialFailed(outcome.plan, outcome.check);
    case 'flagged':
      output.result({ provider: outcome.provider }, () => '');
      throw flagged(reasonOf(outcome.provider), outcome.provider.reviewChecks, serviceUrl);
    case 'declined':
      throw new CliError('declined', 'Cancelled: nothing was published.');
  }
}

/** The progress has shown why. */
function trialFailed(plan: PublishPlan, check: Check): CliError {
  const saved =
    plan.kind !== 'nothing'
      ? 'so nothing was saved'
      : plan.provider.status === 'paused'
        ? `so buyers’ calls would fail too once ${plan.provider.slug} is resumed`
        : `so buyers’ calls fail too: ${plan.provider.slug} is still for sale`;
  return new CliError(
    'trial_failed',
    `The service fails the call with its own example, ${saved}.`,
    {
      checks: [check],
      next:
        plan.kind !== 'nothing'
          ? 'Fix the service, or publish it as it is with --force.'
          : plan.provider.status === 'paused'
            ? 'Fix the service before you resume it.'
            : `Fix the service. Until then: mkt listings pause ${quoteArgument(plan.provider.slug)}`,
    },
  );
}

type Existing = Extract<PublishOutcome, { kind: 'published' | 'paused' }>;

/** Publishing fails if the service refuses or fails every call of the marketplace. */
function refuseBroken(
  { action, provider, secret }: Existing,
  call: SecretTrialResult | undefined,
  { kept, serviceUrl }: Pick<Context, 'kept' | 'serviceUrl'>,
): void {
  const problem = call && PROBLEMS[call.kind];
  if (problem === undefined) return;
  const isRefused = call?.kind === 'refused';
  if (isRefused && (isUnread(action, kept, provider) || oldSecretUntil(secret) !== undefined)) {
    return;
  }
  const slug = quoteArgument(provider.slug);
  const validate = `mkt validate --service-url ${quoteArgument(serviceUrl)}`;
  const where =
    kept.written === false
      ? `${kept.secretFile} has the right secret. If the service was restarted with it`
      : `Its secret: mkt secrets pull ${slug} --print-secret. If it has that`;
  const next = isRefused ? `${where}, it computes signatures differently: ${validate}` : validate;
  const isPaused = provider.status === 'paused';
  throw new CliError(
    'trial_failed',
    `${provider.slug} is ${isPaused ? 'paused' : 'for sale'}, but ${problem}.`,
    { next },
  );
}

/** What is wrong with a service for which every call of the marketplace fails. */
const PROBLEMS: Readonly<Partial<Record<SecretTrialResult['kind'], string>>> = {
  refused: 'the service refuses calls that are signed with its secret',
  'wrong-clock': 'the service refuses every call, because its clock is wrong',
  failed: 'the service fails the calls of the marketplace',
};

/** Whether a service cannot have read its secret yet: a service on another machine does not read a file written here. */
export const isUnread = (
  action: string,
  kept: KeptSecret,
  { runContract }: Pick<Provider, 'runContract'>,
): boolean =>
  action === 'imported' || (kept.written === true && isLoopback(runContract.endpointPath));

function dryRunText(plan: PublishPlan): string {
  switch (plan.kind) {
    case 'import':
      return `nothing was saved; publishing would import ${plan.preview.listing.slug}`;
    case 'update':
      return `nothing was saved; publishing would update ${plan.provider.slug}`;
    case 'nothing':
      return 'nothing was saved, and nothing would be';
  }
}

/** A change that breaks buyers, without --allow-breaking. The numbers are in the record on stdout. */
export function breakingChange(
  output: Output,
  findings: Findings,
  { isDryRun }: { isDryRun: boolean },
): CliError {
  const { verdict, pastOrders, findings: found = [] } = findings.impact ?? {};
  output.result(planRecord(findings), () => '');
  const inputs = pastOrders?.inputs;
  // Without --json the impact has just been shown: what past inputs say, and each finding.
  const past =
    output.isJson && inputs && inputs.refused > 0
      ? ` inputSchema ${refusalText(inputs, 'input')}.`
      : '';
  const broken = found.filter(({ severity }) => severity !== 'safe');
  const isOnlyPrice = broken.length > 0 && broken.every(({ path }) => path.startsWith('/price/'));
  const what = verdict === 'unknown' ? 'may be breaking' : 'is breaking';
  return new CliError(
    'breaking_change',
    `The change ${what} for buyers, so ${isDryRun ? 'publishing would stop here' : 'nothing was saved'}.${past}`,
    {
      details: output.isJson ? broken.map(({ path, message }) => ({ path, message })) : [],
      next: isOnlyPrice
        ? 'Orders of buyers who accept no more than the old price will be refused. To publish it anyway: --allow-breaking'
        : 'Change the contract so that existing calls still work, or publish it with --allow-breaking.',
    },
  );
}

const reasonOf = ({ slug, reviewRejectionReason: reason }: Provider) =>
  `The review flagged ${slug}${reason ? `: ${reason}` : '.'}`;

const flagged = (message: string, checks: readonly Check[], serviceUrl: string) =>
  new CliError('review_flagged', message, {
    checks,
    next: `Fix the service and publish it again. All checks: mkt validate --service-url ${quoteArgument(serviceUrl)}`,
  });
