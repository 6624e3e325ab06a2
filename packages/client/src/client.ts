import { readSettings, type ClientOptions } from './settings.ts';
import type { ApiResponse } from './response.ts';
import { placeOrder, type ActivateOptions } from './place-order.ts';
import type { Order } from './records.ts';
import { apiKeys, type ApiKeys } from './resources/api-keys.ts';
import { listings, type OwnListings } from './resources/listings.ts';
import { marketplace, type Marketplace } from './resources/marketplace.ts';
import { meta, type Meta } from './resources/meta.ts';
import { orders, type Orders } from './resources/orders.ts';
import { providers, type Providers } from './resources/providers.ts';
import { runOrder, type RunOptions } from './run-order.ts';
import { createTransport, type SendOptions } from './transport.ts';
import type { InputAndOptions, ListingName, OutputOf } from './typed-listings.ts';

export interface Client extends Meta {
  /** Where the requests go. */
  readonly baseUrl: string;
  readonly providers: Providers;
  readonly listings: OwnListings;
  readonly marketplace: Marketplace;
  readonly orders: Orders;
  readonly apiKeys: ApiKeys;

  /**
   * Activates a listing and waits for its result, which is given exactly as the seller sent it.
   * An order that fails throws `OrderFailedError`, one that takes longer than `timeout` throws
   * `WaitTimeoutError`; both carry the order.
   */
  run<Name extends ListingName>(
    listing: Name,
    ...rest: InputAndOptions<Name, RunOptions>
  ): Promise<OutputOf<Name>>;

  /** Activates a listing and gives the order, which may still be `pending` or `running`. */
  activate<Name extends ListingName>(
    listing: Name,
    ...rest: InputAndOptions<Name, ActivateOptions>
  ): Promise<Order<OutputOf<Name>>>;

  /** Any request to the marketplace, with its key, its errors and its retries. */
  request(method: string, path: string, options?: SendOptions): Promise<ApiResponse>;
}

/** A client of one marketplace. Options that are left out come from the environment. */
export function createClient(options: ClientOptions = {}): Client {
  const settings = readSettings(options);
  const transport = createTransport(settings);
  return {
    ...meta(transport),
    baseUrl: settings.baseUrl,
    providers: providers(transport),
    listings: listings(transport),
    marketplace: marketplace(transport),
    orders: orders(transport),
    apiKeys: apiKeys(transport),
    request: transport.send,
    run: async <Name extends ListingName>(
      listing: Name,
      ...[input, runOptions = {}]: InputAndOptions<Name, RunOptions>
    ) => {
      const result = await runOrder(transport, listing, input, runOptions);
      // Declared by the caller's project, made from the listing's own schema.
      return result as OutputOf<Name>;
    },
    activate: async <Name extends ListingName>(
      listing: Name,
      ...[input, activateOptions = {}]: InputAndOptions<Name, ActivateOptions>
    ) => {
      const { data } = await placeOrder(transport, listing, input, activateOptions);
      return data as Order<OutputOf<Name>>;
    },
  };
}
