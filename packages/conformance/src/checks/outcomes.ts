import type { Check, Detail } from '@mkt/protocol';
import { CHECK_LEVELS, type CheckName } from './check.ts';

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
