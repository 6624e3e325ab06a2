import { apiPromise, type ApiPromise } from '../api-promise.ts';
import {
  checkOptionNames,
  type Duration,
  durationMs,
  type OptionNames,
  REQUEST_OPTIONS,
  type RequestOptions,
} from '../options.ts';
import { listOf, type List } from '../list.ts';
import type { JsonText } from '../json-text.ts';
import type { DataOf } from '../request.ts';
import type {
  CreateListingRequest,
  HealthReport,
  HistoryEntry,
  ListedSale,
  Listing,
  ListQuery,
  OwnListing,
  Preview,
  PriceInput,
  SalesListQuery,
  SigningSecret,
  UpdateListingRequest,
} from '../records.ts';
import type { Transport } from '../transport.ts';

export interface ImportOptions extends RequestOptions {
  /**
   * 3 to 64 of `[a-z0-9-]`, permanent. By default it is made from the title. One that another
   * listing has or had is a `ConflictError` (docs/sell/listings.md#slugs).
   */
  slug?: string | undefined;
  /**
   * The price of a service whose contract names none; for any other it is refused
   * (docs/sell/listings.md#price).
   */
  price?: PriceInput | undefined;
}

const IMPORT_OPTIONS: OptionNames<ImportOptions> = { ...REQUEST_OPTIONS, slug: true, price: true };

export interface RotationOptions extends RequestOptions {
  /**
   * How long the old secret stays valid: `'24h'` by default, at most `'168h'`, in whole seconds. `0`
   * drops it immediately.
   */
  gracePeriod?: Duration | undefined;
}

const ROTATION_OPTIONS: OptionNames<RotationOptions> = { ...REQUEST_OPTIONS, gracePeriod: true };

/** The request of a rotation, and the options that remain. */
export function rotation(options: RotationOptions) {
  checkOptionNames(options, ROTATION_OPTIONS);
  const { gracePeriod, ...rest } = options;
  // Rounded up, so that only 0 drops the old secret immediately.
  const gracePeriodSeconds =
    gracePeriod === undefined
      ? undefined
      : Math.ceil(durationMs(gracePeriod, 'gracePeriod') / 1_000);
  return { body: { gracePeriodSeconds }, rest };
}

export type OwnListings = ReturnType<typeof listings>;

/** What you sell: your listings in any state, with their reviews, secrets and orders. */
export function listings({ call }: Transport) {
  /**
   * Changes content or state. A change to the contract of a published listing must pass the review
   * first (docs/sell/listings.md#changes).
   */
  function update(
    id: string,
    changes: UpdateListingRequest | JsonText,
    options: RequestOptions = {},
  ): ApiPromise<Listing> {
    return call('updateListing', options, { id, body: changes });
  }

  function fromService<Id extends 'previewService' | 'importService'>(
    id: Id,
    serviceUrl: string,
    options: ImportOptions,
  ): ApiPromise<DataOf<Id>> {
    return apiPromise(async () => {
      checkOptionNames(options, IMPORT_OPTIONS);
      const { slug, price, ...rest } = options;
      return await call(id, rest, { body: { serviceUrl, slug, price } }).withResponse();
    });
  }

  return {
    /** Creates a listing by hand. It is reviewed immediately, unless `listingState` is `draft`. */
    create(
      body: CreateListingRequest | JsonText,
      options: RequestOptions = {},
    ): ApiPromise<OwnListing> {
      return call('createProvider', options, { body });
    },

    /** What an import of the service at this URL would create; nothing is saved. */
    preview(serviceUrl: string, options: ImportOptions = {}): ApiPromise<Preview> {
      return fromService('previewService', serviceUrl, options);
    },

    /** Imports the service whose contract is at this URL with `/contract` appended, and reviews it. */
    importFromService(serviceUrl: string, options: ImportOptions = {}): ApiPromise<Listing> {
      return fromService('importService', serviceUrl, options);
    },

    list(query: ListQuery = {}, options: RequestOptions = {}): List<OwnListing> {
      return listOf(
        (after) => call('listProviders', options, { query: { ...query, ...after } }),
        options.signal,
      );
    },

    /** One of your listings, by id or slug. */
    get(id: string, options: RequestOptions = {}): ApiPromise<OwnListing> {
      return call('getProvider', options, { id });
    },

    update,

    /** Submits a draft or a flagged listing for review. */
    submit(id: string, options: RequestOptions = {}): ApiPromise<OwnListing> {
      return call('submitProvider', options, { id });
    },

    /** Takes a published listing off the market until it is resumed. */
    pause(id: string, options: RequestOptions = {}): ApiPromise<Listing> {
      return update(id, { listingState: 'paused' }, options);
    },

    /** Publishes a paused listing again. */
    resume(id: string, options: RequestOptions = {}): ApiPromise<Listing> {
      return update(id, { listingState: 'published' }, options);
    },

    /** Takes a listing off the market for good. This cannot be undone. */
    archive(id: string, options: RequestOptions = {}): ApiPromise<Listing> {
      return update(id, { listingState: 'archived' }, options);
    },

    /** Deletes a listing that was never published. Any other can only be archived. */
    delete(id: string, options: RequestOptions = {}): ApiPromise<void> {
      return call('deleteProvider', options, { id });
    },

    /** The changes to one of your listings, newest first, and what each meant for buyers. */
    history(id: string, query: ListQuery = {}, options: RequestOptions = {}): List<HistoryEntry> {
      return listOf(
        (after) => call('listListingHistory', options, { id, query: { ...query, ...after } }),
        options.signal,
      );
    },

    /** The current health, and the probes of the last 7 days. */
    health(id: string, options: RequestOptions = {}): ApiPromise<HealthReport> {
      return call('getProviderHealth', options, { id });
    },

    /** The secret that signs calls to your service. Set it there as `MKT_SIGNING_SECRET`. */
    signingSecret(id: string, options: RequestOptions = {}): ApiPromise<SigningSecret> {
      return call('getSigningSecret', options, { id });
    },

    /** Replaces the signing secret. During the grace period calls are signed with both. */
    rotateSigningSecret(id: string, options: RotationOptions = {}): ApiPromise<SigningSecret> {
      return apiPromise(async () => {
        const { body, rest } = rotation(options);
        return await call('rotateSigningSecret', rest, { id, body }).withResponse();
      });
    },

    /** The orders of one listing, with the buyer's pseudonym; `view` as for `sales.list`. */
    orders<Query extends SalesListQuery = object>(
      id: string,
      query?: Query,
      options: RequestOptions = {},
    ): List<ListedSale<Query>> {
      const list = listOf(
        (after) => call('listProviderOrders', options, { id, query: { ...query, ...after } }),
        options.signal,
      );
      // The query decides which of the two records the marketplace sends.
      return list as List<ListedSale<Query>>;
    },
  };
}
