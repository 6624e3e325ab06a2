// A shell in a pseudoterminal, so that programs print colours and ask, as for a person.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { pollUntil } from '../../../test-bed/poll-until.ts';
import type { Machine } from '../machine.ts';

export interface ShellTerminal extends AsyncDisposable {
  /** Types a text, a key at a time. */
  type(text: string): Promise<void>;
  /** The exit code of each command that has ended. */
  exitCodes(): number[];
  /** Waits for something in the text that is printed from `begin` on, without colours. */
  printed<Found>(what: string, find: (text: string) => Found | undefined): Promise<Found>;
  begin(): void;
}

/** A mark that terminals do not show, with the exit code of the last command. */
// oxlint-disable-next-line no-control-regex
const PROMPT = /\u001B\]133;D;(\d+)\u0007/g;
// oxlint-disable-next-line no-control-regex
const CONTROL = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007]*\u0007|[@-Z\\-_])/g;

export interface TerminalOptions {
  columns: number;
  rows: number;
  /** Between two keys. */
  keyMs: number;
  onOutput(data: string): void;
}

const PATIENCE_MS = 120_000;

export async function openTerminal(
  { env, folder }: Machine,
  { columns, rows, keyMs, onOutput }: TerminalOptions,
): Promise<ShellTerminal> {
  const inputrc = join(env['HOME'] ?? '', '.inputrc');
  writeFileSync(inputrc, 'set enable-bracketed-paste off\n');
  let all = '';
  let start = 0;
  const shell = spawn('bash', ['--norc', '--noprofile'], {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd: folder,
    env: { ...env, INPUTRC: inputrc, PS1: String.raw`\[\e]133;D;$?\a\]$ `, HISTFILE: '' },
  });
  let hasEnded = false;
  shell.onExit(() => (hasEnded = true));
  shell.onData((data) => {
    all += data;
    onOutput(data);
  });
  const exitCodes = () => [...all.matchAll(PROMPT)].slice(1).map(([, code]) => Number(code));
  const text = () => all.slice(start).replaceAll(CONTROL, '');
  await pollUntil('the shell is ready', () => (/133;D;/.test(all) ? true : undefined));
  return {
    exitCodes,
    begin: () => (start = all.length),
    async type(typed) {
      for (const key of typed) {
        shell.write(key);
        if (keyMs > 0) await new Promise((resolve) => setTimeout(resolve, keyMs));
      }
      shell.write('\r');
    },
    async printed(what, find) {
      try {
        return await pollUntil(what, () => find(text()), PATIENCE_MS);
      } catch (error) {
        throw new Error(`${what}; printed so far:\n${text()}`, { cause: error });
      }
    },
    async [Symbol.asyncDispose]() {
      const isIdle = () => all.slice(start).match(PROMPT) !== null;
      if (!isIdle()) shell.write('\u0003');
      await pollUntil('the last command has ended', () => isIdle() || hasEnded || undefined);
      shell.write('exit\r');
      await pollUntil('the shell has ended', () => hasEnded || undefined);
    },
  };
}
