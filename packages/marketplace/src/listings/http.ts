import type { ListingStore } from '../server/store-domain-store.ts';
import { PAGE_BYTES } from '../market/page.ts';
import type { createProvider } from './create.ts';
import type { deleteProvider } from './remove.ts';
import type { healthReport } from './health-report.ts';
import type { ownListing } from './own-listing.ts';
import type { findSale, listProviderOrders, listSales } from '../orders/read.ts';
import type { readSecret } from './secrets.ts';
import type { rotateSecret } from './rotate-secret.ts';
import type { submitProvider } from './submit-provider.ts';
import { pageRequest } from '../http/cursor.ts';
import { withExactSchemas } from '../http/exact-body.ts';
import { pageResponse } from '../http/list-page.ts';
import { providerText, recordText } from './present.ts';
import { orderPageResponse } from '../orders/http.ts';
import { orderText } from '../orders/present-order.ts';
import { changedProvider, presentHealthReport, presentProvider } from './present-listing.ts';
import { presentSigningSecret } from './present-secret.ts';
import type { Handlers, UseCase } from '../http/route.ts';
import { byId } from '../market/ids.ts';

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
