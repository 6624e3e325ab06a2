import { apiPromise, type ApiPromise } from './api-promise.ts';
import type { Duration } from './duration.ts';
import { checkOptionNames, REQUEST_OPTIONS, type OptionNames } from './options.ts';
import type { Order } from './order.ts';
import { preferWait } from './prefer-wait.ts';
import type { RequestOptions } from './request-options.ts';
import type { Transport } from './transport.ts';

export interface ReadOrderOptions extends RequestOptions {
  /** How long the server may wait for the order to settle, 30 s at most, in whole seconds. */
  wait?: Duration | undefined;
}

const READ_ORDER_OPTIONS: OptionNames<ReadOrderOptions> = { ...REQUEST_OPTIONS, wait: true };

/** One of the caller's orders, as it is now or, with `wait`, as soon as it has settled. */
export function readOrder(
  { call }: Transport,
  id: string,
  options: ReadOrderOptions,
): ApiPromise<Order> {
  return apiPromise(async () => {
    checkOptionNames(options, READ_ORDER_OPTIONS);
    const { wait, ...rest } = options;
    const optionHeaders = { prefer: preferWait(wait) };
    return await call('getOrder', rest, { id, optionHeaders }).withResponse();
  });
}
