import type { Check, Provider } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import type { KeptSecret } from '../secrets/keep-secret.ts';
import type { Output } from '../terminal/output.ts';
import { quoteArgument } from '../terminal/printable.ts';
import { planRecord, type Findings } from './findings.ts';
import type { PublishOutcome, PublishPlan } from './publish-event.ts';
import { refusalText } from './show-impact.ts';

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
  const impact = findings.impact ? { impact: findings.impact } : {};
  switch (outcome.kind) {
    case 'published': {
      const { action, provider, url } = outcome;
      // Without --json the progress has already shown everything.
      return output.result({ action, url, ...kept, provider, ...impact }, () => '');
    }
    case 'paused': {
      const { action, provider } = outcome;
      output.note(
        'paused',
        `not for sale until you resume it: mkt listings resume ${quoteArgument(provider.slug)}`,
      );
      return output.result({ action, url: null, ...kept, provider, ...impact }, () => '');
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
  const past = inputs && inputs.refused > 0 ? ` inputSchema ${refusalText(inputs, 'input')}.` : '';
  const broken = found.filter(({ severity }) => severity !== 'safe');
  const isOnlyPrice = broken.length > 0 && broken.every(({ path }) => path.startsWith('/price/'));
  const what = verdict === 'unknown' ? 'may be breaking' : 'is breaking';
  return new CliError(
    'breaking_change',
    `The change ${what} for buyers, so ${isDryRun ? 'publishing would stop here' : 'nothing was saved'}.${past}`,
    {
      // Without --json they have just been shown.
      details: output.isJson ? broken.map(({ path, message }) => ({ path, message })) : [],
      next: isOnlyPrice
        ? 'Orders of buyers who accept no more than the old price will be refused. To publish it all the same: --allow-breaking'
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
