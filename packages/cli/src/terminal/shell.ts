import type { Readable, Writable } from 'node:stream';

/** A stream that may be a terminal. */
export type TerminalOutput = Writable & { isTTY?: boolean; columns?: number };
type TerminalInput = Readable & { isTTY?: boolean };

/** Everything of the outside that commands may see. */
export interface Shell {
  stdin: TerminalInput;
  stdout: TerminalOutput;
  stderr: TerminalOutput;
  env: Readonly<Record<string, string | undefined>>;
  /** Working directory, absolute. */
  cwd: string;
  /** Where this person's settings are kept: the system's own place for them. */
  settingsFolder(): Promise<string>;
  /** Aborts when the process is asked to end; its reason is an `Interrupted`. */
  signal: AbortSignal;
}

/** Why a command was cut off. */
export class Interrupted extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super('Interrupted.');
    this.name = 'Interrupted';
    this.exitCode = exitCode;
  }
}
