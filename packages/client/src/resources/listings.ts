import { apiPromise, type ApiPromise } from '../api-promise.ts';
import { listOf, type List } from '../list.ts';
import type { JsonText } from '../json-text.ts';
import type { DataOf } from '../operations.ts';
import { checkOptionNames, REQUEST_OPTIONS, type OptionNames } from '../option-names.ts';
import type {
  HistoryEntry,
  Listing,
  ListQuery,
  Preview,
  UpdateListingRequest,
} from '../records.ts';
import type { RequestOptions } from '../request-options.ts';
import type { PriceInput } from '../requests.ts';
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

export type OwnListings = ReturnType<typeof listings>;

/** Your own listings, in any state. Those of others are in `marketplace`. */
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
    update,

    list(query: ListQuery = {}, options: RequestOptions = {}): List<Listing> {
      return listOf(
        (after) => call('listListings', options, { query: { ...query, ...after } }),
        options.signal,
      );
    },

    /** One of your listings, by id or slug. */
    get(id: string, options: RequestOptions = {}): ApiPromise<Listing> {
      return call('getListing', options, { id });
    },

    /** The changes to one of your listings, newest first, and what each meant for buyers. */
    history(id: string, query: ListQuery = {}, options: RequestOptions = {}): List<HistoryEntry> {
      return listOf(
        (after) => call('listListingHistory', options, { id, query: { ...query, ...after } }),
        options.signal,
      );
    },

    /** What an import of the service at this URL would create; nothing is saved. */
    preview(serviceUrl: string, options: ImportOptions = {}): ApiPromise<Preview> {
      return fromService('previewService', serviceUrl, options);
    },

    /** Imports the service whose contract is at this URL with `/contract` appended, and reviews it. */
    importFromService(serviceUrl: string, options: ImportOptions = {}): ApiPromise<Listing> {
      return fromService('importService', serviceUrl, options);
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
  };
}
