import { LIMITS } from '@mkt/protocol';
import type { ApiResponse } from './response.ts';
import { durationMs, type Duration } from './duration.ts';
import { JsonText } from './json-text.ts';
import { wireGuards, type MaxPrice } from './price-guards.ts';
import type { Order } from './records.ts';
import type { RequestOptions, Transport } from './transport.ts';

export interface ActivateOptions extends RequestOptions {
  /** The same key and input give the same order for 24 h. Default: a new random one. */
  idempotencyKey?: string | undefined;
  /** Hold the answer until the order is over, or this long: 30 s at most, in whole seconds. */
  wait?: Duration | undefined;
  /**
   * Refuse (`ConflictError`, `listing_changed`) when a call costs more, or is priced in another
   * currency: a number is US dollars, `{ amount, currency }` anything else.
   */
  maxPrice?: MaxPrice | undefined;
  /** Refuse in the same way when the listing is priced in another currency (ISO 4217). */
  currency?: string | undefined;
  /** Refuse in the same way when the price is per another unit, such as `page` for `call`. */
  unit?: string | undefined;
  /** Refuse in the same way when the listing is at another revision. */
  revision?: number | undefined;
}

/** `Prefer: wait=N` (RFC 7240): whole seconds, as many as the server grants at most. */
export function preferWait(wait: Duration | undefined): string | undefined {
  if (wait === undefined) return undefined;
  const seconds = Math.ceil(durationMs(wait, 'wait') / 1_000);
  return `wait=${Math.min(seconds, LIMITS.maxWaitSeconds)}`;
}

function bodyOf(listingId: string, input: unknown, guards: object): unknown {
  if (!(input instanceof JsonText)) return { listingId, requestBody: input, ...guards };
  const known = JSON.stringify({ listingId, ...guards });
  return new JsonText(`${known.slice(0, -1)},"requestBody":${input.text}}`);
}

/** Activates a listing (docs/orders.md); the order may not have settled yet. */
export async function placeOrder(
  transport: Transport,
  listingId: string,
  input: unknown,
  { idempotencyKey, wait, signal, ...guards }: ActivateOptions,
): Promise<ApiResponse<Order>> {
  return await transport.call('createOrder', {
    body: bodyOf(listingId, input, wireGuards(guards)),
    headers: { 'idempotency-key': idempotencyKey, prefer: preferWait(wait) },
    signal,
  });
}
