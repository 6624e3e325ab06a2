import { LIMITS } from '@mkt/protocol';
import type { Answer } from './answer.ts';
import { durationMs, type Duration } from './duration.ts';
import type { Order } from './records.ts';
import type { RequestOptions, Transport } from './transport.ts';

export interface ActivateOptions extends RequestOptions {
  /** The same key and input give the same order for 24 h. Default: a new random one. */
  idempotencyKey?: string | undefined;
  /** Hold the answer until the order is over, or this long: 30 s at most, in whole seconds. */
  wait?: Duration | undefined;
  /** Refuse (`ConflictError`, `listing_changed`) when the price of a call is higher. */
  maxPrice?: number | undefined;
  /** Refuse in the same way when the listing is at another revision. */
  revision?: number | undefined;
}

/** `Prefer: wait=N` (RFC 7240): whole seconds, as many as the server grants at most. */
export function preferWait(wait: Duration | undefined): string | undefined {
  if (wait === undefined) return undefined;
  const seconds = Math.ceil(durationMs(wait, 'wait') / 1_000);
  return `wait=${Math.min(seconds, LIMITS.maxWaitSeconds)}`;
}

/** Activates a listing (protocol reference §4); the order may not be over yet. */
export async function placeOrder(
  transport: Transport,
  listingId: string,
  input: unknown,
  { idempotencyKey, wait, maxPrice, revision, signal }: ActivateOptions,
): Promise<Answer<Order>> {
  return await transport.call('createOrder', {
    body: { listingId, requestBody: input, maxPrice, revision },
    headers: { 'idempotency-key': idempotencyKey, prefer: preferWait(wait) },
    signal,
  });
}
