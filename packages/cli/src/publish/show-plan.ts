import { isDeepStrictEqual } from 'node:util';
import type { Price, Provider } from '@mkt/protocol';
import { listingLines } from '../show/listing.ts';
import { formatPriceChange } from '../show/price.ts';
import type { Style } from '../terminal/style.ts';
import { quoteArgument, truncate } from '../terminal/text.ts';
import type { Difference } from './differences.ts';
import type { Impact, PublishEvent, PublishPlan, TrialResult } from './publish-event.ts';
import type { SecretTrialResult } from './show-outcome.ts';

const NAME_WIDTH = 13;
const VALUE_LENGTH = 60;

/** What will be published, and what that changes. */
export function planLines(plan: PublishPlan, style: Style): string[] {
  const { listing } = plan.preview;
  const slug =
    plan.kind === 'import'
      ? `${listing.slug} (permanent; choose another with --slug)`
      : plan.provider.slug;
  const lines = [...listingLines(listing, style), `  ${style.dim('slug')}    ${slug}`];
  if (plan.kind === 'import' && plan.alsoAt) return [...lines, secondLine(plan.alsoAt, style)];
  if (plan.kind !== 'update') return lines;
  const changes = plan.differences.map((difference) => changeLine(difference, style));
  return [...lines, ...changes];
}

const secondLine = ({ slug, runContract }: Provider, style: Style) =>
  `  ${style.yellow('!')} This will be another listing: ${slug} is at ${runContract.endpointPath}. ` +
  `To update that one instead: --listing ${quoteArgument(slug)}`;

/** A field that changes, and how. */
export const row = (name: string, text: string, style: Style): string =>
  `  ${style.yellow('~')} ${name.padEnd(NAME_WIDTH)} ${text}`;

function changeLine({ field, from, to }: Difference, style: Style): string {
  switch (field) {
    case 'price':
      return row(field, formatPriceChange(from as Price, to as Price), style);
    case 'runContract':
      return row(field, changedMembers(from, to).join(', '), style);
    case 'title':
    case 'description':
    case 'category':
    case 'tags':
      return row(field, `${formatValue(from)} → ${formatValue(to)}`, style);
  }
}

/** The members of a run contract that differ. */
export function changedMembers(from: unknown, to: unknown): string[] {
  const [before, after] = [from, to] as Record<string, unknown>[];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter((name) => !isDeepStrictEqual(before?.[name], after?.[name]));
}

export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '(none)';
  const text = Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
  return truncate(text, VALUE_LENGTH);
}

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
