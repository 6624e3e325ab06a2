export * from './api-errors.ts';
export type { ApiPromise, ApiResponse, WithResponse } from './api-promise.ts';
export type { Fetch } from './wire.ts';
export type { WaitOptions } from './await-order.ts';
export { createClient, type Client } from './client.ts';
export { durationMs, type Duration } from './duration.ts';
export {
  AbortError,
  ConnectionError,
  InvalidOptionError,
  InvalidResponseError,
  InvalidResultError,
  MktError,
  OrderFailedError,
  WaitTimeoutError,
} from './errors.ts';
export type { MarketEvent } from './events.ts';
export { JsonText } from './json-text.ts';
export { InexactNumber } from '@mkt/protocol';
export type { List } from './list.ts';
export type { LogFields, Logger } from './log.ts';
export { isSettled } from './order.ts';
export type { ActivateOptions } from './place-order.ts';
export type { OrderTexts, WithJsonText } from './order-text.ts';
export type { Guards, MaxPrice } from './price-guards.ts';
export type { ReadOrderOptions } from './read-order.ts';
export type * from './records.ts';
export type { RequestHeaders, RequestOptions } from './request-options.ts';
export type { ApiKeys } from './resources/api-keys.ts';
export type { Catalogue, CatalogueItem } from './resources/catalogue.ts';
export type { ImportOptions, OwnListings, RotationOptions } from './resources/listings.ts';
export type { Meta } from './resources/meta.ts';
export type { Orders } from './resources/orders.ts';
export type { Sales } from './resources/sales.ts';
export type { Stats } from './resources/stats.ts';
export type { Webhooks } from './resources/webhooks.ts';
export type { BackoffOptions } from './retry.ts';
export type { RunOptions } from './run-order.ts';
export type { ClientOptions } from './settings.ts';
export type { SendOptions } from './transport.ts';
export type * from './typed-listings.ts';
