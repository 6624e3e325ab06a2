import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { BARE_ENVIRONMENT, OWN_PACKAGES } from '../../../test-bed/own-programs.ts';

export interface ChildProgram {
  child: ChildProcess;
  /** The next line that it writes on stdout. */
  line(): Promise<string>;
  /** What it has written on stderr. */
  errors(): string;
  /** Kills it as a power cut would, and waits until it has ended. */
  kill(): Promise<void>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
}

const source = (path: string) => new URL(`../src/${path}`, import.meta.url).href;

const isBuilt = OWN_PACKAGES.length === 0;

/** The specifiers of our own modules, for a program that is given as text. */
export const importFrom = (path: string) => JSON.stringify(source(path));

/** That of the commands, as a lane has built them. */
export const COMMANDS = JSON.stringify(source(isBuilt ? '../dist/main.js' : 'main.ts'));

/** Runs an ECMAScript module, given as text, in a process of its own; it ends with the test. */
export function startProgram(
  program: string,
  options: { args?: string[]; env?: Record<string, string> } = {},
): ChildProgram {
  const flags = ['--conditions=mkt-source', '--input-type=module', '-e', program, '--'];
  const child = spawn(process.execPath, [...flags, ...(options.args ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...BARE_ENVIRONMENT, ...options.env },
  });
  const chunks: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const errors = () => Buffer.concat(chunks).toString();
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  async function kill() {
    child.kill('SIGKILL');
    await ended;
  }
  onTestFinished(kill);
  return {
    child,
    async line() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`The program ended (${await ended}): ${errors()}`);
      return value;
    },
    errors,
    kill,
    ended,
  };
}
