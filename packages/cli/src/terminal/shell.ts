import type { Readable, Writable } from 'node:stream';

/** A stream that may be a terminal. */
export type TerminalOutput = Writable & { isTTY?: boolean; columns?: number };
/** The width of a terminal; `undefined` if the stream is not one. */
export const columnsOf = (stream: TerminalOutput): number | undefined =>
  stream.isTTY === true && stream.columns ? stream.columns : undefined;

type TerminalInput = Readable & { isTTY?: boolean };

/** The process as commands see it: its streams, environment, folders and signals. */
export interface Shell {
  stdin: TerminalInput;
  stdout: TerminalOutput;
  stderr: TerminalOutput;
  env: Readonly<Record<string, string | undefined>>;
  /** Working directory, absolute. */
  cwd: string;
  /** The folder of the user's settings, at the path that the operating system prescribes. */
  settingsFolder(): Promise<string>;
  /** Aborts when the process receives a signal to end; the reason is an `Interrupted`. */
  signal: AbortSignal;
}

/** A signal or Ctrl-C ended the command. */
export class Interrupted extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super('Interrupted.');
    this.name = 'Interrupted';
    this.exitCode = exitCode;
  }
}
