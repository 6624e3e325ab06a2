import type { SignatureProblem } from '@mkt/protocol/signing';

/**
 * Why a request was refused. `replayed` and the other signature problems are explained in
 * docs/reference/seller-interface.md#how-to-verify; `raw_body_missing` means that a body parser did not keep the raw
 * bytes: how to correct it is logged, and is the message of the `cause`.
 */
export type VerificationReason =
  | SignatureProblem
  | 'body_too_large'
  | 'body_fragmented'
  | 'body_aborted'
  | 'raw_body_missing'
  | 'replay_store_failed';

/** Thrown for a request that is not a genuine call. Respond with `status` and `{ error: message }`. */
export class VerificationError extends Error {
  /**
   * 401 for a signature problem, 400 or 413 for the body, 500 when the raw body is missing, 503 when
   * the replay store failed.
   */
  readonly status: 400 | 401 | 413 | 500 | 503;
  readonly reason: VerificationReason;

  constructor(
    status: VerificationError['status'],
    reason: VerificationReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'VerificationError';
    this.status = status;
    this.reason = reason;
  }
}
