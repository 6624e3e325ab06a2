import type { Check, CheckLevel, Detail, ListingContent } from '@mkt/protocol';
import type { SchemaValidator } from '../schema-validator.ts';
import type { Transport } from '../transport.ts';
import type { UrlPolicy } from '../url-policy.ts';

/**
 * Every check with its level, in the order in which they are reported. `required` decides whether a
 * listing can be published, both in a review and in preview's `publishable`; `rule` marks the other
 * rules for sellers, which `mkt validate` also enforces; `advice` fails only with `--strict`. Source:
 * docs/sell/listings.md#review.
 */
export const CHECK_LEVELS = {
  contract: 'required',
  identity: 'rule',
  cors: 'rule',
  'content-type': 'rule',
  'not-found': 'rule',
  schemas: 'required',
  'url-policy': 'required',
  reachability: 'required',
  health: 'rule',
  content: 'required',
  examples: 'rule',
  run: 'rule',
  'signature-missing': 'rule',
  'signature-accepted': 'rule',
  'signature-tampered': 'rule',
  'signature-wrong-secret': 'rule',
  'signature-reserialised': 'rule',
  'signature-rotation': 'rule',
  'signature-stale': 'advice',
  'signature-future': 'advice',
  'signature-replayed': 'advice',
  'examples-given': 'advice',
  'health-given': 'advice',
  'description-given': 'advice',
  'agent-texts': 'advice',
} as const satisfies Record<string, CheckLevel>;

export type CheckName = keyof typeof CHECK_LEVELS;

export const CHECK_NAMES = Object.keys(CHECK_LEVELS) as CheckName[];

/** The checks of a review, in order. */
export const REVIEW_CHECKS = [
  'schemas',
  'url-policy',
  'reachability',
  'health',
  'content',
  'examples',
] as const satisfies CheckName[];

/** What the checks run with. */
export interface CheckEnvironment {
  transport: Transport;
  schemas: SchemaValidator;
  urlPolicy: UrlPolicy;
  /** The `content` check: `createContentReview`, or a version that runs off the main thread. */
  reviewContent(content: ListingContent, slug?: string): Check | Promise<Check>;
  /** How often a network check is tried before it fails; 3 by default. */
  attempts?: number;
  /** Waits between two attempts; in real time by default. */
  wait?(ms: number, signal?: AbortSignal): Promise<void>;
  /** Ends the checks early: unfinished ones fail. */
  signal?: AbortSignal | undefined;
  /** Called with each check as it completes. */
  onCheck?(check: Check): void;
}

/** What was found, in one sentence, what to change, and where. */
export interface Failure {
  message: string;
  fix: string;
  details?: Detail[];
}

export const passed = (name: CheckName, message: string): Check => ({
  name,
  ok: true,
  level: CHECK_LEVELS[name],
  outcome: 'passed',
  message,
});

export const skipped = (name: CheckName, message: string): Check => ({
  name,
  ok: true,
  level: CHECK_LEVELS[name],
  outcome: 'skipped',
  message,
});

export const failed = (name: CheckName, { message, fix, details }: Failure): Check => ({
  name,
  ok: false,
  level: CHECK_LEVELS[name],
  outcome: 'failed',
  message,
  fix,
  ...(details && details.length > 0 ? { details } : {}),
});

/** Whether no required check has failed. Checks that do not apply are skipped, not failed. */
export function isPublishable(checks: readonly Check[]): boolean {
  return !checks.some((check) => check.level === 'required' && check.outcome === 'failed');
}
