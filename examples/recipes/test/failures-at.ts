import { expect } from 'vitest';
import { validateService } from '../../../packages/cli/src/validate/validate-service.ts';

/**
 * Runs the checks of `mkt validate`: those that did not pass, and the warnings except those about an
 * address of this machine.
 */
export async function failuresAt(serviceUrl: string, secret: string) {
  const { signal } = new AbortController();
  const folder = import.meta.dirname;
  const options = { serviceUrl, secret, folder, signal, onCheck() {} };
  const { checks, warnings } = await validateService(options);
  expect(checks.length).toBeGreaterThan(20);
  return [
    ...checks.filter(({ outcome }) => outcome !== 'passed'),
    ...warnings.filter(({ code }) => code !== 'not_public'),
  ];
}
