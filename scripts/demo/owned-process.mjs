// Programs that end when this one does. Imports nothing but Node, and runs on any Node ≥ 20.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { DemoError } from './demo-error.mjs';

const GUARD = new URL('end-with-parent.mjs', import.meta.url).href;
/** A server ends its calls first; none of the demonstration takes a second. */
const GRACE_MS = 5_000;
const LAST_LINES = 15;
const DRAIN_MS = 500;

/**
 * Starts a Node program in a process group of its own, so that Ctrl-C in a terminal reaches it once,
 * by way of its parent, and so that it can be ended with all that it started.
 *
 * @param name what it is called in messages
 * @param {{ node: string, args: string[], cwd: string, env: object, inherit?: boolean,
 *   graceMs?: number }} program `graceMs`: how long it may take to end before it is killed
 */
export function startOwned(name, { node, args, cwd, env, inherit = false, graceMs = GRACE_MS }) {
  const output = inherit ? 'inherit' : 'pipe';
  const child = spawn(node, ['--import', `${GUARD}?graceMs=${graceMs}`, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
  const lines = [];
  const listeners = new Set();
  const outputs = [child.stdout, child.stderr].filter(Boolean).map((stream) => {
    const reader = createInterface(stream);
    reader.on('line', (line) => {
      if (lines.push(line) > LAST_LINES) lines.shift();
      for (const listener of listeners) listener(line);
    });
    return new Promise((done) => reader.once('close', done));
  });

  const ended = new Promise((settle) => {
    child.once('error', (error) => settle({ how: error.message }));
    child.once('exit', async (code, signal) => {
      // What it said last may still be in the pipe, which something that it started may hold open.
      await Promise.race([Promise.all(outputs), new Promise((late) => setTimeout(late, DRAIN_MS))]);
      settle({ code, how: signal ? `ended by ${signal}` : `exit code ${code}` });
    });
  });

  function signal(which) {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, which);
    } catch {
      // It is gone already.
    }
  }

  async function stop(which = 'SIGTERM') {
    signal(which);
    const late = setTimeout(signal, graceMs, 'SIGKILL');
    await ended;
    clearTimeout(late);
  }

  const failure = (what) => new DemoError(`${name} ${what}`, { lines: [...lines] });

  return {
    name,
    ended,
    stop,
    failure,
    /** Calls back for each line of its output from now on. */
    onLine: (listener) => listeners.add(listener),
    /** The first thing that `read` makes of a line of its output. */
    async firstOf(read, timeoutMs) {
      let settle;
      const found = new Promise((resolve) => (settle = resolve));
      const listener = (line) => {
        const value = read(line);
        if (value !== undefined) settle({ value });
      };
      listeners.add(listener);
      const late = setTimeout(
        () => settle({ problem: `did not start within ${timeoutMs / 1000} s.` }),
        timeoutMs,
      );
      const { value, problem } = await Promise.race([
        found,
        ended.then(({ how }) => ({ problem: `did not start (${how}).` })),
      ]);
      clearTimeout(late);
      listeners.delete(listener);
      if (problem) throw failure(problem);
      return value;
    },
    /** Resolves when it ends well; anything else is a DemoError. */
    async succeed() {
      const { code, how } = await ended;
      if (code !== 0) throw failure(`failed (${how}).`);
    },
  };
}
