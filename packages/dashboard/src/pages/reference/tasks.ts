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
  { title: 'Call a listing', ids: ['createOrder', 'getOrder', 'cancelOrder'], tags: [] },
  {
    title: 'Read orders',
    ids: ['listOrders', 'getOrderStats', 'getUsage'],
    tags: ['Orders', 'Statistics'],
  },
  {
    title: 'Manage keys',
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
    title: 'Receive events',
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
    title: 'Manage the account',
    ids: ['getMe', 'listAudit'],
    tags: ['Meta', 'Audit', 'Signing in', 'Sessions', 'Device login'],
  },
];

/** What operations are called in the list of all of them, if their own names take more than a line there. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  listCategories: 'List categories',
  getSeller: 'Get a seller',
  getPublishedListing: 'Get a listing',
  getPublishedHealth: 'Get the health of a listing',
  listPublishedHistory: 'List the changes to a listing',
  cancelOrder: 'Cancel a waiting order',
  getOrderStats: 'Get statistics of orders',
  getUsage: 'Get what you bought',
  updateApiKey: 'Change an API key',
  revokeToken: 'Revoke the key that is sent',
  previewService: 'Preview an import',
  importService: 'Import a listing',
  listProviders: 'List reviews of your listings',
  getProvider: 'Get the review of a listing',
  submitProvider: 'Submit a listing for review',
  updateListing: 'Change a listing',
  deleteProvider: 'Delete a listing',
  rotateSigningSecret: 'Rotate the signing secret',
  getProviderHealth: 'Get the health of your listing',
  listListingHistory: 'List changes to your listing',
  listListings: 'List your listings',
  getListing: 'Get one of your listings',
  getContractSchema: 'Get the contract schema',
  listSales: 'List all calls',
  getSale: 'Get a call',
  listProviderOrders: 'List the calls to a listing',
  getSalesStats: 'Get statistics of sales',
  getListingStats: 'Get statistics by listing',
  testWebhook: 'Test a webhook',
  updateWebhook: 'Change a webhook',
  listWebhookAttempts: 'List the attempts',
  rotateWebhookSecret: 'Rotate the secret',
  getDelivery: 'Get a delivery',
  getEvents: 'Follow changes',
  listAudit: 'Read the audit log',
  getOpenApi: 'Get the OpenAPI document',
  resetPassword: 'Set a new password',
  signInDev: 'Sign in in dev mode',
  endSession: 'End a session',
  endOtherSessions: 'End the other sessions',
  updateUser: 'Change your name or address',
  pollDeviceLogin: 'Fetch the key of a login',
  findDeviceLogin: 'Look up a device login',
};

/** What an operation is called where there is room for one line. */
export const shortNameOf = ({ id, summary }: { id: string; summary: string }): string =>
  SHORT_NAMES[id] ?? summary;

/** Where an operation stands: the number of its task, and within it. */
export function placeOf(id: string, tag: string): readonly [task: number, position: number] {
  const task = TASKS.findIndex(({ ids }) => ids.includes(id));
  if (task !== -1) return [task, TASKS[task]?.ids.indexOf(id) ?? 0];
  const tagged = TASKS.findIndex(({ tags }) => tags.includes(tag));
  return [tagged === -1 ? TASKS.length - 1 : tagged, Infinity];
}
