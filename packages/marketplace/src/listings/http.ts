import { withExactSchemas } from '../http/body.ts';
import { pageRequest } from '../http/query.ts';
import { pageResponse } from '../http/respond.ts';
import type { Handlers, UseCase } from '../http/route.ts';
import { byId } from '../market/ids.ts';
import { type Keyset, PAGE_BYTES } from '../market/page.ts';
import { orderPageResponse, orderText } from '../orders/http.ts';
import type { findSale, listProviderOrders, listSales } from '../orders/read.ts';
import type { ListingStore } from '../server/store.ts';
import type { createProvider, importService } from './create.ts';
import type { healthReport } from './health.ts';
import type { ListedHistoryEntry, listHistory, listPublishedHistory } from './history.ts';
import type { ownListing } from './listing.ts';
import { catalogueHistoryText, historyText } from './markdown.ts';
import {
  changedListing,
  changedProvider,
  listingText,
  presentHealthReport,
  presentListing,
  presentPreview,
  presentProvider,
  presentSigningSecret,
  previewText,
  providerText,
  recordText,
} from './present.ts';
import type { deleteProvider } from './remove.ts';
import type { submitProvider } from './review.ts';
import type { readSecret, rotateSecret } from './secrets.ts';
import type { previewService } from './service.ts';
import type { updateListing } from './update.ts';

export interface ListingUseCases {
  previewService: UseCase<typeof previewService>;
  importService: UseCase<typeof importService>;
  updateListing: (
    ...given: [...Parameters<UseCase<typeof updateListing>>, takeOutbound: () => Promise<void>]
  ) => ReturnType<typeof updateListing>;
  ownListing: UseCase<typeof ownListing>;
  listListings: ListingStore['list'];
}

type ListingHandlers = Pick<
  Handlers,
  'previewService' | 'importService' | 'listListings' | 'getListing' | 'updateListing'
>;

const LISTINGS = 'listings';

export function listingHandlers(useCases: ListingUseCases): ListingHandlers {
  return {
    async previewService({ caller, body }) {
      const preview = await useCases.previewService(caller, body);
      return { status: 200, text: previewText(presentPreview(preview)) };
    },
    async importService({ caller, body }) {
      const created = await useCases.importService(caller, body);
      return {
        status: 201,
        text: recordText(changedListing(created)),
        headers: { Location: `/v1/listings/${created.listing.id}` },
      };
    },
    async listListings({ caller, query, reader }) {
      const page = { ...pageRequest(LISTINGS, query), maxBytes: PAGE_BYTES };
      const listings = await useCases.listListings(caller.accountId, page, reader);
      return pageResponse(LISTINGS, listings, byId, listingText);
    },
    async getListing({ caller, params: { id } }) {
      const listing = await useCases.ownListing(caller, id);
      return { status: 200, text: recordText(presentListing(listing)) };
    },
    async updateListing({ caller, params: { id }, body, document, takeOutbound }) {
      const patch = withExactSchemas(body, document);
      const updated = await useCases.updateListing(caller, id, patch, takeOutbound);
      return { status: 200, text: recordText(changedListing(updated)) };
    },
  };
}

export interface ProviderUseCases {
  createProvider: UseCase<typeof createProvider>;
  submitProvider: UseCase<typeof submitProvider>;
  deleteProvider: UseCase<typeof deleteProvider>;
  ownListing: UseCase<typeof ownListing>;
  listListings: ListingStore['list'];
  readSecret: UseCase<typeof readSecret>;
  rotateSecret: UseCase<typeof rotateSecret>;
  listProviderOrders: UseCase<typeof listProviderOrders>;
  listSales: UseCase<typeof listSales>;
  findSale: UseCase<typeof findSale>;
  healthReport: UseCase<typeof healthReport>;
}

type ProviderHandlers = Pick<
  Handlers,
  | 'createProvider'
  | 'listProviders'
  | 'getProvider'
  | 'submitProvider'
  | 'deleteProvider'
  | 'getSigningSecret'
  | 'rotateSigningSecret'
  | 'listProviderOrders'
  | 'listSales'
  | 'getSale'
  | 'getProviderHealth'
>;

const PROVIDERS = 'providers';
const SALES = 'sales';

export function providerHandlers(useCases: ProviderUseCases): ProviderHandlers {
  return {
    async createProvider({ caller, body, document }) {
      const created = await useCases.createProvider(caller, withExactSchemas(body, document));
      return {
        status: 201,
        text: recordText(changedProvider(created)),
        headers: { Location: `/v1/providers/${created.listing.id}` },
      };
    },
    async listProviders({ caller, query, reader }) {
      const page = { ...pageRequest(PROVIDERS, query), maxBytes: PAGE_BYTES };
      const listings = await useCases.listListings(caller.accountId, page, reader);
      return pageResponse(PROVIDERS, listings, byId, providerText);
    },
    async getProvider({ caller, params: { id } }) {
      const provider = await useCases.ownListing(caller, id);
      return { status: 200, text: recordText(presentProvider(provider)) };
    },
    async submitProvider({ caller, params: { id } }) {
      const provider = await useCases.submitProvider(caller, id);
      return { status: 202, text: recordText(presentProvider(provider)) };
    },
    async deleteProvider({ caller, params: { id } }) {
      await useCases.deleteProvider(caller, id);
      return { status: 204 };
    },
    getSigningSecret: async ({ caller, params: { id } }) =>
      presentSigningSecret(await useCases.readSecret(caller, id)),
    rotateSigningSecret: async ({ caller, params: { id }, body }) =>
      presentSigningSecret(await useCases.rotateSecret(caller, id, body.gracePeriodSeconds)),
    async listProviderOrders({ caller, params: { id }, query, reader }) {
      const list = `provider-orders:${id}`;
      const page = pageRequest(list, query);
      const orders = await useCases.listProviderOrders(caller, id, query, page, reader);
      return orderPageResponse(list, query, orders, 'seller');
    },
    async listSales({ caller, query, reader }) {
      const orders = await useCases.listSales(caller, query, pageRequest(SALES, query), reader);
      return orderPageResponse(SALES, query, orders, 'seller');
    },
    async getSale({ caller, params: { id } }) {
      return { status: 200, text: orderText(await useCases.findSale(caller, id), 'seller') };
    },
    async getProviderHealth({ caller, params: { id } }) {
      const { summary, history } = await useCases.healthReport(caller, id);
      return { status: 200, json: presentHealthReport(summary, history) };
    },
  };
}

export interface HistoryUseCases {
  listHistory: UseCase<typeof listHistory>;
  listPublishedHistory: UseCase<typeof listPublishedHistory>;
}

const keyOf = ({ number, listingId }: ListedHistoryEntry): Keyset => ({
  key: number,
  id: listingId,
});

export function historyHandlers(
  useCases: HistoryUseCases,
): Pick<Handlers, 'listListingHistory' | 'listPublishedHistory'> {
  return {
    async listListingHistory({ caller, params: { id }, query, reader }) {
      const list = `history:${id}`;
      const entries = await useCases.listHistory(caller, id, pageRequest(list, query), reader);
      return pageResponse(list, entries, keyOf, historyText);
    },
    async listPublishedHistory({ params: { id }, query, reader }) {
      const list = `published-history:${id}`;
      const entries = await useCases.listPublishedHistory(id, pageRequest(list, query), reader);
      return pageResponse(list, entries, keyOf, catalogueHistoryText);
    },
  };
}
