/** What `service-guard.ts` starts. */
export interface GuardedCommand {
  command: string;
  /** `undefined` for a command line that the shell reads. */
  args: readonly string[] | undefined;
  cwd: string;
  env: Record<string, string | undefined>;
  /** The value of `MKT_DEV_SERVICE`. */
  mark: string;
}

/** What the guard reports to the process that started it. */
export type GuardReport =
  | { kind: 'started'; group: number }
  /** The system error code: the program does not exist, or may not be run. */
  | { kind: 'not-started'; code: string }
  | { kind: 'exited'; code: number | null; signal: string | null };
