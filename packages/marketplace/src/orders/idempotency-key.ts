import { IDEMPOTENCY_HOURS } from '@mkt/protocol';
import { Refusal } from '../market/refusal.ts';

/**
 * The name that a buyer gives an activation, so that repeating the request returns the same order.
 */
export interface IdempotencyKey {
  key: string;
  /** SHA-256 of the request's body. */
  bodyHash: Uint8Array;
}

/** The order that an unexpired key belongs to. */
export interface Replay {
  orderId: string;
  sameBody: boolean;
}

/** Refuses a key that was first used with a different body. */
export function checkSameBody({ sameBody }: Replay): void {
  if (sameBody) return;
  throw new Refusal(
    'idempotency_key_reused',
    `This Idempotency-Key was already used with a different body in the last ${IDEMPOTENCY_HOURS} hours. Use a new key, or send the same body.`,
  );
}
