import type { Check } from '@mkt/protocol';
import { knownSecrets } from '../store/known-secrets-secrets-known-secrets.ts';
import type { Shell } from '../terminal/shell.ts';

/** What a run of the checks has shown. */
export interface CheckedService {
  /** The checks that fail now, advice included once. */
  failed: Check[];
  /** The names of those that failed the last time. */
  fixed: string[];
  passedCount: number;
  skippedCount: number;
  /** Whether a review would flag the service. */
  isBlocked: boolean;
}

/**
 * Runs the checks of `mkt validate` without the calls that a service must refuse. Advice is reported
 * when it is new.
 */
export function createServiceCheck(shell: Shell) {
  let before = new Set<string>();
  return async (
    serviceUrl: string,
    secret: string | undefined,
    signal: AbortSignal,
  ): Promise<CheckedService> => {
    const { validateService } = await import('../validate/validate-service.ts');
    const { checks } = await validateService({
      serviceUrl,
      secret: secret ?? (await knownSecrets(shell)),
      isQuick: true,
      folder: shell.cwd,
      signal,
      onCheck: () => {},
    });
    const failing = checks.filter(({ outcome }) => outcome === 'failed');
    const failed = failing.filter(({ name, level }) => level !== 'advice' || !before.has(name));
    const passed = checks.filter(({ outcome }) => outcome === 'passed');
    const fixed = passed.map(({ name }) => name).filter((name) => before.has(name));
    before = new Set(failing.map(({ name }) => name));
    return {
      failed,
      fixed,
      passedCount: passed.length,
      skippedCount: checks.filter(({ outcome }) => outcome === 'skipped').length,
      isBlocked: failing.some(({ level }) => level === 'required'),
    };
  };
}
