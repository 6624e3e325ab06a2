export {
  ApiError,
  AuthenticationError,
  BudgetExceededError,
  ConflictError,
  ImportError,
  InvalidInputError,
  InvalidRequestError,
  ListingChangedError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionError,
  RateLimitError,
  ReviewFailedError,
  ServerError,
  UnprocessableError,
} from './api-errors.ts';
export type { ActivateOptions, Guards, MaxPrice, RunOptions } from './activate.ts';
export type { ApiPromise, ApiResponse, WithResponse } from './api-promise.ts';
export type { ReadOrderOptions, WaitOptions } from './await-order.ts';
export { createClient, type Client } from './client.ts';
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
export { durationMs, type Duration, type RequestHeaders, type RequestOptions } from './options.ts';
export { isSettled } from './order.ts';
export type { OrderTexts, WithJsonText } from './order-text.ts';
export type * from './records.ts';
export type { ApiKeys, Audit, Meta } from './resources/account.ts';
export type { Catalogue, CatalogueItem } from './resources/catalogue.ts';
export type { ImportOptions, OwnListings, RotationOptions } from './resources/listings.ts';
export type { Orders, Sales, Stats } from './resources/orders.ts';
export type { Webhooks } from './resources/webhooks.ts';
export type { BackoffOptions } from './retry.ts';
export type { ClientOptions } from './settings.ts';
export type { SendOptions } from './transport.ts';
export type * from './typed-listings.ts';
export type { Fetch } from './wire.ts';
