import { spawnSync } from 'node:child_process';

/** Whether python3 is installed. Says so if it is not, because its tests are then skipped. */
export function hasPython(): boolean {
  const { error, status } = spawnSync('python3', ['--version']);
  if (!error && status === 0) return true;
  process.stderr.write('python3 is not installed: the template python is NOT TESTED.\n');
  return false;
}
