// A machine on which nothing of this repository is installed: Node, npm and an empty home folder.
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NODE_PROGRAMS } from '../../test-bed/runtimes.ts';

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Running {
  /** What it has printed so far, on both streams. */
  output(): string;
  /** Interrupts it as Ctrl-C does, and waits until it has ended. */
  stop(): Promise<void>;
}

export interface Machine extends AsyncDisposable {
  /** An empty folder. */
  folder: string;
  env: Record<string, string>;
  /** Runs a shell command to its end. */
  run(command: string, where?: { in?: string }): Promise<Finished>;
  /** Starts a shell command that keeps running. */
  start(command: string, where?: { in?: string }): Running;
}

/** Nothing listens there: whatever is not on this machine cannot be reached. */
const NO_NETWORK = 'http://127.0.0.1:9';

/** The programs of npm, which run on whatever `node` comes first on the PATH. */
const npmProgram = (name: string) =>
  realpathSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim());

/** The shell, and the tools of npm's own scripts. */
const SYSTEM_PATH = '/usr/bin:/bin';

export function prepareMachine(registry: string, nodeVersion: string): Machine {
  const home = mkdtempSync(join(tmpdir(), 'mkt machine '));
  const bin = join(home, 'bin');
  const folder = join(home, 'work');
  mkdirSync(bin);
  mkdirSync(folder);
  symlinkSync(NODE_PROGRAMS[nodeVersion] ?? `no Node ${nodeVersion}`, join(bin, 'node'));
  for (const name of ['npm', 'npx']) symlinkSync(npmProgram(name), join(bin, name));
  const env = {
    PATH: `${bin}:${SYSTEM_PATH}`,
    HOME: home,
    LANG: 'C.UTF-8',
    npm_config_registry: `${registry}/`,
    npm_config_cache: join(home, 'npm cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_https_proxy: NO_NETWORK,
    npm_config_proxy: NO_NETWORK,
    npm_config_noproxy: '127.0.0.1,localhost',
  };
  const started = new Set<ChildProcess>();

  async function stop(child: ChildProcess): Promise<void> {
    if (!started.delete(child) || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    // The whole process group, as a terminal does: npm does not pass signals on.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
    await ended;
  }

  return {
    folder,
    env,
    async run(command, where = {}) {
      const options = { cwd: where.in ?? folder, env, maxBuffer: 64 * 1024 * 1024 };
      const result = promisify(execFile)('bash', ['-c', command], options);
      const { code = 0, stdout, stderr } = await result.catch((error) => error);
      return { code, stdout, stderr };
    },
    start(command, where = {}) {
      const child = spawn('bash', ['-c', command], {
        cwd: where.in ?? folder,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      started.add(child);
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
      }
      return { output: () => output, stop: () => stop(child) };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...started].map(stop));
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
