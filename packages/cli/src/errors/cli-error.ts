import type { Check, Detail } from '@mkt/protocol';
import type { AnyErrorType } from './exit-codes.ts';

interface Facts {
  /** What the user can do next, in one line. */
  next?: string | undefined;
  details?: readonly Detail[] | undefined;
  checks?: readonly Check[] | undefined;
  requestId?: string | undefined;
  /** The key of an order that may have been placed. */
  idempotencyKey?: string | undefined;
  /** The command has already printed it: only `--json` and the exit code still need it. */
  isShown?: boolean;
  cause?: unknown;
}

/** An error for the user: one sentence, and what to do next. */
export class CliError extends Error {
  readonly type: AnyErrorType;
  readonly next: string | undefined;
  readonly details: readonly Detail[];
  readonly checks: readonly Check[];
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly isShown: boolean;

  constructor(type: AnyErrorType, message: string, facts: Facts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'CliError';
    this.type = type;
    this.next = facts.next;
    this.details = facts.details ?? [];
    this.checks = facts.checks ?? [];
    this.requestId = facts.requestId;
    this.idempotencyKey = facts.idempotencyKey;
    this.isShown = facts.isShown ?? false;
  }
}

/** The code of a Node error, such as `ENOENT`, for messages and comparisons. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

/**
 * The details that a message does not have yet. One that ends with the first problem, as in
 * "inputSchema is refused: /type must be …", says as much as the first detail.
 */
export function detailsBeside(message: string, details: readonly Detail[]): readonly Detail[] {
  const [first, ...others] = details;
  if (!first) return details;
  const field = first.path.split('/').at(-1) ?? '';
  return message.includes(`${field} ${first.message}`) ? others : details;
}
