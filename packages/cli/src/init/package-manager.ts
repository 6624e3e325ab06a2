import type { Shell } from '../terminal/shell.ts';

const KNOWN = ['npm', 'pnpm', 'yarn', 'bun'] as const;

export type PackageManager = (typeof KNOWN)[number];

/**
 * The package manager that started this program, otherwise npm. All of them set a variable such as
 * `pnpm/10.2.0 npm/? node/v24.21.0 linux x64` for the programs that they start.
 */
export function packageManagerOf({ npm_config_user_agent: agent }: Shell['env']): PackageManager {
  const name = agent?.split('/')[0];
  return KNOWN.find((each) => each === name) ?? 'npm';
}
