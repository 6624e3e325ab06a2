// Generated from packages/protocol/schemas by `npm run fix`. Do not edit.


/**
 * What an API key holds: a scope, or `*` for every scope, including those that later versions add.
 */
export type KeyScope = ("*" | "provider:create" | "provider:read" | "provider:delete" | "provider:secret" | "listing:read" | "listing:update" | "order:create" | "order:read" | "order:read_own" | "api_key:read" | "api_key:create" | "api_key:delete" | "account:read" | "account:update" | "webhook:manage")
/**
 * What created an API key: a person's session, another key, `mkt login`, the operator, or dev mode.
 */
export type KeyOrigin = ("session" | "key" | "device" | "operator" | "dev")
/**
 * When a budget resets: `none` (never), the UTC `day` or the UTC `month`.
 */
export type BudgetPeriod = ("none" | "day" | "month")
/**
 * What the order would break: the `limit`, `max_price` (the maximum price of one order), `listing` (not among the listings of the budget) or `currency` (the price is in another one).
 */
export type BudgetReason = ("limit" | "max_price" | "listing" | "currency")
/**
 * What a change means for buyers. `same`: the same input and output are valid, at the same price. `safe`: what worked still works, at no higher price. `breaking`: something may not. `unknown`: not decided.
 */
export type Verdict = ("same" | "safe" | "breaking" | "unknown")
/**
 * What one difference means for buyers.
 */
export type Severity = ("safe" | "breaking" | "unknown")
/**
 * `contract`: complete records instead of summaries. Such a page may be shorter than `limit`.
 */
export type CatalogueInclude = "contract"
/**
 * Decided by the status code of the last probe.
 */
export type HealthStatus = ("healthy" | "unhealthy" | "unknown" | "not_configured")
/**
 * State as buyers see it; `pending_review` and `flagged` read as `draft`.
 */
export type ListingState = ("draft" | "published" | "paused" | "archived")
/**
 * HTTP method of a run contract.
 */
export type Method = ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")
/**
 * ISO 4217 code of a national currency in use, in any case; stored in upper case.
 */
export type Currency = string
/**
 * `relevance` (default with `query`), `newest` (default without `query`), or `price`, ascending.
 */
export type CatalogueSort = ("relevance" | "newest" | "price")
/**
 * A password that is set.
 */
export type NewPassword = string
/**
 * Why a listing does not fit an order: `max_price`, `currency`, `unit` and `revision` name the condition of the request that it no longer meets; `changed`: another request changed it meanwhile.
 */
export type ChangeReason = ("max_price" | "currency" | "unit" | "revision" | "changed")
/**
 * `required` decides whether a listing can be published; `rule` and `advice` do not.
 */
export type CheckLevel = ("required" | "rule" | "advice")
/**
 * `skipped`: not run; the message says why.
 */
export type CheckOutcome = ("passed" | "failed" | "skipped")
/**
 * The buyer's own strings, by name: up to 16 names of 1 to 40 characters of A-Z, a-z, 0-9, _, . and -.
 */
export type OrderMetadata = Record<string, string>
/**
 * Unique and permanent. If it is or was taken, the response is 409 `slug_taken`; a slug shaped like a UUID is refused.
 */
export type Slug = string
/**
 * An event that a webhook receives: `order.settled`, when one of your orders has completed or failed.
 */
export type WebhookEvent = "order.settled"
/**
 * How an order settles.
 */
export type SettledState = ("completed" | "failed")
/**
 * Absolute URL of the seller's service: https on a public address; dev mode also allows http and private addresses.
 */
export type SellerUrl = string
/**
 * `pending` until its URL has answered the challenge; `paused` by you; `disabled` by the marketplace after five days without a successful delivery, or when the receiver returned 410.
 */
export type WebhookState = ("pending" | "active" | "paused" | "disabled")
/**
 * The session of the browser that sends the request, and its user; `null` if no one is signed in.
 */
export type CurrentSession = ({
session: BrowserSession
user: User
} | null)
/**
 * State as the seller sees it.
 */
export type ProviderStatus = ("draft" | "pending_review" | "flagged" | "published" | "paused" | "archived")
/**
 * What an event of `GET /v1/events` is about. After `resync`, events may be missing: read everything again.
 */
export type EventType = ("order.updated" | "sale.updated" | "listing.updated" | "resync")
/**
 * Why an order failed.
 */
export type FailureKind = ("timeout" | "connection" | "tls" | "url_not_allowed" | "seller_status" | "invalid_json" | "too_large" | "interrupted" | "expired" | "cancelled" | "listing_unavailable")
/**
 * Absolute https URL with a public host name.
 */
export type HttpsUrl = string
/**
 * What an API key may do, as `resource:verb`.
 */
export type Scope = ("provider:create" | "provider:read" | "provider:delete" | "provider:secret" | "listing:read" | "listing:update" | "order:create" | "order:read" | "order:read_own" | "api_key:read" | "api_key:create" | "api_key:delete" | "account:read" | "account:update" | "webhook:manage")
/**
 * Why a request of a program was refused (RFC 6749, section 5.2, and RFC 8628, section 3.5).
 */
export type OAuthErrorCode = ("access_denied" | "authorization_pending" | "expired_token" | "invalid_grant" | "invalid_request" | "invalid_scope" | "slow_down" | "unsupported_grant_type")
/**
 * `completed` and `failed` orders are settled: they never change again.
 */
export type OrderState = ("pending" | "running" | "completed" | "failed")
/**
 * `summary`: without `requestBody` and `result`, which a table does not show. Otherwise a page may be shorter than `limit`.
 */
export type OrderView = "summary"
/**
 * What each entry of statistics covers: an hour or a day of UTC.
 */
export type StatsPeriod = ("hour" | "day")
/**
 * The document that a seller serves at GET /contract. Unknown extra fields are allowed and ignored with a warning.
 */
export type SellerContract = (ProviderContract | ListingContract)
/**
 * Every session of a person, newest first.
 */
export type Sessions = ListedSession[]
/**
 * What each row of usage covers: an API key, a listing, or a day of UTC.
 */
export type UsageBy = ("key" | "listing" | "day")

export interface Wire {
ApiKey: ApiKey
ApiKeyList: ApiKeyList
ApproveDeviceLoginRequest: ApproveDeviceLoginRequest
BrowserSession: BrowserSession
BudgetPeriod: BudgetPeriod
BudgetReason: BudgetReason
BudgetRemaining: BudgetRemaining
CatalogueHistoryEntry: CatalogueHistoryEntry
CatalogueHistoryList: CatalogueHistoryList
CatalogueInclude: CatalogueInclude
CatalogueList: CatalogueList
CatalogueListing: CatalogueListing
CatalogueQuery: CatalogueQuery
CatalogueRunContract: CatalogueRunContract
CatalogueSort: CatalogueSort
CatalogueSummary: CatalogueSummary
CategoryList: CategoryList
ChangePasswordRequest: ChangePasswordRequest
ChangeReason: ChangeReason
Check: Check
CheckLevel: CheckLevel
CheckOutcome: CheckOutcome
CreateApiKeyRequest: CreateApiKeyRequest
CreateOrderRequest: CreateOrderRequest
CreateProviderRequest: CreateProviderRequest
CreateWebhookRequest: CreateWebhookRequest
CreatedApiKey: CreatedApiKey
CreatedWebhook: CreatedWebhook
Currency: Currency
CurrentSession: CurrentSession
Detail: Detail
DevSignInRequest: DevSignInRequest
DeviceCodeForm: DeviceCodeForm
DeviceCodes: DeviceCodes
DeviceLogin: DeviceLogin
DeviceToken: DeviceToken
DeviceTokenForm: DeviceTokenForm
Done: Done
EmptyRequest: EmptyRequest
EndSessionRequest: EndSessionRequest
ErrorBody: ErrorBody
EventType: EventType
FailureCounts: FailureCounts
FailureKind: FailureKind
FieldChange: FieldChange
Finding: Finding
FromServiceRequest: FromServiceRequest
Health: Health
HealthProbe: HealthProbe
HealthReport: HealthReport
HealthStatus: HealthStatus
HiddenListings: HiddenListings
HistoryActor: HistoryActor
HistoryEntry: HistoryEntry
HistoryList: HistoryList
HttpsUrl: HttpsUrl
KeyBudget: KeyBudget
KeyBudgetInput: KeyBudgetInput
KeyOrigin: KeyOrigin
KeyScope: KeyScope
ListQuery: ListQuery
ListedSession: ListedSession
Listing: Listing
ListingList: ListingList
ListingState: ListingState
MarketEvent: MarketEvent
Me: Me
Method: Method
Money: Money
NewPassword: NewPassword
NoQuery: NoQuery
OAuthErrorBody: OAuthErrorBody
OAuthErrorCode: OAuthErrorCode
Order: Order
OrderCounts: OrderCounts
OrderFailure: OrderFailure
OrderList: OrderList
OrderListQuery: OrderListQuery
OrderListing: OrderListing
OrderMetadata: OrderMetadata
OrderSettled: OrderSettled
OrderState: OrderState
OrderStats: OrderStats
OrderSummary: OrderSummary
OrderTotals: OrderTotals
OrderView: OrderView
OutputValidity: OutputValidity
Preview: Preview
PreviewListing: PreviewListing
Price: Price
PriceInput: PriceInput
Profile: Profile
Provider: Provider
ProviderList: ProviderList
ProviderStatus: ProviderStatus
Quality: Quality
RemainingBudget: RemainingBudget
ResetPasswordRequest: ResetPasswordRequest
RevocationForm: RevocationForm
RotateSigningSecretRequest: RotateSigningSecretRequest
RotateWebhookSecretRequest: RotateWebhookSecretRequest
RunContract: RunContract
RunContractChange: RunContractChange
RunContractInput: RunContractInput
SalesCounts: SalesCounts
SalesListQuery: SalesListQuery
SalesStats: SalesStats
SalesTotals: SalesTotals
Scope: Scope
Seller: Seller
SellerContract: SellerContract
SellerOrder: SellerOrder
SellerOrderList: SellerOrderList
SellerOrderSummary: SellerOrderSummary
SellerProfile: SellerProfile
SellerProvider: SellerProvider
SellerRunContract: SellerRunContract
SellerUrl: SellerUrl
Sessions: Sessions
SettledState: SettledState
Severity: Severity
SignInRequest: SignInRequest
SignUpRequest: SignUpRequest
SignedIn: SignedIn
SigningSecret: SigningSecret
Slug: Slug
StatsPeriod: StatsPeriod
StatsQuery: StatsQuery
SummaryRunContract: SummaryRunContract
UpdateApiKeyRequest: UpdateApiKeyRequest
UpdateListingRequest: UpdateListingRequest
UpdateProfileRequest: UpdateProfileRequest
UpdateWebhookRequest: UpdateWebhookRequest
Usage: Usage
UsageBy: UsageBy
UsageQuery: UsageQuery
UsageRow: UsageRow
User: User
UserCodeRequest: UserCodeRequest
Verdict: Verdict
Warning: Warning
Webhook: Webhook
WebhookAttempt: WebhookAttempt
WebhookAttemptList: WebhookAttemptList
WebhookEvent: WebhookEvent
WebhookFilter: WebhookFilter
WebhookFilterInput: WebhookFilterInput
WebhookList: WebhookList
WebhookSecret: WebhookSecret
WebhookState: WebhookState
}
/**
 * An API key, without its secret.
 */
export interface ApiKey {
id: string
name: string
scopes: KeyScope[]
lastFour: string
createdAt: string
expiresAt: (string | null)
origin: KeyOrigin
/**
 * The key that created this one; revoking it revokes this one too. `null` for any other origin.
 */
parentId: (string | null)
/**
 * What may be spent with this key; `null` if it has no budget of its own. Those of the keys above it apply too.
 */
budget: (KeyBudget | null)
/**
 * What is left of its own budget now; `null` without a limit.
 */
remaining: (BudgetRemaining | null)
/**
 * The first characters of the key.
 */
prefix: string
lastUsedAt: (string | null)
}
/**
 * What may be spent with an API key and the keys created with it. `null` where there is no such rule.
 */
export interface KeyBudget {
/**
 * The most that may be spent in a period.
 */
limit: (number | null)
/**
 * ISO 4217, upper case: of `limit` and `maxPrice`, and of every order that is not free.
 */
currency: (string | null)
period: BudgetPeriod
/**
 * The most that one order may cost.
 */
maxPrice: (number | null)
/**
 * The ids of the only listings that may be ordered.
 */
listings: (string[] | null)
}
/**
 * What is left of a budget with a limit.
 */
export interface BudgetRemaining {
/**
 * In units of the currency.
 */
amount: number
/**
 * ISO 4217, upper case.
 */
currency: string
/**
 * When the next period begins; `null` for a budget without periods.
 */
resetsAt: (string | null)
}
/**
 * One page, newest first.
 */
export interface ApiKeyList {
data: ApiKey[]
/**
 * Opaque; `null` on the last page.
 */
nextCursor: (string | null)
}
/**
 * What a person allows the program that shows this code.
 */
export interface ApproveDeviceLoginRequest {
/**
 * As the person typed it: case, spaces and dashes do not matter.
 */
userCode: string
/**
 * Some or all of those that the program asks for.
 * 
 * @minItems 1
 * @maxItems 50
 */
scopes: KeyScope[]
/**
 * When the key expires, RFC 3339; never without it.
 */
expiresAt?: (string | null)
}
/**
 * The session of a browser.
 */
export interface BrowserSession {
id: string
createdAt: string
expiresAt: string
/**
 * Where the person signed in from; for IPv6 only the network.
 */
ipAddress: (string | null)
/**
 * The browser that signed in, as it names itself.
 */
userAgent: (string | null)
}
/**
 * A change to a listing since it was published, as buyers see it.
 */
export interface CatalogueHistoryEntry {
/**
 * The revision of the listing after the change.
 */
revision: number
at: string
verdict: Verdict
/**
 * The differences that the verdict rests on, the most severe first.
 * 
 * @maxItems 50
 */
findings: Finding[]
/**
 * Only of fields that buyers see; it may be empty.
 */
changes: FieldChange[]
}
/**
 * One difference between two versions of a listing's contract or price.
 */
export interface Finding {
/**
 * JSON Pointer into the listing, or its beginning if the pointer is long.
 */
path: string
severity: Severity
message: string
}
/**
 * A field of a listing that was changed.
 */
export interface FieldChange {
/**
 * JSON Pointer to the field, such as `/price/amount` or `/runContract/inputSchema`.
 */
path: string
/**
 * `null` if the field had no value.
 */
from: unknown
/**
 * `null` if the field has no value.
 */
to: unknown
/**
 * Values that are too long for the history: they are the first 2,000 characters of the text, or of the JSON of another value. Absent if there are none.
 */
shortened?: ("from" | "to")[]
}
/**
 * One page, newest first.
 */
export interface CatalogueHistoryList {
data: CatalogueHistoryEntry[]
/**
 * Opaque; `null` on the last page.
 */
nextCursor: (string | null)
}
/**
 * One page in the requested order: summaries, or complete records with `include=contract`.
 */
export interface CatalogueList {
data: (CatalogueSummary | CatalogueListing)[]
/**
 * Opaque; `null` on the last page.
 */
nextCursor: (string | null)
hidden?: HiddenListings
}
/**
 * A listing in lists of the catalogue, without its schemas and examples.
 */
export interface CatalogueSummary {
id: string
seller: Seller
/**
 * Unique and permanent; accepted wherever an id is accepted.
 */
slug: string
title: string
description: (string | null)
category: (string | null)
price: Price
tags: (string[] | null)
/**
 * Starts at 1 and increases with each accepted change to the run contract or the price.
 */
revision: number
health: Health
/**
 * `null` if fewer than 20 calls count.
 */
quality: (Quality | null)
createdAt: string
updatedAt: string
listingState: ListingState
runContract: SummaryRunContract
}
/**
 * Who sells a listing.
 */
export interface Seller {
/**
 * The `sellerId` of the profile; not the `userId`.
 */
id: string
/**
 * Not unique; `Seller` and the start of the id until the seller sets one.
 */
name: string
}
/**
 * The price of one call.
 */
export interface Price {
/**
 * In units of the currency, at most 6 decimals.
 */
amount: number
/**
 * What is charged for, usually `call`.
 */
unit: string
/**
 * ISO 4217, upper case.
 */
currency: string
}
/**
 * Results of probing the seller's health endpoint.
 */
export interface Health {
status: HealthStatus
checkedAt: (string | null)
latencyMs: (number | null)
/**
 * Fraction of successful probes in the last 24 hours; `null` before the first probe.
 */
uptime24h: (number | null)
}
/**
 * How calls of other accounts ended over the last 7 UTC days, including today. Each account counts for at most 5 calls a day.
 */
export interface Quality {
/**
 * Completed calls as a share of `calls`.
 */
successRate: number
/**
 * Half of the completed calls took at most this long; `null` if none completed.
 */
p50Ms: (number | null)
/**
 * 95 % of the completed calls took at most this long; `null` if none completed.
 */
p95Ms: (number | null)
/**
 * Calls that count, at most 5 per account a day: completed calls, and failed ones except `interrupted`, `expired`, `cancelled`, `listing_unavailable` and refused inputs. Failures count only for accounts that also got a result.
 */
calls: number
/**
 * Inputs that the service refused with status 400, 404, 409, 410, 413, 414 or 422, at most 5 of each account a day. They are not among `calls`.
 */
refused: number
}
/**
 * The part of the run contract in summaries; `include=contract` and the single record have the rest.
 */
export interface SummaryRunContract {
method: Method
hasInputSchema: boolean
hasOutputSchema: boolean
}
/**
 * A listing in the public catalogue, without its owner and the addresses of its service.
 */
export interface CatalogueListing {
id: string
seller: Seller
/**
 * Unique and permanent; accepted wherever an id is accepted.
 */
slug: string
title: string
description: (string | null)
category: (string | null)
price: Price
tags: (string[] | null)
/**
 * Starts at 1 and increases with each accepted change to the run contract or the price.
 */
revision: number
health: Health
/**
 * `null` if fewer than 20 calls count.
 */
quality: (Quality | null)
createdAt: string
updatedAt: string
listingState: ListingState
runContract: CatalogueRunContract
}
/**
 * What a buyer sends and receives. Optional members are absent if they were not given.
 */
export interface CatalogueRunContract {
method: Method
/**
 * JSON Schema (draft-07, 2019-09 or 2020-12) of the input.
 */
inputSchema?: Record<string, unknown>
/**
 * JSON Schema of the result.
 */
outputSchema?: Record<string, unknown>
/**
 * An example request, as a JSON string.
 */
requestExampleJson?: string
/**
 * An example response, as a JSON string.
 */
responseExampleJson?: string
}
/**
 * How many listings that have all words of the query each filter leaves out, counted up to 1,000. A listing that several filters leave out counts for each. Filters that leave out none are absent.
 */
export interface HiddenListings {
category?: number
tag?: number
/**
 * Priced in another currency than the one searched for: `currency`, or USD with `maxPrice` or `sort=price`.
 */
currency?: number
/**
 * Priced in that currency, and higher.
 */
maxPrice?: number
health?: number
}
/**
 * Search terms and filters of the catalogue.
 */
export interface CatalogueQuery {
/**
 * Maximum number of records per page.
 */
limit?: number
/**
 * `nextCursor` of the previous page.
 */
cursor?: string
/**
 * Words to search for in title, description and tags.
 */
query?: string
/**
 * Only listings with exactly this category.
 */
category?: string
/**
 * Only listings with exactly this tag.
 */
tag?: string
currency?: Currency
/**
 * Inclusive, in `currency`.
 */
maxPrice?: number
include?: CatalogueInclude
health?: HealthStatus
sort?: CatalogueSort
}
/**
 * Categories of published listings.
 */
export interface CategoryList {
data: CategoryCount[]
}
/**
 * A category and the number of its published listings.
 */
export interface CategoryCount {
category: string
count: number
}
/**
 * Ends the other sessions of the person.
 */
export interface ChangePasswordRequest {
currentPassword: string
newPassword: NewPassword
}
/**
 * The outcome of one named check of a seller's service.
 */
export interface Check {
name: string
/**
 * `false` only if the check failed.
 */
ok: boolean
level: CheckLevel
outcome: CheckOutcome
/**
 * One sentence that says what was found.
 */
message: string
/**
 * What to change if the check failed.
 */
fix?: string
details?: Detail[]
}
/**
 * One problem and its location.
 */
export interface Detail {
/**
 * JSON Pointer to the location; for `invalid_input` relative to `requestBody`. Values are never echoed.
 */
path: string
message: string
/**
 * The JSON Schema keyword or the rule that failed.
 */
keyword?: string
}
/**
 * A key can grant only scopes that it holds itself; `*` only if it holds `*`.
 */
export interface CreateApiKeyRequest {
name: string
/**
 * @maxItems 50
 */
scopes: KeyScope[]
/**
 * RFC 3339; in the future.
 */
expiresAt?: (string | null)
/**
 * What may be spent with the key and the keys created with it.
 */
budget?: (KeyBudgetInput | null)
}
/**
 * The rules to set; `null` removes one. `limit` and `maxPrice` need a `currency`.
 */
export interface KeyBudgetInput {
/**
 * The most that may be spent in a period, in units of the currency, at most 6 decimals.
 */
limit?: (number | null)
currency?: (Currency | null)
/**
 * `none` if it is not given.
 */
period?: (BudgetPeriod | null)
/**
 * The most that one order may cost, in units of the currency, at most 6 decimals.
 */
maxPrice?: (number | null)
/**
 * Ids or slugs of the only listings that may be ordered; stored as ids.
 * 
 * @minItems 1
 * @maxItems 100
 */
listings?: (string[] | null)
}
/**
 * An activation.
 */
export interface CreateOrderRequest {
/**
 * Id or slug of a published listing.
 */
listingId: string
/**
 * The input: any JSON, `{}` if absent. The seller receives it as written, with all digits of its numbers.
 */
requestBody?: unknown
/**
 * The maximum price of the call in `currency` (default USD). If the listing costs more, or its price is in a different currency, the response is 409 `listing_changed`. A price of 0 is always accepted.
 */
maxPrice?: number
currency?: Currency
/**
 * The required unit of the listing's price; otherwise the response is 409 `listing_changed`.
 */
unit?: string
/**
 * The required revision of the listing; otherwise the response is 409 `listing_changed`.
 */
revision?: number
metadata?: OrderMetadata
}
/**
 * A provider registered by hand. It is submitted for review immediately unless `listingState` is `draft`.
 */
export interface CreateProviderRequest {
title: string
description?: (string | null)
category?: (string | null)
/**
 * @maxItems 10
 */
tags?: (string[] | null)
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
id?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
userId?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
seller?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
status?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
reviewRejectionReason?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
slowInputs?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
reviewChecks?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
revision?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
quality?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
health?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
createdAt?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
updatedAt?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
warnings?: unknown
slug?: Slug
price?: (PriceInput | null)
runContract: RunContractInput
/**
 * `draft` saves it without a review.
 */
listingState?: "draft"
}
/**
 * The fields of the price to set; the others keep their values (or the defaults 0, `call` and `USD`).
 */
export interface PriceInput {
/**
 * In units of the currency, at most 6 decimals.
 */
amount?: number
unit?: string
currency?: Currency
}
/**
 * How the marketplace should call the seller.
 */
export interface RunContractInput {
method: Method
/**
 * Absolute URL of the seller's endpoint; outside dev mode https on a public address.
 */
endpointPath: string
/**
 * Absolute URL probed with GET every 5 minutes.
 */
healthEndpoint?: (string | null)
/**
 * JSON Schema (draft-07, 2019-09 or 2020-12) of the input.
 */
inputSchema?: Record<string, unknown> | null
/**
 * JSON Schema of the result.
 */
outputSchema?: Record<string, unknown> | null
/**
 * An example request, as a JSON string.
 */
requestExampleJson?: (string | null)
/**
 * An example response, as a JSON string.
 */
responseExampleJson?: (string | null)
}
/**
 * A webhook to create.
 */
export interface CreateWebhookRequest {
/**
 * Absolute URL: https on a public address; dev mode also allows http and private addresses.
 */
url: string
/**
 * `["order.settled"]` by default.
 * 
 * @minItems 1
 * @maxItems 10
 */
events?: WebhookEvent[]
/**
 * Which orders to deliver; all by default.
 */
filter?: (WebhookFilterInput | null)
}
/**
 * Which orders to deliver: those that meet every condition. `null` removes a condition.
 */
export interface WebhookFilterInput {
/**
 * Only orders placed with this API key of yours.
 */
keyId?: (string | null)
/**
 * Only orders of this listing (id or slug); stored as an id.
 */
listingId?: (string | null)
/**
 * Only orders that completed, or only those that failed.
 */
orderState?: (SettledState | null)
}
/**
 * A new API key. No other response contains the key itself.
 */
export interface CreatedApiKey {
id: string
name: string
scopes: KeyScope[]
lastFour: string
createdAt: string
expiresAt: (string | null)
origin: KeyOrigin
/**
 * The key that created this one; revoking it revokes this one too. `null` for any other origin.
 */
parentId: (string | null)
/**
 * What may be spent with this key; `null` if it has no budget of its own. Those of the keys above it apply too.
 */
budget: (KeyBudget | null)
/**
 * What is left of its own budget now; `null` without a limit.
 */
remaining: (BudgetRemaining | null)
/**
 * The key itself, shown only once.
 */
key: string
prefix: string
}
/**
 * A new webhook with its secret.
 */
export interface CreatedWebhook {
id: string
url: SellerUrl
events: WebhookEvent[]
filter: WebhookFilter
state: WebhookState
/**
 * Why the URL is not confirmed yet; `null` in any other state.
 */
pendingReason: (string | null)
/**
 * Why the marketplace disabled it; `null` in any other state.
 */
disabledReason: (string | null)
createdAt: string
/**
 * `whsec_` + base64: the secret that signs the deliveries. No other response contains it, except that of a rotation.
 */
secret: string
}
/**
 * Which orders are delivered: those that meet every condition that is not `null`.
 */
export interface WebhookFilter {
keyId: (string | null)
listingId: (string | null)
orderState: (SettledState | null)
}
/**
 * A person, as they see themselves.
 */
export interface User {
id: string
name: string
email: string
}
/**
 * Signs the person of dev mode in.
 */
export interface DevSignInRequest {
/**
 * The token of the address that the server printed, or the API key that it printed.
 */
token: string
}
/**
 * A program asks for a device code and a user code (RFC 8628, section 3.1), as `application/x-www-form-urlencoded`.
 */
export interface DeviceCodeForm {
/**
 * The name of the program, which the person sees.
 */
client_id: string
/**
 * The name of the machine, which the person sees and which becomes the name of the key.
 */
host_name?: string
/**
 * The scopes that it asks for, separated by spaces; `*` by default.
 */
scope?: string
}
/**
 * The code that a program shows to its user, and the one with which it asks for its key (RFC 8628, section 3.2).
 */
export interface DeviceCodes {
/**
 * Only for the program.
 */
device_code: string
/**
 * What the person enters, such as `WDJB-MJHT`.
 */
user_code: string
/**
 * The page on which the person enters it.
 */
verification_uri: string
/**
 * The same page, with the code in its fragment.
 */
verification_uri_complete: string
/**
 * Seconds until both codes expire.
 */
expires_in: number
/**
 * Seconds to wait between two requests for the key.
 */
interval: number
}
/**
 * A program that waits for an API key.
 */
export interface DeviceLogin {
/**
 * As the program shows it: `WDJB-MJHT`.
 */
userCode: string
/**
 * The name that the program claims.
 */
program: string
/**
 * The name of the machine that the program claims.
 */
hostName: (string | null)
/**
 * Where the request came from; for IPv6 only the network.
 */
address: string
/**
 * What the program asks for.
 */
scopes: KeyScope[]
createdAt: string
/**
 * When the code expires.
 */
expiresAt: string
}
/**
 * The API key of a program (RFC 6749, section 5.1).
 */
export interface DeviceToken {
/**
 * The API key; this is the only response that contains it.
 */
access_token: string
token_type: "Bearer"
/**
 * Its scopes, separated by spaces.
 */
scope: string
/**
 * Seconds until the key expires; absent if it does not.
 */
expires_in?: number
}
/**
 * A program asks for its API key (RFC 8628, section 3.4), as `application/x-www-form-urlencoded`.
 */
export interface DeviceTokenForm {
grant_type: string
device_code: string
/**
 * The same as in the request for the code.
 */
client_id: string
}
/**
 * What was asked for has been done.
 */
export interface Done {
success: true
}
/**
 * No body, or an empty object.
 */
export interface EmptyRequest {

}
/**
 * The session to end.
 */
export interface EndSessionRequest {
id: string
}
/**
 * The body of every marketplace error.
 */
export interface ErrorBody {
/**
 * One sentence for people.
 */
error: string
/**
 * Machine-readable code from the table of error types.
 */
type: string
/**
 * @maxItems 10
 */
details?: Detail[]
requestId: string
/**
 * With `invalid_state_transition`: the current state.
 */
from?: string
/**
 * With `invalid_state_transition`: the requested state.
 */
to?: string
/**
 * With `invalid_state_transition`: the states that can be requested.
 */
allowed?: string[]
/**
 * With `insufficient_scope`: the missing scope.
 */
requiredScope?: string
/**
 * With `review_failed`: all checks of the review.
 */
checks?: Check[]
status?: ProviderStatus
price?: Price
/**
 * With `quota_exceeded`: the limit that was reached.
 */
limit?: string
/**
 * With `budget_exceeded`: the rule of the budget that refuses the order. With `listing_changed`: what no longer fits.
 */
reason?: (BudgetReason | ChangeReason)
/**
 * With `budget_exceeded`: what is left of that budget; `null` if it has no limit.
 */
remaining?: (BudgetRemaining | null)
}
/**
 * Failed orders by the kind of their failure; kinds without one are absent.
 */
export interface FailureCounts {
timeout?: number
connection?: number
tls?: number
url_not_allowed?: number
seller_status?: number
invalid_json?: number
too_large?: number
interrupted?: number
expired?: number
cancelled?: number
listing_unavailable?: number
}
/**
 * The address of the seller's service and, optionally, a slug for the listing and the price of a contract that names none.
 */
export interface FromServiceRequest {
/**
 * Base URL; the marketplace appends `/contract`.
 */
serviceUrl: string
slug?: Slug
price?: PriceInput
}
/**
 * One probe.
 */
export interface HealthProbe {
checkedAt: string
healthy: boolean
/**
 * `null` if there was no response.
 */
statusCode: (number | null)
latencyMs: number
}
/**
 * Health with its history.
 */
export interface HealthReport {
status: HealthStatus
checkedAt: (string | null)
latencyMs: (number | null)
uptime24h: (number | null)
/**
 * Newest first, the last 7 days.
 */
history: HealthProbe[]
}
/**
 * Who changed a listing: an API key or a person of the account, the operator, or the marketplace itself, which reviews listings.
 */
export interface HistoryActor {
kind: ("key" | "session" | "operator" | "marketplace")
/**
 * The name of the key or the person at that time; `null` for the operator and the marketplace.
 */
name: (string | null)
}
/**
 * A change to a listing, as its owner sees it.
 */
export interface HistoryEntry {
/**
 * The revision of the listing after the change.
 */
revision: number
at: string
verdict: Verdict
/**
 * The differences that the verdict rests on, the most severe first.
 * 
 * @maxItems 50
 */
findings: Finding[]
actor: HistoryActor
changes: FieldChange[]
}
/**
 * One page, newest first.
 */
export interface HistoryList {
data: HistoryEntry[]
/**
 * Opaque; `null` on the last page.
 */
nextCursor: (string | null)
}
/**
 * Paging parameters.
 */
export interface ListQuery {
/**
 * Maximum number of records per page.
 */
limit?: number
/**
 * `nextCursor` of the previous page.
 */
cursor?: string
}
/**
 * One of a person's sessions.
 */
export interface ListedSession {
id: string
createdAt: string
expiresAt: string
/**
 * Where the person signed in from; for IPv6 only the network.
 */
ipAddress: (string | null)
/**
 * The browser that signed in, as it names itself.
 */
userAgent: (string | null)
/**
 * Whether it is the session of the browser that asks.
 */
current: boolean
}
/**
 * The listing view of a provider.
 */
export interface Listing {
id: string
seller: Seller
/**
 * Unique and permanent; accepted wherever an id is accepted.
 */
slug: string
title: string
description: (string | null)
category: (string | null)
price: Price
tags: (string[] | null)
/**
 * Starts at 1 and increases with each accepted change to the run contract or the price.
 */
revision: number
health: Health
/**
 * `null` if fewer than 20 calls count.
 */
quality: (Quality | null)
createdAt: string
updatedAt: string
/**
 * The owner.
 */
userId: string
listingState: ListingState
runContract: RunContract
/**
 * Present in responses to a create, an import or a change.
 */
warnings?: Warning[]
}
/**
 * How the marketplace calls the seller. Optional members are absent if they were not given.
 */
export interface RunContract {
method: Method
/**
 * JSON Schema (draft-07, 2019-09 or 2020-12) of the input.
 */
inputSchema?: Record<string, unknown>
/**
 * JSON Schema of the result.
 */
outputSchema?: Record<string, unknown>
/**
 * An example request, as a JSON string.
 */
requestExampleJson?: string
/**
 * An example response, as a JSON string.
 */
responseExampleJson?: string
endpointPath: SellerUrl
healthEndpoint?: SellerUrl
}
/**
 * Something that was accepted but may be a mistake.
 */
export interface Warning {
code: string
message: string
/**
 * JSON Pointer to the location, if there is one.
 */
path?: string
}
/**
 * One page, newest first.
 */
export interface ListingList {
data: Listing[]
/**
 * Opaque; `null` on the last page.
 */
nextCursor: (string | null)
}
/**
 * The data of one event of `GET /v1/events`: which record was created or changed, not how.
 */
export interface MarketEvent {
type: EventType
/**
 * The order or listing; `null` for `resync`.
 */
id: (string | null)
}
/**
 * The caller's account and its API key or session.
 */
export interface Me {
userId: string
/**
 * `null` for a session.
 */
keyId: (string | null)
/**
 * `null` for an API key.
 */
sessionId: (string | null)
/**
 * Every scope by name, also if the key holds `*`.
 */
scopes: Scope[]
/**
 * `null` for a session.
 */
keyName: (string | null)
/**
 * What the key may spend; `null` for a session, and if neither the key nor one above it has a budget.
 */
budget: (RemainingBudget | null)
}
/**
 * The budget of the request's key, and how much remains of it and of the budgets of the keys above it. A rule that is not set is `null`.
 */
export interface RemainingBudget {
/**
 * The most that may be spent in a period.
 */
limit: (number | null)
/**
 * ISO 4217, upper case: of `limit` and `maxPrice`, and of every order that is not free.
 */
currency: (string | null)
period: BudgetPeriod
/**
 * The most that one order may cost.
 */
maxPrice: (number | null)
/**
 * The ids of the only listings that may be ordered.
 */
listings: (string[] | null)
/**
 * The amount that can still be spent: the smallest remainder of this budget and of those of the keys above it; `null` if none of them has a limit.
 */
remaining: (BudgetRemaining | null)
}
/**
 * An amount in a currency.
 */
export interface Money {
/**
 * ISO 4217, upper case.
 */
currency: string
/**
 * In units of the currency.
 */
amount: number
}
/**
 * No query parameters.
 */
export interface NoQuery {

}
/**
 * A refused request of a program, in the form that OAuth prescribes.
 */
export interface OAuthErrorBody {
error: OAuthErrorCode
/**
 * One sentence for a person.
 */
error_description: string
}
/**
 * One activation and its outcome.
 */
export interface Order {
id: string
listingId: string
listing: OrderListing
orderState: OrderState
/**
 * Present only if `failed`.
 */
errorMessage?: string
failure: (OrderFailure | null)
price: Price
/**
 * `true` only if `completed`.
 */
charged: boolean
/**
 * The listing's revision when the order was placed.
 */
revision: number
createdAt: string
startedAt: (string | null)
completedAt: (string | null)
/**
 * From start to completion.
 */
durationMs: (number | null)
/**
 * The input as the buyer wrote it.
 */
requestBody: unknown
/**
 * The seller's response as the seller wrote it; present only if `completed`.
 */
result?: unknown
/**
 * Whether `result` matches the listing's `outputSchema`; `null` without one, or if that could not be determined.
 */
outputValid: (boolean | null)
/**
 * Where `result` does not match `outputSchema`.
 */
outputErrors: (Detail[] | null)
/**
 * The API key that placed the order; `null` if a person who was signed in placed it.
 */
keyId: (string | null)
metadata: OrderMetadata
}
/**
 * The current name of the listing of an order.
 */
export interface OrderListing {
/**
 * Permanent; accepted wherever an id is accepted.
 */
slug: string
title: string
}
/**
 * Why an order failed.
 */
export interface OrderFailure {
kind: FailureKind
/**
 * HTTP status of the seller's response.
 */
sellerStatus?: number
/**
 * The seller's own `error` text.
 */
sellerMessage?: string
}
/**
 * Counts of the orders that you placed and that settled in an hour or a day.
 */
export interface OrderCounts {
/**
 * Settled orders.
 */
calls: number
completed: number
failed: number
failures: FailureCounts
/**
 * The price of completed orders, by currency.
 */
spend: Money[]
/**
 * Start of the hour or the day in UTC.
 */
start: string
}
/**
 * One page, newest first: complete records, or summaries with `view=summary`.
 */
export interface OrderList {
data: (Order | OrderSummary)[]
/**
 * Opaque; `null` on the last page.
 */
nextCursor: (string | null)
}
/**
 * An order in a list with `view=summary`: without `requestBody` and `result`.
 */
export interface OrderSummary {
id: string
listingId: string
listing: OrderListing
orderState: OrderState
/**
 * Present only if `failed`.
 */
errorMessage?: string
failure: (OrderFailure | null)
price: Price
/**
 * `true` only if `completed`.
 */
charged: boolean
/**
 * The listing's revision when the order was placed.
 */
revision: number
createdAt: string
startedAt: (string | null)
completedAt: (string | null)
/**
 * From start to completion.
 */
durationMs: (number | null)
/**
 * Whether the result matches the listing's `outputSchema`; `null` without one, or if that could not be determined.
 */
outputValid: (boolean | null)
/**
 * Where the result does not match `outputSchema`.
 */
outputErrors: (Detail[] | null)
/**
 * The API key that placed the order; `null` if a person who was signed in placed it.
 */
keyId: (string | null)
metadata: OrderMetadata
}
/**
 * Filters for the orders that you placed.
 */
export interface OrderListQuery {
/**
 * `nextCursor` of the previous page.
 */
cursor?: string
/**
 * Id or slug.
 */
listingId?: string
orderState?: OrderState
/**
 * RFC 3339; inclusive.
 */
createdAfter?: string
/**
 * RFC 3339; exclusive.
 */
createdBefore?: string
view?: OrderView
/**
 * Maximum number of records per page.
 */
limit?: number
metadata?: OrderMetadata
}
/**
 * The body of a delivery: an order that has settled, without `requestBody` and `result`.
 */
export interface OrderSettled {
type: "order.settled"
/**
 * When the order settled.
 */
timestamp: string
data: OrderSummary
}
/**
 * Statistics of the orders that you placed, by the time at which they settled.
 */
export interface OrderStats {
/**
 * Inclusive; the start of an hour or a day in UTC.
 */
from: string
/**
 * Exclusive; the end of an hour or a day in UTC.
 */
to: string
by: StatsPeriod
totals: OrderTotals
/**
 * Oldest first; hours and days without an order are included.
 */
data: OrderCounts[]
}
/**
 * Counts of the orders that you placed.
 */
export interface OrderTotals {
/**
 * Settled orders.
 */
calls: number
completed: number
failed: number
failures: FailureCounts
/**
 * The price of completed orders, by currency.
 */
spend: Money[]
}
/**
 * Completed orders by whether the result matches the output schema.
 */
export interface OutputValidity {
valid: number
invalid: number
/**
 * Without an output schema, or if the check could not be completed.
 */
unchecked: number
}
/**
 * What an import would create; nothing is saved.
 */
export interface Preview {
valid: true
/**
 * `false` if a review check fails now.
 */
publishable: boolean
listing: PreviewListing
warnings: Warning[]
checks: Check[]
}
/**
 * The content of the listing, which is not saved.
 */
export interface PreviewListing {
/**
 * The slug that an import would assign now.
 */
slug: string
title: string
description: (string | null)
category: (string | null)
tags: (string[] | null)
price: Price
runContract: RunContract
}
/**
 * What buyers see of a seller.
 */
export interface Profile {
/**
 * Random and permanent; not the `userId`.
 */
sellerId: string
/**
 * Not unique; `Seller` and the start of the id until the seller sets one.
 */
name: string
website: (HttpsUrl | null)
/**
 * Where buyers reach the seller.
 */
contact: (HttpsUrl | null)
termsUrl: (HttpsUrl | null)
documentationUrl: (HttpsUrl | null)
}
/**
 * The provider view of a listing, with its review.
 */
export interface Provider {
id: string
seller: Seller
/**
 * Unique and permanent; accepted wherever an id is accepted.
 */
slug: string
title: string
description: (string | null)
category: (string | null)
price: Price
tags: (string[] | null)
/**
 * Starts at 1 and increases with each accepted change to the run contract or the price.
 */
revision: number
health: Health
/**
 * `null` if fewer than 20 calls count.
 */
quality: (Quality | null)
createdAt: string
updatedAt: string
/**
 * The owner.
 */
userId: string
listingState: ListingState
runContract: RunContract
/**
 * Present in responses to a create, an import or a change.
 */
warnings?: Warning[]
status: ProviderStatus
/**
 * Set if the review flagged the provider or the operator suspended its account.
 */
reviewRejectionReason: (string | null)
/**
 * The checks of the last review; empty before the first.
 */
reviewChecks: Check[]
/**
 * Inputs of buyers that were refused because checking them against inputSchema took longer than 500 ms, since the schema was last changed.
 */
slowInputs: number
}
/**
 * One page, newest first.
 */
export interface ProviderList {
data: Provider[]
/**
 * Opaque; `null` on the last page.
 */
nextCursor: (string | null)
}
/**
 * Sets a password with a link from the operator.
 */
export interface ResetPasswordRequest {
token: string
newPassword: NewPassword
}
/**
 * Revokes an API key (RFC 7009), as `application/x-www-form-urlencoded`.
 */
export interface RevocationForm {
/**
 * The API key.
 */
token: string
}
/**
 * How long calls are also signed with the old secret.
 */
export interface RotateSigningSecretRequest {
/**
 * 0 drops the old secret immediately.
 */
gracePeriodSeconds?: number
}
/**
 * How long deliveries are also signed with the old secret.
 */
export interface RotateWebhookSecretRequest {
/**
 * 0 drops the old secret immediately.
 */
gracePeriodSeconds?: number
}
/**
 * The members of the run contract to change. Each replaces the stored one (a schema as a whole); `null` removes an optional one.
 */
export interface RunContractChange {
method?: Method
/**
 * Absolute URL of the seller's endpoint; outside dev mode https on a public address.
 */
endpointPath?: string
/**
 * Absolute URL probed with GET every 5 minutes.
 */
healthEndpoint?: (string | null)
/**
 * JSON Schema (draft-07, 2019-09 or 2020-12) of the input.
 */
inputSchema?: Record<string, unknown> | null
/**
 * JSON Schema of the result.
 */
outputSchema?: Record<string, unknown> | null
/**
 * An example request, as a JSON string.
 */
requestExampleJson?: (string | null)
/**
 * An example response, as a JSON string.
 */
responseExampleJson?: (string | null)
}
/**
 * Counts of the orders of your listings that settled in an hour or a day.
 */
export interface SalesCounts {
/**
 * Settled orders.
 */
calls: number
completed: number
failed: number
failures: FailureCounts
/**
 * The price of completed orders, by currency.
 */
revenue: Money[]
/**
 * Median duration of completed calls, within 5 %; `null` without one.
 */
p50Ms: (number | null)
/**
 * The duration that 95 % of the completed calls did not exceed, within 5 %; `null` without one.
 */
p95Ms: (number | null)
outputValid: OutputValidity
/**
 * Start of the hour or the day in UTC.
 */
start: string
}
/**
 * Filters for the calls to listings.
 */
export interface SalesListQuery {
/**
 * `nextCursor` of the previous page.
 */
cursor?: string
/**
 * Id or slug.
 */
listingId?: string
orderState?: OrderState
/**
 * RFC 3339; inclusive.
 */
createdAfter?: string
/**
 * RFC 3339; exclusive.
 */
createdBefore?: string
view?: OrderView
/**
 * The most records that a page has.
 */
limit?: number
}
/**
 * Statistics of the orders of your listings, by the time at which they settled.
 */
export interface SalesStats {
/**
 * Inclusive; the start of an hour or a day in UTC.
 */
from: string
/**
 * Exclusive; the end of an hour or a day in UTC.
 */
to: string
by: StatsPeriod
totals: SalesTotals
/**
 * Oldest first; hours and days without an order are included.
 */
data: SalesCounts[]
}
/**
 * Counts of the orders of your listings.
 */
export interface SalesTotals {
/**
 * Settled orders.
 */
calls: number
completed: number
failed: number
failures: FailureCounts
/**
 * The price of completed orders, by currency.
 */
revenue: Money[]
/**
 * Median duration of completed calls, within 5 %; `null` without one.
 */
p50Ms: (number | null)
/**
 * The duration that 95 % of the completed calls did not exceed, within 5 %; `null` without one.
 */
p95Ms: (number | null)
outputValid: OutputValidity
}
export interface ProviderContract {
provider: SellerProvider
}
/**
 * The service for sale.
 */
export interface SellerProvider {
title: string
description?: string
category?: string
/**
 * @maxItems 10
 */
tags?: string[]
price?: SellerPrice
runContract: SellerRunContract
}
/**
 * The price of one call: `amountCents` or `amount`; if both are given, they must agree. Without a price, calls are free.
 */
export interface SellerPrice {
currency?: Currency
/**
 * Hundredths of the currency's unit.
 */
amountCents?: number
/**
 * In units of the currency, at most 6 decimals.
 */
amount?: number
unit?: string
}
/**
 * How the marketplace calls the seller.
 */
export interface SellerRunContract {
method: Method
endpointPath: SellerUrl
healthEndpoint?: SellerUrl
/**
 * JSON Schema of the input.
 */
inputSchema?: Record<string, unknown>
/**
 * JSON Schema of the result.
 */
outputSchema?: Record<string, unknown>
/**
 * An example request, as a JSON string.
 */
requestExampleJson?: string
/**
 * An example response, as a JSON string.
 */
responseExampleJson?: string
}
/**
 * @deprecated
 * The older form: use `provider`.
 */
export interface ListingContract {
listing: SellerProvider
}
/**
 * The seller's view of a call.
 */
export interface SellerOrder {
id: string
listingId: string
listing: OrderListing
orderState: OrderState
/**
 * Present only if `failed`.
 */
errorMessage?: string
failure: (OrderFailure | null)
price: Price
/**
 * `true` only if `completed`.
 */
charged: boolean
/**
 * The listing's revision when the order was placed.
 */
revision: number
createdAt: string
startedAt: (string | null)
completedAt: (string | null)
/**
 * From start to completion.
 */
durationMs: (number | null)
/**
 * The input as the buyer wrote it.
 */
requestBody: unknown
/**
 * The seller's response as the seller wrote it; present only if `completed`.
 */
result?: unknown
/**
 * Whether `result` matches the listing's `outputSchema`; `null` without one, or if that could not be determined.
 */
outputValid: (boolean | null)
/**
 * Where `result` does not match `outputSchema`.
 */
outputErrors: (Detail[] | null)
/**
 * Pseudonym of the buyer, stable per buyer and seller account.
 */
buyerId: string
}
/**
 * One page, newest first: complete records, or summaries with `view=summary`.
 */
export interface SellerOrderList {
data: (SellerOrder | SellerOrderSummary)[]
/**
 * Opaque; `null` on the last page.
 */
nextCursor: (string | null)
}
/**
 * The seller's view of a call in a list with `view=summary`: without `requestBody` and `result`.
 */
export interface SellerOrderSummary {
id: string
listingId: string
listing: OrderListing
orderState: OrderState
/**
 * Present only if `failed`.
 */
errorMessage?: string
failure: (OrderFailure | null)
price: Price
/**
 * `true` only if `completed`.
 */
charged: boolean
/**
 * The listing's revision when the order was placed.
 */
revision: number
createdAt: string
startedAt: (string | null)
completedAt: (string | null)
/**
 * From start to completion.
 */
durationMs: (number | null)
/**
 * Whether the result matches the listing's `outputSchema`; `null` without one, or if that could not be determined.
 */
outputValid: (boolean | null)
/**
 * Where the result does not match `outputSchema`.
 */
outputErrors: (Detail[] | null)
/**
 * Pseudonym of the buyer, stable per buyer and seller account.
 */
buyerId: string
}
/**
 * The public page of a seller.
 */
export interface SellerProfile {
/**
 * Random and permanent; not the `userId`.
 */
sellerId: string
/**
 * Not unique; `Seller` and the start of the id until the seller sets one.
 */
name: string
website: (HttpsUrl | null)
/**
 * Where buyers reach the seller.
 */
contact: (HttpsUrl | null)
termsUrl: (HttpsUrl | null)
documentationUrl: (HttpsUrl | null)
listings: CatalogueList
}
/**
 * The e-mail address and the password of a person.
 */
export interface SignInRequest {
/**
 * An e-mail address; upper and lower case are the same.
 */
email: string
password: string
}
/**
 * A person who gets an account.
 */
export interface SignUpRequest {
name: string
/**
 * An e-mail address; upper and lower case are the same.
 */
email: string
password: NewPassword
/**
 * The token of an invitation by the operator.
 */
invitation?: string
}
/**
 * The person who has just signed in; the session is in the cookie.
 */
export interface SignedIn {
user: User
}
/**
 * The secret with which calls to this provider are signed.
 */
export interface SigningSecret {
/**
 * The listing whose calls it signs.
 */
slug: string
/**
 * `whsec_` + base64.
 */
secret: string
createdAt: string
/**
 * Until then, calls are also signed with the previous secret.
 */
previousExpiresAt: (string | null)
}
/**
 * The range of statistics. Both ends are extended to whole hours or days of UTC.
 */
export interface StatsQuery {
/**
 * RFC 3339; inclusive. By default 24 hours or 30 days before `to`.
 */
from?: string
/**
 * RFC 3339; exclusive. Now by default.
 */
to?: string
by?: StatsPeriod
/**
 * Id or slug.
 */
listingId?: string
}
/**
 * The fields to change. `budget` is merged one level deep; `null` removes it.
 */
export interface UpdateApiKeyRequest {
name?: string
/**
 * The rules to change; the others stay. `null` removes the budget.
 */
budget?: (KeyBudgetInput | null)
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
id?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
scopes?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
prefix?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
lastFour?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
createdAt?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
lastUsedAt?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
expiresAt?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
origin?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
parentId?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
remaining?: unknown
}
/**
 * The fields to change. `runContract` and `price` are merged one level deep; `null` clears an optional field.
 */
export interface UpdateListingRequest {
title?: string
description?: (string | null)
category?: (string | null)
/**
 * @maxItems 10
 */
tags?: (string[] | null)
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
id?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
userId?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
seller?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
status?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
reviewRejectionReason?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
slowInputs?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
reviewChecks?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
revision?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
quality?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
health?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
createdAt?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
updatedAt?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
warnings?: unknown
listingState?: ListingState
price?: PriceInput
runContract?: RunContractChange
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
slug?: unknown
}
/**
 * A profile. It replaces the stored one: a field that is absent or `null` is removed.
 */
export interface UpdateProfileRequest {
name: string
website?: (HttpsUrl | null)
contact?: (HttpsUrl | null)
termsUrl?: (HttpsUrl | null)
documentationUrl?: (HttpsUrl | null)
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
sellerId?: unknown
}
/**
 * The fields to change.
 */
export interface UpdateWebhookRequest {
/**
 * Absolute URL: https on a public address; dev mode also allows http and private addresses.
 */
url?: string
/**
 * The events that the webhook receives.
 * 
 * @minItems 1
 * @maxItems 10
 */
events?: WebhookEvent[]
/**
 * Which orders to deliver: the given conditions replace those of the webhook; `null` removes them all.
 */
filter?: (WebhookFilterInput | null)
state?: WebhookState
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
id?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
pendingReason?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
disabledReason?: unknown
/**
 * Read-only: ignored, so that you can send back a record that you read.
 */
createdAt?: unknown
}
/**
 * What you bought, by key, listing or day.
 */
export interface Usage {
/**
 * Inclusive; the start of a day in UTC.
 */
from: string
/**
 * Exclusive; the end of a day in UTC.
 */
to: string
by: UsageBy
totals: OrderTotals
/**
 * Days oldest first, those without an order included; keys and listings with the most calls first.
 */
data: UsageRow[]
}
/**
 * What you bought with a key, of a listing, or on a day. Only the members of `by` are present.
 */
export interface UsageRow {
/**
 * Settled orders.
 */
calls: number
completed: number
failed: number
failures: FailureCounts
/**
 * The price of completed orders, by currency.
 */
spend: Money[]
/**
 * With `by=key`; `null` for orders that people placed who were signed in.
 */
keyId?: (string | null)
/**
 * With `by=key`.
 */
keyName?: (string | null)
/**
 * With `by=listing`.
 */
listingId?: string
/**
 * With `by=listing`; `null` if the listing no longer exists.
 */
slug?: (string | null)
/**
 * With `by=listing`; `null` if the listing no longer exists.
 */
title?: (string | null)
/**
 * With `by=day`: `YYYY-MM-DD`, in UTC.
 */
day?: string
}
/**
 * The range of usage. Both ends are extended to whole days of UTC.
 */
export interface UsageQuery {
/**
 * RFC 3339; inclusive. By default 30 days before `to`; at most 2 years ago.
 */
from?: string
/**
 * RFC 3339; exclusive. Now by default.
 */
to?: string
by?: UsageBy
}
/**
 * The code that `mkt login` shows, as a person enters it.
 */
export interface UserCodeRequest {
/**
 * As the person typed it: case, spaces and dashes do not matter.
 */
userCode: string
}
/**
 * A URL to which the marketplace reports settled orders.
 */
export interface Webhook {
id: string
url: SellerUrl
events: WebhookEvent[]
filter: WebhookFilter
state: WebhookState
/**
 * Why the URL is not confirmed yet; `null` in any other state.
 */
pendingReason: (string | null)
/**
 * Why the marketplace disabled it; `null` in any other state.
 */
disabledReason: (string | null)
createdAt: string
}
/**
 * One request to the URL of a webhook.
 */
export interface WebhookAttempt {
id: string
/**
 * The order; `null` for a challenge or a test.
 */
orderId: (string | null)
at: string
/**
 * The HTTP status of the response; `null` if there was none.
 */
status: (number | null)
/**
 * Why it failed; `null` for a success.
 */
error: (string | null)
durationMs: number
/**
 * When the delivery is tried again; `null` if it is not.
 */
nextAttemptAt: (string | null)
}
/**
 * One page, newest first.
 */
export interface WebhookAttemptList {
data: WebhookAttempt[]
/**
 * Opaque; `null` on the last page.
 */
nextCursor: (string | null)
}
/**
 * One page, newest first.
 */
export interface WebhookList {
data: Webhook[]
/**
 * Opaque; `null` on the last page.
 */
nextCursor: (string | null)
}
/**
 * The new secret of a webhook.
 */
export interface WebhookSecret {
/**
 * `whsec_` + base64.
 */
secret: string
createdAt: string
/**
 * Until then, deliveries are also signed with the previous secret.
 */
previousExpiresAt: (string | null)
}
