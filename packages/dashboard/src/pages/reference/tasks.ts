interface Task {
  title: string;
  /** Its first operations, in their order. */
  ids: readonly string[];
  /** Operations with these tags that no task names come after them. */
  tags: readonly string[];
}

/** What people want to do with the API, in the order of the page. */
export const TASKS: readonly Task[] = [
  {
    title: 'Find a listing',
    ids: [
      'searchListings',
      'getPublishedListing',
      'listCategories',
      'getSeller',
      'getPublishedHealth',
      'listPublishedHistory',
    ],
    tags: ['Marketplace'],
  },
  { title: 'Activate it and wait', ids: ['createOrder', 'getOrder', 'cancelOrder'], tags: [] },
  {
    title: 'Read orders',
    ids: ['listOrders', 'getOrderStats', 'getUsage'],
    tags: ['Orders', 'Statistics'],
  },
  {
    title: 'Budgets and keys',
    ids: ['createApiKey', 'listApiKeys', 'updateApiKey', 'deleteApiKey'],
    tags: ['API keys'],
  },
  {
    title: 'List a service',
    ids: [
      'previewService',
      'importService',
      'createProvider',
      'listProviders',
      'getProvider',
      'submitProvider',
      'updateListing',
      'deleteProvider',
      'getSigningSecret',
      'rotateSigningSecret',
      'getProviderHealth',
      'listListingHistory',
      'listListings',
      'getListing',
      'getProfile',
      'updateProfile',
      'getContractSchema',
    ],
    tags: ['Listings', 'Profile'],
  },
  {
    title: 'Read sales',
    ids: ['listSales', 'getSale', 'listProviderOrders', 'getSalesStats', 'getListingStats'],
    tags: [],
  },
  {
    title: 'Webhooks and events',
    ids: [
      'createWebhook',
      'testWebhook',
      'orderSettled',
      'listWebhooks',
      'getWebhook',
      'updateWebhook',
      'listWebhookAttempts',
      'rotateWebhookSecret',
      'deleteWebhook',
      'getEvents',
    ],
    tags: ['Webhooks', 'Events'],
  },
  {
    title: 'Account',
    ids: ['getMe', 'listAudit'],
    tags: ['Meta', 'Audit', 'Signing in', 'Sessions', 'Device login'],
  },
];

/** Where an operation stands: the number of its task, and within it. */
export function placeOf(id: string, tag: string): readonly [task: number, position: number] {
  const task = TASKS.findIndex(({ ids }) => ids.includes(id));
  if (task !== -1) return [task, TASKS[task]?.ids.indexOf(id) ?? 0];
  const tagged = TASKS.findIndex(({ tags }) => tags.includes(tag));
  return [tagged === -1 ? TASKS.length - 1 : tagged, Infinity];
}
