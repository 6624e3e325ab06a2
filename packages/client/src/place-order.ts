import { HEADERS } from '@mkt/protocol';
import { apiPromise, type ApiPromise } from './api-promise.ts';
import type { Duration } from './duration.ts';
import { JsonText, writeJson } from './json-text.ts';
import { checkOptionNames, REQUEST_OPTIONS, type OptionNames } from './option-names.ts';
import type { Order } from './order.ts';
import { preferWait } from './prefer-wait.ts';
import { GUARDS, wireGuards, type Guards } from './price-guards.ts';
import type { RequestOptions } from './request-options.ts';
import type { Transport } from './transport.ts';

export interface ActivateOptions extends RequestOptions, Guards {
  /**
   * The same key and input return the same order (docs/buy/orders.md#idempotency). Default: a new
   * random one.
   */
  idempotencyKey?: string | undefined;
  /** Texts for your own records, by name; the seller never sees them (docs/buy/orders.md#metadata). */
  metadata?: Readonly<Record<string, string>> | undefined;
  /** How long the server may wait for the order to settle, 30 s at most, in whole seconds. */
  wait?: Duration | undefined;
}

const ACTIVATE_OPTIONS: OptionNames<ActivateOptions> = {
  ...REQUEST_OPTIONS,
  ...GUARDS,
  idempotencyKey: true,
  metadata: true,
  wait: true,
};

/** `more` are the guards and the metadata. */
function bodyOf(listingId: string, input: unknown, more: object): JsonText {
  const members = Object.entries({ listingId, requestBody: input, ...more });
  const texts = members.map(([name, value]) => {
    const text = writeJson(value, name === 'requestBody' ? 'input' : name);
    return text === undefined ? [] : `"${name}":${text}`;
  });
  return new JsonText(`{${texts.flat().join(',')}}`);
}

/** Activates a listing (docs/buy/orders.md); the order may not have settled yet. */
export function placeOrder(
  { call }: Transport,
  listingId: string,
  input: unknown,
  options: ActivateOptions,
): ApiPromise<Order> {
  return apiPromise(async () => {
    checkOptionNames(options, ACTIVATE_OPTIONS);
    const { idempotencyKey, metadata, wait, timeout, retries, headers, signal, ...guards } =
      options;
    const placed = call(
      'createOrder',
      { timeout, retries, headers, signal },
      {
        body: bodyOf(listingId, input, { ...wireGuards(guards), ...(metadata && { metadata }) }),
        subject: listingId,
        optionHeaders: { [HEADERS.idempotencyKey]: idempotencyKey, prefer: preferWait(wait) },
      },
    );
    return await placed.withResponse();
  });
}
