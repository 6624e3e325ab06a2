import { withExactSchemas } from '../http/body.ts';
import { pageRequest } from '../http/request-head.ts';
import { pageResponse } from '../http/respond.ts';
import type { Handlers } from '../http/route.ts';
import { byId } from '../market/ids.ts';
import type { Keyset } from '../market/page.ts';
import { orderPageResponse, orderText } from '../orders/http.ts';
import { findSale, listProviderOrders, listSales } from '../orders/read.ts';
import type { App } from '../server/context.ts';
import { createProvider, importService } from './create.ts';
import { healthReport } from './health.ts';
import { type ListedHistoryEntry, listHistory, listPublishedHistory } from './history.ts';
import { ownListing } from './listing.ts';
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
import { deleteProvider } from './remove.ts';
import { submitProvider } from './review.ts';
import { readSecret, rotateSecret } from './secrets.ts';
import { previewService } from './service.ts';
import { updateListing } from './update.ts';

const LISTINGS = 'listings';

export function listingHandlers(app: App) {
  return {
    async previewService({ caller, body }) {
      const preview = await previewService(app, caller, body);
      return { status: 200, text: previewText(presentPreview(preview)) };
    },
    async importService({ caller, body }) {
      const created = await importService(app, caller, body);
      return {
        status: 201,
        text: recordText(changedListing(created)),
        headers: { Location: `/v1/listings/${created.listing.id}` },
      };
    },
    async listListings({ caller, query, reader }) {
      const page = pageRequest(LISTINGS, query);
      const listings = await app.store.listings.list(caller.accountId, page, reader);
      return pageResponse(LISTINGS, listings, byId, listingText);
    },
    async getListing({ caller, params: { id } }) {
      const listing = await ownListing(app, caller, id);
      return { status: 200, text: recordText(presentListing(listing)) };
    },
    async updateListing({ caller, params: { id }, body, document, takeOutbound }) {
      const patch = withExactSchemas(body, document);
      const updated = await updateListing(app, caller, id, patch, takeOutbound);
      return { status: 200, text: recordText(changedListing(updated)) };
    },
  } satisfies Partial<Handlers>;
}

const PROVIDERS = 'providers';
const SALES = 'sales';

export function providerHandlers(app: App) {
  return {
    async createProvider({ caller, body, document }) {
      const created = await createProvider(app, caller, withExactSchemas(body, document));
      return {
        status: 201,
        text: recordText(changedProvider(created)),
        headers: { Location: `/v1/providers/${created.listing.id}` },
      };
    },
    async listProviders({ caller, query, reader }) {
      const page = pageRequest(PROVIDERS, query);
      const listings = await app.store.listings.list(caller.accountId, page, reader);
      return pageResponse(PROVIDERS, listings, byId, providerText);
    },
    async getProvider({ caller, params: { id } }) {
      const provider = await ownListing(app, caller, id);
      return { status: 200, text: recordText(presentProvider(provider)) };
    },
    async submitProvider({ caller, params: { id } }) {
      const provider = await submitProvider(app, caller, id);
      return { status: 202, text: recordText(presentProvider(provider)) };
    },
    async deleteProvider({ caller, params: { id } }) {
      await deleteProvider(app, caller, id);
      return { status: 204 };
    },
    getSigningSecret: async ({ caller, params: { id } }) =>
      presentSigningSecret(await readSecret(app, caller, id)),
    rotateSigningSecret: async ({ caller, params: { id }, body }) =>
      presentSigningSecret(await rotateSecret(app, caller, id, body.gracePeriodSeconds)),
    async listProviderOrders({ caller, params: { id }, query, reader }) {
      const list = `provider-orders:${id}`;
      const page = pageRequest(list, query);
      const orders = await listProviderOrders(app, caller, id, query, page, reader);
      return orderPageResponse(list, query, orders, 'seller');
    },
    async listSales({ caller, query, reader }) {
      const orders = await listSales(app, caller, query, pageRequest(SALES, query), reader);
      return orderPageResponse(SALES, query, orders, 'seller');
    },
    async getSale({ caller, params: { id } }) {
      return { status: 200, text: orderText(await findSale(app, caller, id), 'seller') };
    },
    async getProviderHealth({ caller, params: { id } }) {
      const { summary, history } = await healthReport(app, caller, id);
      return { status: 200, json: presentHealthReport(summary, history) };
    },
  } satisfies Partial<Handlers>;
}

const keyOf = ({ number, listingId }: ListedHistoryEntry): Keyset => ({
  key: number,
  id: listingId,
});

export function historyHandlers(app: App) {
  return {
    async listListingHistory({ caller, params: { id }, query, reader }) {
      const list = `history:${id}`;
      const entries = await listHistory(app, caller, id, pageRequest(list, query), reader);
      return pageResponse(list, entries, keyOf, historyText);
    },
    async listPublishedHistory({ params: { id }, query, reader }) {
      const list = `published-history:${id}`;
      const entries = await listPublishedHistory(app, id, pageRequest(list, query), reader);
      return pageResponse(list, entries, keyOf, catalogueHistoryText);
    },
  } satisfies Partial<Handlers>;
}
