// The examples for the other runners, each in a process of its own, as users run them. They use the
// built packages.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '..');
/** A run that has not ended by then hangs: something was left open. */
const ENDS_WITHIN_MS = 60_000;

/** Runs a script of package.json to its end, and returns what it printed. */
async function output(script: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)('npm', ['run', '--silent', script], {
    cwd: FOLDER,
    env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' },
    timeout: ENDS_WITHIN_MS,
  });
  return stdout + stderr;
}

describe('the testing kit', () => {
  it('works in jest, and leaves nothing open', async () => {
    const printed = await output('test:jest');
    expect(printed).toMatch(/^Tests: +3 passed, 3 total$/m);
    expect(printed).not.toMatch(/did not exit|open handle|teardown/i);
  });

  it('works in node:test, and leaves nothing open', async () => {
    expect(await output('test:node')).toMatch(/^ℹ pass 3$/m);
  });
});
