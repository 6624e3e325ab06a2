export type { ApiResponse } from './response.ts';
export * from './api-errors.ts';
export type { Fetch } from './attempt.ts';
export type { WaitOptions } from './await-order.ts';
export { createClient, type Client } from './client.ts';
export { durationMs, type Duration } from './duration.ts';
export {
  ConnectionError,
  InvalidOptionError,
  InvalidResponseError,
  MktError,
  OrderFailedError,
  WaitTimeoutError,
} from './errors.ts';
export { JsonText } from './json-text.ts';
export type { List } from './list.ts';
export type { ActivateOptions } from './place-order.ts';
export type { OrderTexts, WithJsonText } from './order-text.ts';
export type { MaxPrice } from './price-guards.ts';
export type { ReadOrderOptions } from './read-order.ts';
export type * from './records.ts';
export type { RotationOptions } from './resources/providers.ts';
export type { Backoff } from './retry.ts';
export type { RunOptions } from './run-order.ts';
export type { ClientOptions } from './settings.ts';
export type { RequestOptions, SendOptions } from './transport.ts';
export type * from './typed-listings.ts';
