import type { CheckLevel } from '@mkt/protocol';

/**
 * Every check with its level, in the order in which they are reported. `required` decides whether a
 * listing can be published, both in a review and in preview's `publishable`; `rule` marks the other
 * rules for sellers, which `mkt validate` also enforces; `advice` fails only with `--strict`. Source: docs/sell/listings.md#review.
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
