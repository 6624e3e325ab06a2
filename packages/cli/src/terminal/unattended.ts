import type { Shell } from './shell.ts';

/** Whether the command runs in CI: `CI` is set, and not to a value that means no. */
export function isUnattended(env: Shell['env']): boolean {
  const ci = env['CI'];
  return ci !== undefined && ci !== '' && ci !== 'false' && ci !== '0';
}
