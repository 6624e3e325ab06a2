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
    'id:u seller:Seller slug:s title:t description:t~ category:t~ price:Price tags:*t~ revision:n health:Health quality:Quality~ createdAt:d updatedAt:d userId:u listingState:e runContract:RunContract warnings?*Warning status:e reviewRejectionReason:t~ reviewChecks:*Check slowInputs:n',
  Seller:
    'id:u name:t',
  Price:
    'amount:n unit:t currency:c',
  Health:
    'status:e checkedAt:d~ latencyMs:n~ uptime24h:n~',
  Quality:
    'successRate:n p50Ms:n~ p95Ms:n~ calls:n refused:n',
  RunContract:
    'method:e inputSchema?o outputSchema?o requestExampleJson?t responseExampleJson?t endpointPath:h healthEndpoint?h',
  Warning:
    'code:t message:t path?t',
  Check:
    'name:t ok:b level:e outcome:e message:t fix?t details?*Detail',
  Detail:
    'path:t message:t keyword?t',
  ProviderList:
    'data:*Provider nextCursor:i~',
  SigningSecret:
    'slug:s secret:w createdAt:d previousExpiresAt:d~',
  SellerOrderList:
    'data:*SellerOrder|SellerOrderSummary nextCursor:i~',
  SellerOrder:
    'id:u listingId:u listing:OrderListing orderState:e errorMessage?t failure:OrderFailure~ price:Price charged:b revision:n createdAt:d startedAt:d~ completedAt:d~ durationMs:n~ requestBody:a result?a outputValid:b~ outputErrors:*Detail~ buyerId:i',
  OrderListing:
    'slug:s title:t',
  OrderFailure:
    'kind:e sellerStatus?n sellerMessage?t',
  SellerOrderSummary:
    'id:u listingId:u listing:OrderListing orderState:e errorMessage?t failure:OrderFailure~ price:Price charged:b revision:n createdAt:d startedAt:d~ completedAt:d~ durationMs:n~ outputValid:b~ outputErrors:*Detail~ buyerId:i',
  HealthReport:
    'status:e checkedAt:d~ latencyMs:n~ uptime24h:n~ history:*HealthProbe',
  HealthProbe:
    'checkedAt:d healthy:b statusCode:n~ latencyMs:n',
  Preview:
    'valid:b publishable:b listing:PreviewListing warnings:*Warning checks:*Check',
  PreviewListing:
    'slug:s title:t description:t~ category:t~ tags:*t~ price:Price runContract:RunContract',
  Listing:
    'id:u seller:Seller slug:s title:t description:t~ category:t~ price:Price tags:*t~ revision:n health:Health quality:Quality~ createdAt:d updatedAt:d userId:u listingState:e runContract:RunContract warnings?*Warning',
  ListingList:
    'data:*Listing nextCursor:i~',
  HistoryList:
    'data:*HistoryEntry nextCursor:i~',
  HistoryEntry:
    'revision:n at:d verdict:e findings:*Finding actor:HistoryActor changes:*FieldChange',
  Finding:
    'path:t severity:e message:t',
  HistoryActor:
    'kind:e name:t~',
  FieldChange:
    'path:t from:a to:a shortened?*e',
  CatalogueList:
    'data:*CatalogueSummary|CatalogueListing nextCursor:i~ hidden?o',
  CatalogueSummary:
    'id:u seller:Seller slug:s title:t description:t~ category:t~ price:Price tags:*t~ revision:n health:Health quality:Quality~ createdAt:d updatedAt:d listingState:e runContract:SummaryRunContract',
  SummaryRunContract:
    'method:e hasInputSchema:b hasOutputSchema:b',
  CatalogueListing:
    'id:u seller:Seller slug:s title:t description:t~ category:t~ price:Price tags:*t~ revision:n health:Health quality:Quality~ createdAt:d updatedAt:d listingState:e runContract:CatalogueRunContract',
  CatalogueRunContract:
    'method:e inputSchema?o outputSchema?o requestExampleJson?t responseExampleJson?t',
  CatalogueHistoryList:
    'data:*CatalogueHistoryEntry nextCursor:i~',
  CatalogueHistoryEntry:
    'revision:n at:d verdict:e findings:*Finding changes:*FieldChange',
  SellerProfile:
    'sellerId:u name:t website:h~ contact:h~ termsUrl:h~ documentationUrl:h~ listings:CatalogueList',
  CategoryList:
    'data:*CategoryCount',
  CategoryCount:
    'category:t count:n',
  Order:
    'id:u listingId:u listing:OrderListing orderState:e errorMessage?t failure:OrderFailure~ price:Price charged:b revision:n createdAt:d startedAt:d~ completedAt:d~ durationMs:n~ requestBody:a result?a outputValid:b~ outputErrors:*Detail~ keyId:u~ metadata:o',
  OrderList:
    'data:*Order|OrderSummary nextCursor:i~',
  OrderSummary:
    'id:u listingId:u listing:OrderListing orderState:e errorMessage?t failure:OrderFailure~ price:Price charged:b revision:n createdAt:d startedAt:d~ completedAt:d~ durationMs:n~ outputValid:b~ outputErrors:*Detail~ keyId:u~ metadata:o',
  MarketEvent:
    'type:e id:u~',
  OrderStats:
    'from:d to:d by:e totals:OrderTotals data:*OrderCounts',
  OrderTotals:
    'calls:n completed:n failed:n failures:o spend:*Money',
  Money:
    'currency:c amount:n',
  OrderCounts:
    'calls:n completed:n failed:n failures:o spend:*Money start:d',
  SalesStats:
    'from:d to:d by:e totals:SalesTotals data:*SalesCounts',
  SalesTotals:
    'calls:n completed:n failed:n failures:o revenue:*Money p50Ms:n~ p95Ms:n~ outputValid:OutputValidity',
  OutputValidity:
    'valid:n invalid:n unchecked:n',
  SalesCounts:
    'calls:n completed:n failed:n failures:o revenue:*Money p50Ms:n~ p95Ms:n~ outputValid:OutputValidity start:d',
  Usage:
    'from:d to:d by:e totals:OrderTotals data:*UsageRow',
  UsageRow:
    'calls:n completed:n failed:n failures:o spend:*Money keyId?u~ keyName?t~ listingId?u slug?s~ title?t~ day?y',
  WebhookList:
    'data:*Webhook nextCursor:i~',
  Webhook:
    'id:u url:h events:*e filter:WebhookFilter state:e pendingReason:t~ disabledReason:t~ createdAt:d',
  WebhookFilter:
    'keyId:u~ listingId:u~ orderState:e~',
  CreatedWebhook:
    'id:u url:h events:*e filter:WebhookFilter state:e pendingReason:t~ disabledReason:t~ createdAt:d secret:w',
  WebhookSecret:
    'secret:w createdAt:d previousExpiresAt:d~',
  WebhookAttempt:
    'id:u orderId:u~ at:d status:n~ error:t~ durationMs:n nextAttemptAt:d~',
  WebhookAttemptList:
    'data:*WebhookAttempt nextCursor:i~',
  ApiKeyList:
    'data:*ApiKey nextCursor:i~',
  ApiKey:
    'id:u name:t scopes:*e lastFour:t createdAt:d expiresAt:d~ origin:e parentId:u~ budget:KeyBudget~ remaining:BudgetRemaining~ prefix:t lastUsedAt:d~',
  KeyBudget:
    'limit:n~ currency:c~ period:e maxPrice:n~ listings:*u~',
  BudgetRemaining:
    'amount:n currency:c resetsAt:d~',
  CreatedApiKey:
    'id:u name:t scopes:*e lastFour:t createdAt:d expiresAt:d~ origin:e parentId:u~ budget:KeyBudget~ remaining:BudgetRemaining~ key:k prefix:t',
  Profile:
    'sellerId:u name:t website:h~ contact:h~ termsUrl:h~ documentationUrl:h~',
  Me:
    'userId:u keyId:u~ sessionId:i~ scopes:*e keyName:t~ budget:RemainingBudget~',
  RemainingBudget:
    'limit:n~ currency:c~ period:e maxPrice:n~ listings:*u~ remaining:BudgetRemaining~',
};
