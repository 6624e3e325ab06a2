import type { Output } from '../terminal/output.ts';
import type { PublishEvent, TrialResult } from './publish-event.ts';
import type { RunContract } from '@mkt/protocol';
import type { Style } from '../terminal/style.ts';
import { checkSign, warningLine } from '../show/check.ts';
import { impactLines } from './show-impact.ts';
import { planLines } from './show-plan.ts';
import { formatDuration } from '../show/price.ts';

export interface PublishProgress {
  report(event: PublishEvent): void;
  stop(): void;
}

/** Shows the progress of publishing on stderr. */
export function showProgress(output: Output): PublishProgress {
  const { style } = output;
  let spinner = output.spin('preview');
  const checksOf = (checks: Extract<PublishEvent, { step: 'review' }>['checks']) =>
    checks.map(({ name, outcome }) => `${name} ${checkSign(outcome, style)}`).join('  ');
  const report = (event: PublishEvent) => {
    switch (event.step) {
      case 'planned':
        // A prompt may follow, and a spinner would overwrite it.
        spinner.stop();
        for (const line of planLines(event.plan, style)) output.line(line);
        for (const warning of event.plan.preview.warnings) {
          output.line(warningLine(warning, style));
        }
        if (event.plan.kind === 'nothing') {
          output.done('unchanged', `${event.plan.provider.slug} is up to date`);
        }
        return;
      case 'to-be-tried':
        if (event.contract.requestExampleJson !== undefined) {
          output.line(announcement(event.contract, style));
        }
        return;
      case 'trying':
        spinner = output.spin('trial call');
        return;
      case 'tried':
        spinner.stop();
        return showTrial(output, event.trial);
      case 'assessing':
        if (event.read === 0) spinner = output.spin('past orders');
        else spinner.update(`past orders ${event.read}`);
        return;
      case 'assessed':
        spinner.stop();
        for (const line of impactLines(event.impact, style)) output.line(line);
        return;
      case 'imported':
        output.done('imported', event.listing.slug);
        spinner = output.spin('review');
        return;
      case 'updated':
        output.done(
          'updated',
          `${event.listing.slug}: ${event.differences.map(({ field }) => field).join(', ')}`,
        );
        return;
      case 'submitted':
        output.done('submitted', event.provider.slug);
        spinner = output.spin('review');
        return;
      case 'review':
        if (event.provider.status === 'pending_review') {
          return spinner.update(`review ${checksOf(event.checks)}`);
        }
        spinner.stop();
        if (event.checks.length > 0 && event.provider.status === 'published') {
          output.done('review', checksOf(event.checks));
        }
        return;
      case 'published':
        return output.done('published', `after ${formatDuration(event.tookMs)}`);
      case 'secret':
        return;
      case 'visible':
        return output.done('for sale', event.url);
    }
  };
  return { report, stop: () => spinner.stop() };
}

/** The call may have effects, so it is announced. */
const announcement = ({ method, endpointPath }: RunContract, style: Style) =>
  `  ${style.dim('trial')}   one call of ${method} ${endpointPath} with the example input; --no-trial leaves it out`;

function showTrial(output: Output, trial: TrialResult): void {
  const label = 'trial call';
  switch (trial.kind) {
    case 'passed':
      return output.done(label, trial.message);
    case 'refused':
      return output.note(label, `refused with 401: ${trial.message}`);
    case 'not-tried':
      return output.note(label, `not tried: ${trial.message}`);
    case 'left-out':
      return output.note(label, 'left out, so it is unknown whether the service works');
    // The error shows why, and the fix.
    case 'failed':
      return;
  }
}
