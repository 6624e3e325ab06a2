// Generated from packages/protocol/src/routes.ts by `npm run fix`. Do not edit.
import type { RouteId } from '@mkt/protocol';

/** What the client needs of a route. */
export interface Call {
  method: string;
  path: string;
  idempotent?: true;
  success: { status: number; schema?: string };
}

export const CALLS: Readonly<Record<RouteId, Call>> = {
  createProvider: { method: 'POST', path: '/v1/providers', success: { status: 201, schema: 'Provider' } },
  listProviders: { method: 'GET', path: '/v1/providers', success: { status: 200, schema: 'ProviderList' } },
  getProvider: { method: 'GET', path: '/v1/providers/{id}', success: { status: 200, schema: 'Provider' } },
  submitProvider: { method: 'POST', path: '/v1/providers/{id}/submit', success: { status: 202, schema: 'Provider' } },
  deleteProvider: { method: 'DELETE', path: '/v1/providers/{id}', success: { status: 204 } },
  getSigningSecret: { method: 'POST', path: '/v1/providers/{id}/signing-secret', success: { status: 200, schema: 'SigningSecret' } },
  rotateSigningSecret: { method: 'POST', path: '/v1/providers/{id}/signing-secret/rotate', success: { status: 200, schema: 'SigningSecret' } },
  listProviderOrders: { method: 'GET', path: '/v1/providers/{id}/orders', success: { status: 200, schema: 'SellerOrderList' } },
  getProviderHealth: { method: 'GET', path: '/v1/providers/{id}/health', success: { status: 200, schema: 'HealthReport' } },
  previewService: { method: 'POST', path: '/v1/listings/from-service/preview', success: { status: 200, schema: 'Preview' } },
  importService: { method: 'POST', path: '/v1/listings/from-service', success: { status: 201, schema: 'Listing' } },
  listListings: { method: 'GET', path: '/v1/listings', success: { status: 200, schema: 'ListingList' } },
  getListing: { method: 'GET', path: '/v1/listings/{id}', success: { status: 200, schema: 'Listing' } },
  listListingHistory: { method: 'GET', path: '/v1/listings/{id}/history', success: { status: 200, schema: 'HistoryList' } },
  updateListing: { method: 'PATCH', path: '/v1/listings/{id}', success: { status: 200, schema: 'Listing' } },
  searchListings: { method: 'GET', path: '/v1/marketplace/listings', success: { status: 200, schema: 'CatalogueList' } },
  getPublishedListing: { method: 'GET', path: '/v1/marketplace/listings/{id}', success: { status: 200, schema: 'CatalogueListing' } },
  listPublishedHistory: { method: 'GET', path: '/v1/marketplace/listings/{id}/history', success: { status: 200, schema: 'CatalogueHistoryList' } },
  getPublishedHealth: { method: 'GET', path: '/v1/marketplace/listings/{id}/health', success: { status: 200, schema: 'HealthReport' } },
  getSeller: { method: 'GET', path: '/v1/marketplace/sellers/{id}', success: { status: 200, schema: 'SellerProfile' } },
  listCategories: { method: 'GET', path: '/v1/marketplace/categories', success: { status: 200, schema: 'CategoryList' } },
  createOrder: { method: 'POST', path: '/v1/orders', idempotent: true, success: { status: 201, schema: 'Order' } },
  listOrders: { method: 'GET', path: '/v1/orders', success: { status: 200, schema: 'OrderList' } },
  getOrder: { method: 'GET', path: '/v1/orders/{id}', success: { status: 200, schema: 'Order' } },
  cancelOrder: { method: 'POST', path: '/v1/orders/{id}/cancel', success: { status: 200, schema: 'Order' } },
  getEvents: { method: 'GET', path: '/v1/events', success: { status: 200, schema: 'MarketEvent' } },
  listSales: { method: 'GET', path: '/v1/sales', success: { status: 200, schema: 'SellerOrderList' } },
  getSale: { method: 'GET', path: '/v1/sales/{id}', success: { status: 200, schema: 'SellerOrder' } },
  getOrderStats: { method: 'GET', path: '/v1/stats/orders', success: { status: 200, schema: 'OrderStats' } },
  getSalesStats: { method: 'GET', path: '/v1/stats/sales', success: { status: 200, schema: 'SalesStats' } },
  getUsage: { method: 'GET', path: '/v1/usage', success: { status: 200, schema: 'Usage' } },
  listWebhooks: { method: 'GET', path: '/v1/webhooks', success: { status: 200, schema: 'WebhookList' } },
  createWebhook: { method: 'POST', path: '/v1/webhooks', success: { status: 201, schema: 'CreatedWebhook' } },
  getWebhook: { method: 'GET', path: '/v1/webhooks/{id}', success: { status: 200, schema: 'Webhook' } },
  updateWebhook: { method: 'PATCH', path: '/v1/webhooks/{id}', success: { status: 200, schema: 'Webhook' } },
  deleteWebhook: { method: 'DELETE', path: '/v1/webhooks/{id}', success: { status: 204 } },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhooks/{id}/secret/rotate', success: { status: 200, schema: 'WebhookSecret' } },
  testWebhook: { method: 'POST', path: '/v1/webhooks/{id}/test', success: { status: 200, schema: 'WebhookAttempt' } },
  listWebhookAttempts: { method: 'GET', path: '/v1/webhooks/{id}/attempts', success: { status: 200, schema: 'WebhookAttemptList' } },
  listApiKeys: { method: 'GET', path: '/v1/api-keys', success: { status: 200, schema: 'ApiKeyList' } },
  createApiKey: { method: 'POST', path: '/v1/api-keys', success: { status: 201, schema: 'CreatedApiKey' } },
  updateApiKey: { method: 'PATCH', path: '/v1/api-keys/{id}', success: { status: 200, schema: 'ApiKey' } },
  deleteApiKey: { method: 'DELETE', path: '/v1/api-keys/{id}', success: { status: 204 } },
  getProfile: { method: 'GET', path: '/v1/profile', success: { status: 200, schema: 'Profile' } },
  updateProfile: { method: 'PUT', path: '/v1/profile', success: { status: 200, schema: 'Profile' } },
  getMe: { method: 'GET', path: '/v1/me', success: { status: 200, schema: 'Me' } },
  getContractSchema: { method: 'GET', path: '/v1/mkt-schema', success: { status: 200 } },
  getOpenApi: { method: 'GET', path: '/v1/openapi.json', success: { status: 200 } },
};
