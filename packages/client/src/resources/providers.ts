import { apiPromise, type ApiPromise } from '../api-promise.ts';
import { durationMs, type Duration } from '../duration.ts';
import type { JsonText } from '../json-text.ts';
import { listOf, type List } from '../list.ts';
import { checkOptionNames, REQUEST_OPTIONS, type OptionNames } from '../option-names.ts';
import type {
  CreateProviderRequest,
  HealthReport,
  ListQuery,
  ListedSale,
  SalesListQuery,
  Provider,
  SellerOrder,
  SigningSecret,
} from '../records.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

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

export type Providers = ReturnType<typeof providers>;

/** The seller's side: what you sell, its review, its signing secret and its orders. */
export function providers({ call }: Transport) {
  return {
    /** Registers a provider by hand. It is reviewed immediately, unless `listingState` is `draft`. */
    create(
      body: CreateProviderRequest | JsonText,
      options: RequestOptions = {},
    ): ApiPromise<Provider> {
      return call('createProvider', options, { body });
    },

    list(query: ListQuery = {}, options: RequestOptions = {}): List<Provider> {
      return listOf(
        (after) => call('listProviders', options, { query: { ...query, ...after } }),
        options.signal,
      );
    },

    /** One of your providers, by id or slug. */
    get(id: string, options: RequestOptions = {}): ApiPromise<Provider> {
      return call('getProvider', options, { id });
    },

    /** Submits a draft or a flagged provider for review. */
    submit(id: string, options: RequestOptions = {}): ApiPromise<Provider> {
      return call('submitProvider', options, { id });
    },

    /** Deletes a provider that was never published. Archive any other: `listings.archive`. */
    delete(id: string, options: RequestOptions = {}): ApiPromise<void> {
      return call('deleteProvider', options, { id });
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

    /** The orders of one provider, with the buyer's pseudonym; `view` as for `sales`. */
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

    /**
     * The orders of all your listings, with the buyer's pseudonym; with `view: 'summary'` without
     * inputs and results, which may be large.
     */
    sales<Query extends SalesListQuery = object>(
      query?: Query,
      options: RequestOptions = {},
    ): List<ListedSale<Query>> {
      const list = listOf(
        (after) => call('listSales', options, { query: { ...query, ...after } }),
        options.signal,
      );
      return list as List<ListedSale<Query>>;
    },

    /** An order of one of your listings in full, by the id of the order. */
    sale(id: string, options: RequestOptions = {}): ApiPromise<SellerOrder> {
      return call('getSale', options, { id });
    },

    /** The current health, and the probes of the last 7 days. */
    health(id: string, options: RequestOptions = {}): ApiPromise<HealthReport> {
      return call('getProviderHealth', options, { id });
    },
  };
}
