// Generated from packages/protocol/schemas by `npm run fix`. Do not edit.

/** The forms of texts by their letter: the name in errors, and the pattern. */
export const FORMS: Readonly<Record<string, readonly [string, RegExp]>> = {
  u: ['a UUID', /^[\dA-Fa-f]{8}(-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}$/],
  d: ['an RFC 3339 time', /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/],
  y: ['a date', /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/],
  h: ['an http(s) URL', /^[Hh][Tt][Tt][Pp][Ss]?:\/\/+[^\/?#@\\\x00-\x20\x7f-\u009f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+([\/?#][^\\\x00-\x20\x7f-\u009f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*)?$/],
  s: ['a slug', /^[a-z0-9-]{1,64}$/],
  c: ['a currency', /^[A-Z]{3}$/],
  i: ['an identifier', /^[A-Za-z0-9_-]{1,1024}$/],
  k: ['an API key', /^mkt_[0-9A-Za-z]{49}$/],
  w: ['a signing secret', /^whsec_[A-Za-z0-9+\/]{32,88}={0,2}$/],
  e: ['a word', /^[\w.:*-]{1,64}$/],
};

/**
 * The members of each record: `name:code`, or `name?code` if it may be absent. A code is a letter of
 * `FORMS`, t text, n number, b boolean, o any object, a anything, or a record; `*` is a list, `~` allows
 * null, and `|` separates alternatives.
 */
export const RECORDS: Readonly<Record<string, string>> = {
  Provider:
    'id:u userId:u seller:Seller slug:s title:t description:t~ category:t~ listingState:e status:e reviewRejectionReason:t~ reviewChecks:*Check slowInputs:n price:Price runContract:RunContract tags:*t~ revision:n health:Health quality:Quality~ createdAt:d updatedAt:d warnings?*Warning',
  Seller:
    'id:u name:t',
  Check:
    'name:t ok:b level:e outcome:e message:t fix?t details?*Detail',
  Detail:
    'path:t message:t keyword?t',
  Price:
    'amount:n unit:t currency:c',
  RunContract:
    'method:e endpointPath:h healthEndpoint?h inputSchema?o outputSchema?o requestExampleJson?t responseExampleJson?t',
  Health:
    'status:e checkedAt:d~ latencyMs:n~ uptime24h:n~',
  Quality:
    'successRate:n p50Ms:n~ p95Ms:n~ calls:n refused:n',
  Warning:
    'code:t message:t path?t',
  ProviderList:
    'data:*Provider nextCursor:i~',
  SigningSecret:
    'slug:s secret:w createdAt:d previousExpiresAt:d~',
  SellerOrderList:
    'data:*SellerOrder|SellerOrderSummary nextCursor:i~',
  SellerOrder:
    'id:u listingId:u listing:OrderListing orderState:e requestBody:a result?a errorMessage?t failure:OrderFailure~ outputValid:b~ outputErrors:*Detail~ price:Price charged:b revision:n createdAt:d startedAt:d~ completedAt:d~ durationMs:n~ buyerId:i',
  OrderListing:
    'slug:s title:t',
  OrderFailure:
    'kind:e sellerStatus?n sellerMessage?t',
  SellerOrderSummary:
    'id:u listingId:u listing:OrderListing orderState:e errorMessage?t failure:OrderFailure~ outputValid:b~ outputErrors:*Detail~ price:Price charged:b revision:n createdAt:d startedAt:d~ completedAt:d~ durationMs:n~ buyerId:i',
  HealthReport:
    'status:e checkedAt:d~ latencyMs:n~ uptime24h:n~ history:*HealthProbe',
  HealthProbe:
    'checkedAt:d healthy:b statusCode:n~ latencyMs:n',
  Preview:
    'valid:b publishable:b listing:PreviewListing warnings:*Warning checks:*Check',
  PreviewListing:
    'slug:s title:t description:t~ category:t~ tags:*t~ price:Price runContract:RunContract',
  Listing:
    'id:u userId:u seller:Seller slug:s title:t description:t~ category:t~ listingState:e price:Price runContract:RunContract tags:*t~ revision:n health:Health quality:Quality~ createdAt:d updatedAt:d warnings?*Warning',
  ListingList:
    'data:*Listing nextCursor:i~',
  HistoryList:
    'data:*HistoryEntry nextCursor:i~',
  HistoryEntry:
    'revision:n at:d actor:HistoryActor changes:*FieldChange verdict:e findings:*Finding',
  HistoryActor:
    'kind:e name:t~',
  FieldChange:
    'path:t from:a to:a shortened?*e',
  Finding:
    'path:t severity:e message:t',
  CatalogueList:
    'data:*CatalogueSummary|CatalogueListing nextCursor:i~ hidden?o',
  CatalogueSummary:
    'id:u seller:Seller slug:s title:t description:t~ category:t~ listingState:e price:Price runContract:SummaryRunContract tags:*t~ revision:n health:Health quality:Quality~ createdAt:d updatedAt:d',
  SummaryRunContract:
    'method:e hasInputSchema:b hasOutputSchema:b',
  CatalogueListing:
    'id:u seller:Seller slug:s title:t description:t~ category:t~ listingState:e price:Price runContract:CatalogueRunContract tags:*t~ revision:n health:Health quality:Quality~ createdAt:d updatedAt:d',
  CatalogueRunContract:
    'method:e inputSchema?o outputSchema?o requestExampleJson?t responseExampleJson?t',
  CatalogueHistoryList:
    'data:*CatalogueHistoryEntry nextCursor:i~',
  CatalogueHistoryEntry:
    'revision:n at:d changes:*FieldChange verdict:e findings:*Finding',
  SellerProfile:
    'sellerId:u name:t website:h~ contact:h~ termsUrl:h~ documentationUrl:h~ listings:CatalogueList',
  CategoryList:
    'data:*CategoryCount',
  CategoryCount:
    'category:t count:n',
  Order:
    'id:u listingId:u listing:OrderListing orderState:e requestBody:a result?a errorMessage?t failure:OrderFailure~ outputValid:b~ outputErrors:*Detail~ price:Price charged:b revision:n createdAt:d startedAt:d~ completedAt:d~ durationMs:n~ keyId:u~ metadata:o',
  OrderList:
    'data:*Order|OrderSummary nextCursor:i~',
  OrderSummary:
    'id:u listingId:u listing:OrderListing orderState:e errorMessage?t failure:OrderFailure~ outputValid:b~ outputErrors:*Detail~ price:Price charged:b revision:n createdAt:d startedAt:d~ completedAt:d~ durationMs:n~ keyId:u~ metadata:o',
  MarketEvent:
    'type:e id:u~',
  OrderStats:
    'from:d to:d by:e totals:OrderTotals data:*OrderCounts',
  OrderTotals:
    'calls:n completed:n failed:n failures:o spend:*Money',
  Money:
    'currency:c amount:n',
  OrderCounts:
    'start:d calls:n completed:n failed:n failures:o spend:*Money',
  SalesStats:
    'from:d to:d by:e totals:SalesTotals data:*SalesCounts',
  SalesTotals:
    'calls:n completed:n failed:n failures:o revenue:*Money p50Ms:n~ p95Ms:n~ outputValid:OutputValidity',
  OutputValidity:
    'valid:n invalid:n unchecked:n',
  SalesCounts:
    'start:d calls:n completed:n failed:n failures:o revenue:*Money p50Ms:n~ p95Ms:n~ outputValid:OutputValidity',
  Usage:
    'from:d to:d by:e totals:OrderTotals data:*UsageRow',
  UsageRow:
    'keyId?u~ keyName?t~ listingId?u slug?s~ title?t~ day?y calls:n completed:n failed:n failures:o spend:*Money',
  WebhookList:
    'data:*Webhook nextCursor:i~',
  Webhook:
    'id:u url:h events:*e filter:WebhookFilter state:e pendingReason:t~ disabledReason:t~ createdAt:d',
  WebhookFilter:
    'keyId:u~ listingId:u~ orderState:e~',
  CreatedWebhook:
    'id:u url:h events:*e filter:WebhookFilter state:e pendingReason:t~ disabledReason:t~ secret:w createdAt:d',
  WebhookSecret:
    'secret:w createdAt:d previousExpiresAt:d~',
  WebhookAttempt:
    'id:u orderId:u~ at:d status:n~ error:t~ durationMs:n nextAttemptAt:d~',
  WebhookAttemptList:
    'data:*WebhookAttempt nextCursor:i~',
  ApiKeyList:
    'data:*ApiKey nextCursor:i~',
  ApiKey:
    'id:u name:t scopes:*e prefix:t lastFour:t createdAt:d lastUsedAt:d~ expiresAt:d~ origin:e parentId:u~ budget:KeyBudget~ remaining:BudgetRemaining~',
  KeyBudget:
    'limit:n~ currency:c~ period:e maxPrice:n~ listings:*u~',
  BudgetRemaining:
    'amount:n currency:c resetsAt:d~',
  CreatedApiKey:
    'id:u name:t scopes:*e key:k prefix:t lastFour:t createdAt:d expiresAt:d~ origin:e parentId:u~ budget:KeyBudget~ remaining:BudgetRemaining~',
  Profile:
    'sellerId:u name:t website:h~ contact:h~ termsUrl:h~ documentationUrl:h~',
  Me:
    'userId:u keyId:u~ sessionId:i~ scopes:*e keyName:t~ budget:RemainingBudget~',
  RemainingBudget:
    'limit:n~ currency:c~ period:e maxPrice:n~ listings:*u~ remaining:BudgetRemaining~',
};
