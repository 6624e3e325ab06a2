import type {
  CreateProviderRequest,
  HealthReport,
  ListQuery,
  OrderListQuery,
  Provider,
  SellerOrder,
  SigningSecret,
} from '@mkt/protocol';
import type { JsonText } from '../json-text.ts';
import { listOf, type List } from '../list.ts';
import type { OrderTexts } from '../order-text.ts';
import type { RequestOptions, Transport } from '../transport.ts';

export interface RotationOptions extends RequestOptions {
  /** Default a day, at most a week; 0 drops the old secret at once. */
  gracePeriodSeconds?: number | undefined;
}

export type Providers = ReturnType<typeof providers>;

/** The seller's side: what you offer, its review, its secret and its calls. */
export function providers({ call }: Transport) {
  return {
    /** Registers one by hand. It is reviewed at once, unless `listingState` is `draft`. */
    async create(
      body: CreateProviderRequest | JsonText,
      options: RequestOptions = {},
    ): Promise<Provider> {
      return (await call('createProvider', { ...options, body })).data;
    },

    list(query: ListQuery = {}, options: RequestOptions = {}): List<Provider> {
      return listOf(
        (cursor) => call('listProviders', { ...options, query: { ...query, ...cursor } }),
        options.signal,
      );
    },

    async get(id: string, options: RequestOptions = {}): Promise<Provider> {
      return (await call('getProvider', { ...options, id })).data;
    },

    /** Asks for a review of a draft, or of one that was flagged. */
    async submit(id: string, options: RequestOptions = {}): Promise<Provider> {
      return (await call('submitProvider', { ...options, id })).data;
    },

    /** Removes one that was never published; another is archived (`listings.archive`). */
    async delete(id: string, options: RequestOptions = {}): Promise<void> {
      await call('deleteProvider', { ...options, id });
    },

    /** The secret that calls are signed with. Keep it as `MKT_SIGNING_SECRET`. */
    async signingSecret(id: string, options: RequestOptions = {}): Promise<SigningSecret> {
      return (await call('getSigningSecret', { ...options, id })).data;
    },

    /** A new secret; the old one goes on signing for the grace period. */
    async rotateSigningSecret(id: string, rotation: RotationOptions = {}): Promise<SigningSecret> {
      const { gracePeriodSeconds, ...options } = rotation;
      const body = { gracePeriodSeconds };
      return (await call('rotateSigningSecret', { ...options, id, body })).data;
    },

    /** The calls that buyers made, with the buyer's pseudonym. */
    orders(
      id: string,
      query: OrderListQuery = {},
      options: RequestOptions = {},
    ): List<SellerOrder & OrderTexts> {
      return listOf(
        (cursor) => call('listProviderOrders', { ...options, id, query: { ...query, ...cursor } }),
        options.signal,
      );
    },

    /** What the probes saw in the last 7 days. */
    async health(id: string, options: RequestOptions = {}): Promise<HealthReport> {
      return (await call('getProviderHealth', { ...options, id })).data;
    },
  };
}
