import { spawnSync } from 'node:child_process';

/** Whether python3 is installed. Says so if it is not, because the tests of `what` are then skipped. */
export function hasPython(what = 'the template python'): boolean {
  const { error, status } = spawnSync('python3', ['--version']);
  if (!error && status === 0) return true;
  process.stderr.write(`python3 is not installed: ${what} is NOT TESTED.\n`);
  return false;
}
