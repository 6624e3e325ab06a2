import { chmod, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageManagerOf } from '../src/init/link-workspace.ts';
import { Interrupted } from '../src/terminal/shell.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';

const ROOT = join(import.meta.dirname, '../../..');

let cwd: string;
let bin: string;

beforeEach(async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'mkt-init-start-')));
  [cwd, bin] = [join(folder, 'cwd'), join(folder, 'bin')];
  await mkdir(cwd);
  await mkdir(bin);
  await program('npm', 'echo "npm $* in $PWD"');
  await program('node', 'echo v24.21.0');
});
afterEach(() => rm(join(cwd, '..'), { recursive: true, force: true }));

/** Puts a program on the PATH, instead of a package manager that would need a registry. */
async function program(name: string, script: string): Promise<void> {
  await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(bin, name), 0o755);
}

const init = (argv: string[], { env = {}, ...options }: RunOptions = {}) =>
  runMkt(['init', 'demo', '--port', '8810', ...argv], {
    cwd,
    env: { PATH: `${bin}:/usr/bin:/bin`, ...env },
    ...options,
  });

const STEPS = /Start it on|In a second terminal|In a third/g;
const STEPS_AFTER_START = ['In a second terminal', 'In a third'];

describe('the package manager', () => {
  it.each([
    ['npm/11.6.2 node/v24.21.0 linux x64 workspaces/false', 'npm'],
    ['pnpm/10.2.0 npm/? node/v24.21.0 linux x64', 'pnpm'],
    ['yarn/1.22.22 npm/? node/v24.21.0 linux x64', 'yarn'],
    ['bun/1.3.0 npm/? node/v24.3.0 linux x64', 'bun'],
    ['cnpm/9.4.0', 'npm'],
    [undefined, 'npm'],
  ])('that started us with %j is %s', (agent, manager) => {
    expect(packageManagerOf({ npm_config_user_agent: agent })).toBe(manager);
  });
});

describe('mkt init --install and --start', () => {
  it('installs in the new project, and shows what is printed on stderr', async () => {
    const { code, stdout, stderr } = await init(['--install', '--json']);
    expect([code, stderr]).toEqual([0, `npm install in ${cwd}/demo\n`]);
    expect(JSON.parse(stdout)).toMatchObject({ folder: join(cwd, 'demo') });
  });

  it('starts the service with the package manager that runs mkt', async () => {
    await program('pnpm', 'echo "pnpm $*"');
    const { code, stderr } = await init(['--start'], {
      env: { npm_config_user_agent: 'pnpm/10.2.0 npm/? node/v24.21.0 linux x64' },
    });
    expect(code).toBe(0);
    expect(stderr).toContain('$ pnpm install\npnpm install\n');
    expect(stderr).toMatch(/\$ pnpm run dev\npnpm run dev\n$/);
  });

  it('neither installs nor starts anything without them', async () => {
    expect((await init([])).stderr).not.toContain('npm install in');
    expect((await readdir(join(cwd, 'demo'))).toSorted()).not.toContain('node_modules');
  });

  it.each([
    ['y', true],
    ['n', false],
  ])(
    'prompts on a terminal before it prints the steps; the answer is %s',
    async (answer, isStarted) => {
      let isTyped = false;
      const argv = ['--title', 'Demo', '--template', 'express-ts', '--price', '0.05'];
      const { code, stderr } = await init(argv, {
        isTerminal: true,
        onStderr: (text, type) => {
          if (isTyped || !text.includes('Install and start it now?')) return;
          isTyped = true;
          type(`${answer}\r`);
        },
      });
      expect([code, stderr.includes(`npm run dev in ${cwd}/demo`)]).toEqual([0, isStarted]);
      const after = stderr.slice(stderr.lastIndexOf('Install and start it now?'));
      const steps = stderr.match(STEPS) ?? [];
      expect(after.match(STEPS)).toEqual(steps);
      expect(steps).toEqual(isStarted ? STEPS_AFTER_START : ['Start it on']);
    },
  );

  it('prints the steps of a started service after the installation, without the one that starts it', async () => {
    const { stderr } = await init(['--start', '--yes']);
    expect(stderr.split('\n').slice(3)).toEqual([
      '$ npm install',
      `npm install in ${cwd}/demo`,
      'In a second terminal, start a marketplace on this machine:',
      '  cd demo && npx mkt marketplace serve --dev',
      'In a third, sell it:',
      '  cd demo',
      '  npx mkt publish --service-url http://localhost:8810',
      '$ npm run dev',
      `npm run dev in ${cwd}/demo`,
      '',
    ]);
  });

  it.each([
    ['20.20.2', true],
    ['22.22.1', true],
    ['22.22.2', false],
    ['24.0.0', false],
  ])('says whether Node %s, which the folder gets, is too old: %s', async (version, isOld) => {
    await program('node', `echo v${version}`);
    // As `npx` sets it: its own folders first.
    const PATH = `${ROOT}/node_modules/.bin:/usr/lib/npm/node-gyp-bin:${bin}:/usr/bin:/bin`;
    const { stderr } = await init(['--yes'], { env: { PATH } });
    const warning =
      `! The service needs Node 22.22.2 or newer, but this folder gets ${version}. Install it from https://nodejs.org, ` +
      `or in each terminal use that of the clone: export PATH=${ROOT}/node_modules/.bin:"$PATH"\nStart it on`;
    expect([stderr.includes(warning), stderr.includes('needs Node')]).toEqual([isOld, isOld]);
  });

  it('takes the Node of a folder above the project for its own, as npm does', async () => {
    await program('node', 'echo v20.20.2');
    await mkdir(join(cwd, 'node_modules', '.bin'), { recursive: true });
    await symlink(process.execPath, join(cwd, 'node_modules', '.bin', 'node'));
    expect((await init(['--yes'])).stderr).not.toContain('needs Node');
  });

  it('leaves the installation out of the steps once it is done', async () => {
    const { stderr } = await init(['--install', '--yes']);
    expect(stderr).toContain(
      `npm install in ${cwd}/demo\nStart it on http://localhost:8810, and sell it on a local marketplace:\n  cd demo\n  npx mkt dev\n`,
    );
  });

  it('has nothing to install for Python', async () => {
    const { stderr } = await init(['--template', 'python', '--yes']);
    expect(stderr).toContain(
      'Start it on http://localhost:8810, and sell it on a local marketplace:\n  cd demo\n  npx mkt dev\n',
    );
  });

  it('prints all steps if it is interrupted at the prompt', async () => {
    const argv = ['--title', 'Demo', '--template', 'express-ts', '--price', '0.05'];
    let isTyped = false;
    const { code, stderr } = await init(argv, {
      isTerminal: true,
      onStderr: (text, type) => {
        if (isTyped || !text.includes('Install and start it now?')) return;
        isTyped = true;
        type('\u0003');
      },
    });
    expect(code).toBe(130);
    expect(stderr.match(STEPS)).toEqual(['Start it on']);
    expect(await readdir(join(cwd, 'demo'))).toContain('package.json');
  });

  it('keeps the project if its packages cannot be installed', async () => {
    await program('npm', 'echo "no network" >&2; exit 7');
    const { code, stderr } = await init(['--start']);
    expect(code).toBe(1);
    expect(stderr).toContain('no network\n✖ npm install ended with 7.');
    expect(stderr).toContain(
      'The project is created, but its packages are not installed. To continue: cd demo && npm install && npm run dev',
    );
    expect(await readdir(join(cwd, 'demo'))).toContain('package.json');
  });

  it('says that the program does not exist', async () => {
    const { code, stderr } = await init(['--install'], {
      env: { npm_config_user_agent: 'bun/1.3.0 npm/? node/v24.3.0 linux x64' },
    });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('bun install cannot be started (ENOENT).'),
    ]);
  });

  it('ends without an error when Ctrl-C ends the running service', async () => {
    await program('npm', '[ $1 = install ] || { echo listening; exec sleep 600; }');
    const interruption = new AbortController();
    const { code, stderr } = await init(['--start'], {
      signal: interruption.signal,
      onStderr: (text) => {
        if (text.includes('listening')) interruption.abort(new Interrupted(130));
      },
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(/listening\n$/);
  });

  it('ends the package manager and keeps the project when it is interrupted', async () => {
    await program('npm', 'echo installing; exec sleep 600');
    const interruption = new AbortController();
    const { code, stderr } = await init(['--start'], {
      signal: interruption.signal,
      onStderr: (text) => {
        if (text.includes('installing')) interruption.abort(new Interrupted(143));
      },
    });
    expect(code).toBe(143);
    expect(stderr).toContain(
      'The project is created, but its packages are not installed. To continue: cd demo && npm install && npm run dev',
    );
    expect(stderr).toContain('✖ Interrupted.\n  The project is created');
    expect(stderr).not.toContain('interrupted');
    expect(await readdir(join(cwd, 'demo'))).toContain('package.json');
    expect(await readdir(cwd)).toEqual(['demo']);
  });
});
