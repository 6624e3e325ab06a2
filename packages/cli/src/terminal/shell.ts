import type { Readable, Writable } from 'node:stream';

/** Whether the command runs in CI: `CI` is set, and not to a value that means no. */
export function isUnattended(env: Shell['env']): boolean {
  const ci = env['CI'];
  return ci !== undefined && ci !== '' && ci !== 'false' && ci !== '0';
}

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

interface InterruptedFacts {
  /** What the user can do next, in one line. */
  next?: string | undefined;
  /** The key of an order that may have been placed. */
  idempotencyKey?: string | undefined;
}

/** A signal or Ctrl-C ended the command. */
export class Interrupted extends Error {
  readonly exitCode: number;
  readonly next: string | undefined;
  readonly idempotencyKey: string | undefined;

  constructor(exitCode: number, { next, idempotencyKey }: InterruptedFacts = {}) {
    super('Interrupted.');
    this.name = 'Interrupted';
    this.exitCode = exitCode;
    this.next = next;
    this.idempotencyKey = idempotencyKey;
  }

  /** The same error; an interruption with what it left, such as `Nothing was created.` */
  static after(error: unknown, next: string): unknown {
    return error instanceof Interrupted ? new Interrupted(error.exitCode, { next }) : error;
  }

  /** The reason of an aborted signal, with what a user needs to know about an order. */
  static of(signal: AbortSignal, facts: InterruptedFacts): unknown {
    const reason: unknown = signal.reason;
    return reason instanceof Interrupted ? new Interrupted(reason.exitCode, facts) : reason;
  }
}
