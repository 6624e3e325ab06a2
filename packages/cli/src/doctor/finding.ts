import { describeError } from '../errors/describe-error.ts';
import { Interrupted } from '../terminal/shell.ts';

/** One thing that `mkt doctor` looked at. */
export interface Finding {
  name:
    | 'node'
    | 'mkt'
    | 'seller-kit'
    | 'marketplace'
    | 'clock'
    | 'key'
    | 'scopes'
    | 'listing'
    | 'contract'
    | 'secret'
    | 'orders'
    | 'service'
    | 'service-clock'
    | 'certificate';
  outcome: 'passed' | 'advice' | 'failed' | 'skipped';
  /** One sentence. */
  message: string;
  /** One line for each reason. */
  reasons?: readonly string[];
  /** A command line that leads on. */
  next?: string;
}

type Name = Finding['name'];

export const passed = (name: Name, message: string): Finding => ({
  name,
  outcome: 'passed',
  message,
});

export const failed = (name: Name, message: string, next: string): Finding => ({
  name,
  outcome: 'failed',
  message,
  next,
});

export const advice = (name: Name, message: string, next: string): Finding => ({
  name,
  outcome: 'advice',
  message,
  next,
});

export const skipped = (name: Name, message: string, next?: string): Finding => ({
  name,
  outcome: 'skipped',
  message,
  ...(next === undefined ? {} : { next }),
});

/** The finding for a request that failed; an interruption is not a finding. */
export async function failedRequest(name: Name, error: unknown, next: string): Promise<Finding> {
  if (error instanceof Interrupted) throw error;
  const { message } = await describeError(error, {});
  return failed(name, message, next);
}
