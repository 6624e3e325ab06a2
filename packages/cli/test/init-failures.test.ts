// What is left behind when `mkt init` cannot finish, in processes of their own.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runMkt } from './run-mkt.ts';
import { MKT, startMkt } from './spawn-mkt.ts';

const INIT = ['init', 'demo', '--yes'];

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-init-failures-'));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

describe('mkt init leaves all of a project or nothing', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('when %s arrives while it writes', async (signal, exitCode) => {
    for (let round = 0; round < 3; round++) {
      const child = startMkt(INIT, { cwd });
      const watcher = watch(cwd);
      // Once only: a second signal ends it before it has tidied up.
      watcher.once('change', () => child.kill(signal));
      const [code, by] = (await once(child, 'close')) as [number | null, string | null];
      watcher.close();
      const names = await readdir(cwd);
      // It may have been finished before the signal arrived.
      if (names.length > 0) {
        expect(names).toEqual(['demo']);
        expect(await readdir(join(cwd, 'demo'))).toContain('package.json');
      } else expect([code, by]).toEqual([exitCode, null]);
      await rm(join(cwd, 'demo'), { recursive: true, force: true });
    }
  });

  it('when there is no room for a file', async () => {
    const limited = `trap '' XFSZ; ulimit -f 0; exec "$@"`;
    const program = [process.execPath, ...MKT, ...INIT];
    const { status, stderr } = spawnSync('/bin/sh', ['-c', limited, 'sh', ...program], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('cannot be written (EFBIG).')]);
    expect(await readdir(cwd)).toEqual([]);
  });
});

it.skipIf(platform() !== 'linux')('says that it may not write to a folder', async () => {
  const { code, stderr } = await runMkt(['init', '/sys/demo', '--yes'], { cwd });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /\/sys\/demo cannot be written \(E\w+\)\.[^]*Choose a folder that you may write to\./,
    ),
  ]);
});
