import type { SecretTrialResult } from './show-secret-trial.ts';
import type { Impact, PublishEvent, PublishPlan, TrialResult } from './publish-event.ts';

/** What publishing found out before it changed anything. */
export interface Findings {
  plan?: PublishPlan;
  trial?: TrialResult;
  impact?: Impact;
  /** What the service does with the secret of its listing. */
  signedCall?: SecretTrialResult;
}

/** Keeps what an event tells. */
export function note(findings: Findings, event: PublishEvent): void {
  if (event.step === 'planned') findings.plan = event.plan;
  if (event.step === 'tried') findings.trial = event.trial;
  if (event.step === 'assessed') findings.impact = event.impact;
}

const ACTIONS = { import: 'import', update: 'update', nothing: 'none' } as const;

/** What publishing would do, as the record of `--dry-run --json` and of a change that was stopped. */
export function planRecord({ plan, trial, impact }: Findings): object {
  if (!plan) return { saved: false };
  const { listing, warnings, checks } = plan.preview;
  return {
    saved: false,
    action: ACTIONS[plan.kind],
    listing,
    provider: plan.kind === 'import' ? null : plan.provider,
    differences: plan.kind === 'update' ? plan.differences : [],
    checks,
    warnings,
    trial: trial ?? null,
    impact: impact ?? null,
  };
}
