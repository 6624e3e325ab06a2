import type { Check, Detail } from '@mkt/protocol';
import type { AnyErrorType } from './exit-codes.ts';

interface Facts {
  /** What the user can do next, in one line. */
  next?: string | undefined;
  details?: readonly Detail[] | undefined;
  checks?: readonly Check[] | undefined;
  requestId?: string | undefined;
  /** Of an order that may have been placed. */
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
