import type { ApiPromise } from './api-promise.ts';
import { events, type MarketEvent } from './events.ts';
import { type ActivateOptions, placeOrder, type RunOptions, runOrder } from './activate.ts';
import type { Order } from './order.ts';
import type { RequestOptions } from './options.ts';
import {
  apiKeys,
  type ApiKeys,
  audit,
  type Audit,
  meta,
  type Meta,
  type OwnProfile,
  profile,
} from './resources/account.ts';
import { catalogue, type Catalogue } from './resources/catalogue.ts';
import { listings, type OwnListings } from './resources/listings.ts';
import { orders, type Orders, sales, type Sales, stats, type Stats } from './resources/orders.ts';
import { webhooks, type Webhooks } from './resources/webhooks.ts';
import { readSettings, type ClientOptions } from './settings.ts';
import { createTransport, type SendOptions } from './transport.ts';
import type { InputAndOptions, ListingName, Listings, OutputOf } from './typed-listings.ts';

/** `Of` has the types of the listings that it calls (docs/buy/typescript.md). */
export interface Client<Of = Listings> extends Catalogue, Meta {
  /** Where the requests go. */
  readonly baseUrl: string;
  readonly listings: OwnListings;
  readonly orders: Orders;
  readonly sales: Sales;
  readonly stats: Stats;
  readonly profile: OwnProfile;
  readonly apiKeys: ApiKeys;
  readonly audit: Audit;
  readonly webhooks: Webhooks;

  /**
   * Activates a listing, waits, and returns its result exactly as the seller sent it. An order that
   * fails throws `OrderFailedError`, one that has not settled within `timeout` (60 s by default)
   * throws `WaitTimeoutError`; both carry the order.
   */
  run<Name extends ListingName<Of>>(
    listing: Name,
    ...rest: InputAndOptions<Name, RunOptions, Of>
  ): ApiPromise<OutputOf<Name, Of>>;

  /** Activates a listing and returns the order, which may still be `pending` or `running`. */
  activate<Name extends ListingName<Of>>(
    listing: Name,
    ...rest: InputAndOptions<Name, ActivateOptions, Of>
  ): ApiPromise<Order<OutputOf<Name, Of>>>;

  /**
   * What happens to your orders, sales and listings, as it happens: `for await` it, and stop with
   * `break` or `signal`. A lost connection is restored; after an event of the type `resync`, events
   * may be missing (docs/buy/webhooks.md#event-streams).
   */
  events(options?: RequestOptions): AsyncIterable<MarketEvent>;

  /**
   * Any request to the marketplace, with the key, the errors and the retries of the other methods.
   * Returns the parsed body; `.withResponse()` has its text, status and headers too.
   */
  request(method: string, path: string, options?: SendOptions): ApiPromise<unknown>;
}

/**
 * A client of one marketplace. `baseUrl` and `apiKey` default to `MKT_BASE_URL` and `MKT_API_KEY`.
 *
 * `createClient<Listings>()`, with an interface that `mkt types` has written, calls the listings of
 * that interface and no others, with the types of their inputs and results.
 */
export function createClient<Of = Listings>(options: ClientOptions = {}): Client<Of> {
  const settings = readSettings(options);
  const transport = createTransport(settings);
  const pinned = <Options extends ActivateOptions | RunOptions>(listing: string, call: Options) => {
    const revision = settings.revisions.get(listing);
    return revision === undefined || call.revision !== undefined ? call : { ...call, revision };
  };
  return {
    ...meta(transport),
    ...catalogue(transport),
    baseUrl: settings.baseUrl,
    listings: listings(transport),
    orders: orders(transport),
    sales: sales(transport),
    stats: stats(transport),
    profile: profile(transport),
    apiKeys: apiKeys(transport),
    audit: audit(transport),
    webhooks: webhooks(transport),
    request: transport.send,
    events: (eventsOptions) => events(settings, eventsOptions),
    // The types of inputs and results are declared by the caller's project, from the schemas.
    run: <Name extends ListingName<Of>>(
      listing: Name,
      ...[input, runOptions = {}]: InputAndOptions<Name, RunOptions, Of>
    ) =>
      runOrder(transport, listing, input, pinned(listing, runOptions)) as ApiPromise<
        OutputOf<Name, Of>
      >,
    activate: <Name extends ListingName<Of>>(
      listing: Name,
      ...[input, activateOptions = {}]: InputAndOptions<Name, ActivateOptions, Of>
    ) =>
      placeOrder(transport, listing, input, pinned(listing, activateOptions)) as ApiPromise<
        Order<OutputOf<Name, Of>>
      >,
  };
}
