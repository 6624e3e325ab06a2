import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RenderedProject } from './render-project.ts';

/** Generous: two processors are shared by several test files. */
const DEADLINE_MS = 60_000;

export interface RunningService extends AsyncDisposable {
  /**
   * Resolves when what it has printed so far satisfies the condition. Rejects with what it printed if it
   * ends or a minute passes.
   */
  until(condition: (printed: string) => boolean): Promise<void>;
}

/** Starts the service of a project, as in `npm start`, and ends it as Ctrl-C on a terminal does. */
export function runService(project: RenderedProject, command: readonly string[]): RunningService {
  const [program = '', ...args] = command;
  const { folder: cwd, env } = project;
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  // Its group is not that of the tests, which would otherwise leave it behind when they are interrupted.
  const leave = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', leave);
  child.once('close', () => process.off('exit', leave));
  let printed = '';
  const checks = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      for (const check of checks) check();
    });
  }
  return {
    async until(condition) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const check = () => condition(printed) && resolve();
      const fail = () => reject(new Error(`${command.join(' ')} only printed:\n${printed}`));
      const timer = setTimeout(fail, DEADLINE_MS);
      checks.add(check);
      child.once('close', fail);
      try {
        check();
        await promise;
      } finally {
        clearTimeout(timer);
        checks.delete(check);
        child.off('close', fail);
      }
    },
    async [Symbol.asyncDispose]() {
      const { pid } = child;
      if (pid === undefined || child.exitCode !== null) return;
      // npm does not forward signals, so signal the process group as a terminal does.
      process.kill(-pid, 'SIGINT');
      const timer = setTimeout(() => process.kill(-pid, 'SIGKILL'), DEADLINE_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
