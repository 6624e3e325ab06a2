import type { Route } from './route.ts';

/** The catalogue, which anyone may read. */
export const CATALOGUE_ROUTES = {
  searchListings: {
    method: 'GET',
    path: '/v1/marketplace/listings',
    access: 'public',
    summary: 'Search published listings',
    tag: 'Marketplace',
    query: 'CatalogueQuery',
    success: { status: 200, schema: 'CatalogueList', description: 'A page of the catalogue.' },
    errors: ['invalid_cursor'],
  },
  getPublishedListing: {
    method: 'GET',
    path: '/v1/marketplace/listings/{id}',
    access: 'public',
    summary: 'Get a listing from the catalogue',
    tag: 'Marketplace',
    success: {
      status: 200,
      schema: 'CatalogueListing',
      description: 'The listing: published, or paused.',
    },
    errors: ['not_found'],
  },
  listPublishedHistory: {
    method: 'GET',
    path: '/v1/marketplace/listings/{id}/history',
    access: 'public',
    summary: 'List the changes to a listing since it was published',
    tag: 'Marketplace',
    query: 'ListQuery',
    success: {
      status: 200,
      schema: 'CatalogueHistoryList',
      description: 'A page of the history, as buyers see it.',
    },
    errors: ['not_found', 'invalid_cursor'],
  },
  getPublishedHealth: {
    method: 'GET',
    path: '/v1/marketplace/listings/{id}/health',
    access: 'public',
    summary: 'Get the health of a listing from the catalogue',
    tag: 'Marketplace',
    success: { status: 200, schema: 'HealthReport', description: 'Health and its history.' },
    errors: ['not_found'],
  },
  getSeller: {
    method: 'GET',
    path: '/v1/marketplace/sellers/{id}',
    access: 'public',
    summary: 'Get the profile of a seller and its published listings',
    tag: 'Marketplace',
    query: 'ListQuery',
    success: {
      status: 200,
      schema: 'SellerProfile',
      description: 'The profile, with a page of the listings.',
    },
    errors: ['not_found', 'invalid_cursor'],
  },
  listCategories: {
    method: 'GET',
    path: '/v1/marketplace/categories',
    access: 'public',
    summary: 'List categories with the number of published listings in each',
    tag: 'Marketplace',
    success: { status: 200, schema: 'CategoryList', description: 'The categories in use.' },
    errors: [],
  },
} as const satisfies Record<string, Route>;
