import type { Check, Detail } from '@mkt/protocol';
import { CHECK_LEVELS, type CheckName } from './check-names.ts';

/** What was seen, in one sentence; of a failure also what to change, and where. */
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

/** No check that a listing must pass has failed; one that did not apply is no failure. */
export function isPublishable(checks: readonly Check[]): boolean {
  return !checks.some((check) => check.level === 'required' && check.outcome === 'failed');
}
