// Generated from packages/protocol/schemas by `npm run fix`. Do not edit.


/**
 * What an API key may do, as `resource:verb`.
 */
export type Scope = ("provider:create" | "provider:read" | "provider:delete" | "provider:secret" | "listing:read" | "listing:update" | "order:create" | "order:read" | "api_key:read" | "api_key:create" | "api_key:delete")
/**
 * `contract`: whole records instead of summaries. A page of them may be shorter than `limit`.
 */
export type CatalogueInclude = "contract"
/**
 * State as buyers see it; `pending_review` and `flagged` read as `draft`.
 */
export type ListingState = ("draft" | "published" | "paused" | "archived")
/**
 * HTTP method of a run contract.
 */
export type Method = ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")
/**
 * The status code of the last probe decides.
 */
export type HealthStatus = ("healthy" | "unhealthy" | "unknown" | "not_configured")
/**
 * ISO 4217 code of a national currency in use, in any case; stored in upper case.
 */
export type Currency = string
/**
 * `relevance` (the default with `query`), `newest` (the default without), `price` ascending.
 */
export type CatalogueSort = ("relevance" | "newest" | "price")
/**
 * `required` decides whether a listing can be published; `rule` and `advice` do not.
 */
export type CheckLevel = ("required" | "rule" | "advice")
/**
 * `skipped`: not tried; the message says why.
 */
export type CheckOutcome = ("passed" | "failed" | "skipped")
/**
 * Unique and permanent. One that is or was taken is 409 `slug_taken`; the form of a UUID is refused.
 */
export type Slug = string
/**
 * State as the seller sees it.
 */
export type ProviderStatus = ("draft" | "pending_review" | "flagged" | "published" | "paused" | "archived")
/**
 * Why an order failed.
 */
export type FailureKind = ("timeout" | "connection" | "tls" | "url_not_allowed" | "seller_status" | "invalid_json" | "too_large" | "interrupted" | "expired" | "listing_unavailable")
/**
 * `completed` and `failed` are terminal.
 */
export type OrderState = ("pending" | "running" | "completed" | "failed")
/**
 * The document that a seller answers at GET /contract. Unknown extra fields are allowed and ignored with a warning.
 */
export type SellerContract = (ProviderContract | ListingContract)
/**
 * Absolute URL of the seller's service: https on a public address; in dev mode http and private addresses too.
 */
export type SellerUrl = string

export interface Wire {
ApiKeyList: ApiKeyList
ApiKey: ApiKey
CatalogueInclude: CatalogueInclude
CatalogueList: CatalogueList
CatalogueListing: CatalogueListing
CatalogueQuery: CatalogueQuery
CatalogueRunContract: CatalogueRunContract
CatalogueSort: CatalogueSort
CatalogueSummary: CatalogueSummary
CategoryList: CategoryList
CheckLevel: CheckLevel
CheckOutcome: CheckOutcome
Check: Check
CreateApiKeyRequest: CreateApiKeyRequest
CreateOrderRequest: CreateOrderRequest
CreateProviderRequest: CreateProviderRequest
CreatedApiKey: CreatedApiKey
Currency: Currency
Detail: Detail
EmptyRequest: EmptyRequest
ErrorBody: ErrorBody
FailureKind: FailureKind
FromServiceRequest: FromServiceRequest
HealthProbe: HealthProbe
HealthReport: HealthReport
HealthStatus: HealthStatus
Health: Health
ListQuery: ListQuery
ListingList: ListingList
ListingState: ListingState
Listing: Listing
Me: Me
Method: Method
NoQuery: NoQuery
OrderFailure: OrderFailure
OrderListQuery: OrderListQuery
OrderList: OrderList
OrderState: OrderState
Order: Order
PreviewListing: PreviewListing
Preview: Preview
PriceInput: PriceInput
Price: Price
ProviderList: ProviderList
ProviderStatus: ProviderStatus
Provider: Provider
RotateSigningSecretRequest: RotateSigningSecretRequest
RunContractChange: RunContractChange
RunContractInput: RunContractInput
RunContract: RunContract
Scope: Scope
SellerContract: SellerContract
SellerOrderList: SellerOrderList
SellerOrder: SellerOrder
SellerProvider: SellerProvider
SellerRunContract: SellerRunContract
SellerUrl: SellerUrl
SigningSecret: SigningSecret
Slug: Slug
SummaryRunContract: SummaryRunContract
UpdateListingRequest: UpdateListingRequest
Warning: Warning
}
/**
 * One page, newest first.
 */
export interface ApiKeyList {
data: ApiKey[]
/**
 * Opaque; null on the last page.
 */
nextCursor: (string | null)
}
/**
 * An API key, without its secret.
 */
export interface ApiKey {
id: string
name: string
scopes: Scope[]
/**
 * The first characters of the key.
 */
prefix: string
lastFour: string
createdAt: string
lastUsedAt: (string | null)
expiresAt: (string | null)
}
/**
 * One page, in the order that was asked for: summaries, or whole records with `include=contract`.
 */
export interface CatalogueList {
data: (CatalogueSummary | CatalogueListing)[]
/**
 * Opaque; null on the last page.
 */
nextCursor: (string | null)
}
/**
 * A listing as lists of the catalogue show it: without its schemas and examples.
 */
export interface CatalogueSummary {
id: string
/**
 * Unique and permanent; stands wherever an id may stand.
 */
slug: string
title: string
description: (string | null)
category: (string | null)
listingState: ListingState
price: Price
runContract: SummaryRunContract
tags: (string[] | null)
/**
 * Counts the accepted changes of the run contract and the price, from 1.
 */
revision: number
health: Health
createdAt: string
updatedAt: string
}
/**
 * What one call costs.
 */
export interface Price {
/**
 * In units of the currency, at most 6 decimals.
 */
amount: number
/**
 * What is counted, usually `call`.
 */
unit: string
/**
 * ISO 4217, upper case.
 */
currency: string
}
/**
 * What a summary tells of the run contract; `include=contract`, or the single record, has the rest.
 */
export interface SummaryRunContract {
method: Method
hasInputSchema: boolean
hasOutputSchema: boolean
}
/**
 * What the probes of the seller's health endpoint saw.
 */
export interface Health {
status: HealthStatus
checkedAt: (string | null)
latencyMs: (number | null)
/**
 * Fraction of good probes in 24 h; null before the first.
 */
uptime24h: (number | null)
}
/**
 * A listing as the public catalogue shows it: without its owner and the addresses of its service.
 */
export interface CatalogueListing {
id: string
/**
 * Unique and permanent; stands wherever an id may stand.
 */
slug: string
title: string
description: (string | null)
category: (string | null)
listingState: ListingState
price: Price
runContract: CatalogueRunContract
tags: (string[] | null)
/**
 * Counts the accepted changes of the run contract and the price, from 1.
 */
revision: number
health: Health
createdAt: string
updatedAt: string
}
/**
 * What a buyer sends and gets. Optional members are absent when they were not given.
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
 * Search and filters of the catalogue.
 */
export interface CatalogueQuery {
limit?: number
/**
 * `nextCursor` of the page before.
 */
cursor?: string
/**
 * Words to look for in title, description and tags.
 */
query?: string
category?: string
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
 * A category and its published listings.
 */
export interface CategoryCount {
category: string
count: number
}
/**
 * The outcome of one named check of a seller service.
 */
export interface Check {
name: string
/**
 * False only when the check failed.
 */
ok: boolean
level: CheckLevel
outcome: CheckOutcome
/**
 * One sentence: what was seen.
 */
message: string
/**
 * What to change, when the check failed.
 */
fix?: string
details?: Detail[]
}
/**
 * One thing that is wrong, and where.
 */
export interface Detail {
/**
 * JSON Pointer to the place; for `invalid_input` relative to `requestBody`. Values are never echoed.
 */
path: string
message: string
/**
 * The JSON Schema keyword, or the rule, that failed.
 */
keyword?: string
}
/**
 * A key can grant only scopes that the caller's key holds.
 */
export interface CreateApiKeyRequest {
name: string
/**
 * @maxItems 50
 */
scopes: Scope[]
/**
 * RFC 3339; in the future.
 */
expiresAt?: (string | null)
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
 * The input, any JSON; `{}` when absent. It reaches the seller as it is written, with all digits of its numbers.
 */
requestBody?: unknown
/**
 * The most that the call may cost, in `currency` (USD when that is not given). A listing that costs more, or has a price in another currency, is 409 `listing_changed`; a price of 0 fits.
 */
maxPrice?: number
currency?: Currency
/**
 * The unit that the listing's price must have, else 409 `listing_changed`.
 */
unit?: string
/**
 * The revision that the listing must have, else 409 `listing_changed`.
 */
revision?: number
}
/**
 * A provider by hand. It is submitted for review at once unless `listingState` is `draft`.
 */
export interface CreateProviderRequest {
title: string
slug?: Slug
description?: (string | null)
category?: (string | null)
/**
 * @maxItems 10
 */
tags?: (string[] | null)
price?: (PriceInput | null)
runContract: RunContractInput
/**
 * `draft` saves without review.
 */
listingState?: "draft"
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
id?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
userId?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
status?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
reviewRejectionReason?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
reviewChecks?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
revision?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
health?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
createdAt?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
updatedAt?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
warnings?: unknown
}
/**
 * The fields of a price to set; the others keep their value (or their default: 0, `call`, `USD`).
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
 * How the marketplace is to call the seller.
 */
export interface RunContractInput {
method: Method
/**
 * Absolute URL of the seller's endpoint; https on a public address outside dev mode.
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
 * A new API key: the only answer that carries it.
 */
export interface CreatedApiKey {
id: string
name: string
scopes: Scope[]
/**
 * The key itself: shown here and never again.
 */
key: string
prefix: string
lastFour: string
createdAt: string
expiresAt: (string | null)
}
/**
 * No body, or an empty object.
 */
export interface EmptyRequest {

}
/**
 * The one shape of every marketplace error.
 */
export interface ErrorBody {
/**
 * One sentence for a person.
 */
error: string
/**
 * Machine code, from the table of error types.
 */
type: string
/**
 * @maxItems 10
 */
details?: Detail[]
requestId: string
/**
 * With `invalid_state_transition`: the present state.
 */
from?: string
/**
 * With `invalid_state_transition`: the state asked for.
 */
to?: string
/**
 * With `invalid_state_transition`: the states that could be asked for.
 */
allowed?: string[]
/**
 * With `insufficient_scope`.
 */
requiredScope?: string
/**
 * With `review_failed`: every check of the review.
 */
checks?: Check[]
status?: ProviderStatus
price?: Price
/**
 * With `quota_exceeded`: the limit that was reached.
 */
limit?: string
}
/**
 * Where the seller's service is, and the slug that the listing is to have.
 */
export interface FromServiceRequest {
/**
 * Base URL; the marketplace appends `/contract`.
 */
serviceUrl: string
slug?: Slug
}
/**
 * One probe.
 */
export interface HealthProbe {
checkedAt: string
healthy: boolean
/**
 * null when no answer came.
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
 * A page.
 */
export interface ListQuery {
limit?: number
/**
 * `nextCursor` of the page before.
 */
cursor?: string
}
/**
 * One page, newest first.
 */
export interface ListingList {
data: Listing[]
/**
 * Opaque; null on the last page.
 */
nextCursor: (string | null)
}
/**
 * The listing view of a provider: what is for sale.
 */
export interface Listing {
id: string
/**
 * The owner.
 */
userId: string
/**
 * Unique and permanent; stands wherever an id may stand.
 */
slug: string
title: string
description: (string | null)
category: (string | null)
listingState: ListingState
price: Price
runContract: RunContract
tags: (string[] | null)
/**
 * Counts the accepted changes of the run contract and the price, from 1.
 */
revision: number
health: Health
createdAt: string
updatedAt: string
/**
 * In answers to a create, an import or a change.
 */
warnings?: Warning[]
}
/**
 * How the marketplace calls the seller. Optional members are absent when they were not given.
 */
export interface RunContract {
method: Method
/**
 * Absolute URL of the seller's endpoint; https on a public address outside dev mode.
 */
endpointPath: string
/**
 * Absolute URL probed with GET every 5 minutes.
 */
healthEndpoint?: string
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
 * Something accepted that its author may not have meant.
 */
export interface Warning {
code: string
message: string
/**
 * JSON Pointer, where there is a place.
 */
path?: string
}
/**
 * Who the caller is, and with what: an API key or a session.
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
scopes: Scope[]
}
/**
 * No query parameters.
 */
export interface NoQuery {

}
/**
 * Why an order failed.
 */
export interface OrderFailure {
kind: FailureKind
/**
 * HTTP status of the seller's answer.
 */
sellerStatus?: number
/**
 * The seller's own `error` text.
 */
sellerMessage?: string
}
/**
 * Filters of orders.
 */
export interface OrderListQuery {
limit?: number
/**
 * `nextCursor` of the page before.
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
}
/**
 * One page, newest first.
 */
export interface OrderList {
data: Order[]
/**
 * Opaque; null on the last page.
 */
nextCursor: (string | null)
}
/**
 * One activation and its outcome.
 */
export interface Order {
id: string
listingId: string
orderState: OrderState
/**
 * The input as it was written.
 */
requestBody: unknown
/**
 * The seller's response as it was written; present only when `completed`.
 */
result?: unknown
/**
 * Present only when `failed`.
 */
errorMessage?: string
failure: (OrderFailure | null)
/**
 * Whether `result` fits the listing's `outputSchema`; null without one, or when that cannot be decided.
 */
outputValid: (boolean | null)
/**
 * Where `result` breaks `outputSchema`.
 */
outputErrors: (Detail[] | null)
price: Price
/**
 * True only when `completed`.
 */
charged: boolean
/**
 * The listing's revision at the time of the order.
 */
revision: number
createdAt: string
startedAt: (string | null)
completedAt: (string | null)
/**
 * From start to completion.
 */
durationMs: (number | null)
}
/**
 * The content of a listing that is not saved.
 */
export interface PreviewListing {
/**
 * The slug that an import would give now.
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
 * What an import would create; nothing is saved.
 */
export interface Preview {
valid: true
/**
 * False when a check of the review fails now.
 */
publishable: boolean
listing: PreviewListing
warnings: Warning[]
checks: Check[]
}
/**
 * One page, newest first.
 */
export interface ProviderList {
data: Provider[]
/**
 * Opaque; null on the last page.
 */
nextCursor: (string | null)
}
/**
 * The provider view of a listing: where its review stands.
 */
export interface Provider {
id: string
/**
 * The owner.
 */
userId: string
/**
 * Unique and permanent; stands wherever an id may stand.
 */
slug: string
title: string
description: (string | null)
category: (string | null)
listingState: ListingState
status: ProviderStatus
/**
 * Set when the review flagged the provider, or the marketplace paused it.
 */
reviewRejectionReason: (string | null)
/**
 * The checks of the last review; empty before the first.
 */
reviewChecks: Check[]
price: Price
runContract: RunContract
tags: (string[] | null)
/**
 * Counts the accepted changes of the run contract and the price, from 1.
 */
revision: number
health: Health
createdAt: string
updatedAt: string
/**
 * In answers to a create, an import or a change.
 */
warnings?: Warning[]
}
/**
 * How long the old secret goes on signing.
 */
export interface RotateSigningSecretRequest {
/**
 * 0 drops the old secret at once.
 */
gracePeriodSeconds?: number
}
/**
 * Members of the run contract to change: those that are given replace the stored ones, a schema as a whole; `null` removes an optional one.
 */
export interface RunContractChange {
method?: Method
/**
 * Absolute URL of the seller's endpoint; https on a public address outside dev mode.
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
export interface ProviderContract {
provider: SellerProvider
}
/**
 * What is for sale.
 */
export interface SellerProvider {
title: string
description?: string
category?: string
/**
 * @maxItems 10
 */
tags?: string[]
price: SellerPrice
runContract: SellerRunContract
}
/**
 * What one call costs: `amountCents` or `amount`; given both, they must agree.
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
 * The older key, still accepted.
 */
export interface ListingContract {
listing: SellerProvider
}
/**
 * One page, newest first.
 */
export interface SellerOrderList {
data: SellerOrder[]
/**
 * Opaque; null on the last page.
 */
nextCursor: (string | null)
}
/**
 * The seller's view of a call.
 */
export interface SellerOrder {
id: string
listingId: string
orderState: OrderState
/**
 * The input as it was written.
 */
requestBody: unknown
/**
 * The seller's response as it was written; present only when `completed`.
 */
result?: unknown
/**
 * Present only when `failed`.
 */
errorMessage?: string
failure: (OrderFailure | null)
/**
 * Whether `result` fits the listing's `outputSchema`; null without one, or when that cannot be decided.
 */
outputValid: (boolean | null)
/**
 * Where `result` breaks `outputSchema`.
 */
outputErrors: (Detail[] | null)
price: Price
/**
 * True only when `completed`.
 */
charged: boolean
/**
 * The listing's revision at the time of the order.
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
 * Pseudonym of the buyer, stable per buyer and seller account.
 */
buyerId: string
}
/**
 * The secret that signs calls to this provider.
 */
export interface SigningSecret {
/**
 * `whsec_` + base64.
 */
secret: string
createdAt: string
/**
 * Until when the secret before this one also signs.
 */
previousExpiresAt: (string | null)
}
/**
 * The fields to change. `runContract` and `price` are merged, one level deep; `null` clears what may be absent.
 */
export interface UpdateListingRequest {
title?: string
description?: (string | null)
category?: (string | null)
/**
 * @maxItems 10
 */
tags?: (string[] | null)
listingState?: ListingState
price?: PriceInput
runContract?: RunContractChange
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
id?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
userId?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
slug?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
status?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
reviewRejectionReason?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
reviewChecks?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
revision?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
health?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
createdAt?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
updatedAt?: unknown
/**
 * Read-only: ignored, so that a record that was read can be sent back.
 */
warnings?: unknown
}
