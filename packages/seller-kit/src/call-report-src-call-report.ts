import { printable } from '@mkt/protocol';

/** What became of a call, for a log of your own. */
export interface CallReport {
  /** The title of the service. */
  readonly service: string;
  /** `undefined` for a call without a signature, or one whose signature was refused. */
  readonly orderId: string | undefined;
  /** Status of the response. */
  readonly status: number;
  readonly durationMs: number;
  /** The `error` of the response, or its `fix` if it has one. */
  readonly error: string | undefined;
}

/**
 * Prints a line for each call on the console: `12:00:01 Text length 200 3 ms 0190c1f2-…`. Pass it as
 * `onCall`.
 */
export function logCall({ service, orderId, status, durationMs, error }: CallReport): void {
  const time = new Date().toISOString().slice(11, 19);
  const facts = [time, service, status, `${Math.round(durationMs)} ms`, orderId, error];
  const line = facts.filter((fact) => fact !== undefined).join(' ');
  // oxlint-disable-next-line no-console -- that is its purpose
  console.log(printable(line));
}
