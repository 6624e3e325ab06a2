import type { Machine } from '../machine.ts';
import type { Asciicast } from './asciicast.ts';
import type { Step } from './session.ts';
import { openTerminal, type ShellTerminal } from './terminal.ts';

const COLUMNS = 96;
const ROWS = 26;

/** What a program writes at once may arrive in pieces. */
const TOGETHER_SECONDS = 0.02;

const dim = (text: string) => `\u001B[2m${text}\u001B[0m`;

/** Types the steps into real shells, and records what they show: one terminal at a time. */
export async function record(
  machine: Machine,
  steps: readonly Step[],
  { keyMs = 0 } = {},
): Promise<Asciicast> {
  const startedAt = performance.now();
  const events: Asciicast['events'] = [];
  const show = (data: string) => {
    const seconds = (performance.now() - startedAt) / 1000;
    const last = events.at(-1);
    if (last && seconds - last[0] < TOGETHER_SECONDS) last[2] += data;
    else events.push([seconds, 'o', data]);
  };
  const terminals = new Map<string, ShellTerminal>();
  let current = '';

  async function terminalOf(name: string): Promise<ShellTerminal> {
    const line = dim(`──── ${name} ${'─'.repeat(COLUMNS - name.length - 7)}`);
    if (name !== current) show(`${current === '' ? '' : '\r\n\r\n'}${line}\r\n`);
    else return terminals.get(name) as ShellTerminal;
    current = name;
    const known = terminals.get(name);
    if (known) {
      show('$ ');
      return known;
    }
    const opened = await openTerminal(machine, {
      columns: COLUMNS,
      rows: ROWS,
      keyMs,
      onOutput: (data) => name === current && show(data),
    });
    terminals.set(name, opened);
    return opened;
  }

  try {
    for (const step of steps) await perform(step, await terminalOf(step.terminal));
  } finally {
    current = '';
    await Promise.all([...terminals.values()].map((each) => each[Symbol.asyncDispose]()));
  }
  for (const event of events) event[2] = withoutPrivate(event[2], machine);
  return { version: 2, width: COLUMNS, height: ROWS, events };
}

/** The temporary folder is shown as a home folder, and keys are not shown. */
const withoutPrivate = (data: string, { folder }: Machine) =>
  data
    .replaceAll(folder, '~')
    .replaceAll(/\bmkt_\w{40,}/g, 'mkt_…')
    .replaceAll(/#sign-in=[\w-]+/g, '#sign-in=…');

async function perform(
  { command, answers = [], until }: Step,
  terminal: ShellTerminal,
): Promise<void> {
  const endedBefore = terminal.exitCodes().length;
  const exitCode = () => terminal.exitCodes()[endedBefore];
  const waiting = new Set(answers);
  terminal.begin();
  await terminal.type(command);
  for (;;) {
    const reached = await terminal.printed(`the end of ${command}, or a prompt`, (text) => {
      if (exitCode() !== undefined || until?.test(text)) return 'end' as const;
      return [...waiting].find(([prompt]) => prompt.test(text));
    });
    if (reached === 'end') break;
    waiting.delete(reached);
    await terminal.type(reached[1]);
  }
  if (until ? exitCode() !== undefined : exitCode() !== 0) {
    throw new Error(`${command} ended with ${exitCode()}.`);
  }
}
