// Generated from packages/protocol/schemas by `npm run fix`. Do not edit.

/** When a budget resets: `none` (never), the UTC `day` or the UTC `month`. */
export const BUDGET_PERIOD_VALUES = ["none","day","month"] as const;

/** What the order would break: the `limit`, `max_price` (the maximum price of one order), `listing` (not among the listings of the budget) or `currency` (the price is in another one). */
export const BUDGET_REASON_VALUES = ["limit","max_price","listing","currency"] as const;

/** `contract`: complete records instead of summaries. Such a page may be shorter than `limit`. */
export const CATALOGUE_INCLUDE_VALUES = ["contract"] as const;

/** `relevance` (default with `query`), `newest` (default without `query`), or `price`, ascending. */
export const CATALOGUE_SORT_VALUES = ["relevance","newest","price"] as const;

/** Why a listing does not fit an order: `max_price`, `currency`, `unit` and `revision` name the condition of the request that it no longer meets; `changed`: another request changed it meanwhile. */
export const CHANGE_REASON_VALUES = ["max_price","currency","unit","revision","changed"] as const;

/** `required` decides whether a listing can be published; `rule` and `advice` do not. */
export const CHECK_LEVEL_VALUES = ["required","rule","advice"] as const;

/** `skipped`: not run; the message says why. */
export const CHECK_OUTCOME_VALUES = ["passed","failed","skipped"] as const;

/** What an event of `GET /v1/events` is about. After `resync`, events may be missing: read everything again. */
export const EVENT_TYPE_VALUES = ["order.updated","sale.updated","listing.updated","resync"] as const;

/** Why an order failed. */
export const FAILURE_KIND_VALUES = ["timeout","connection","tls","url_not_allowed","seller_status","invalid_json","too_large","interrupted","expired","cancelled","listing_unavailable"] as const;

/** Decided by the status code of the last probe. */
export const HEALTH_STATUS_VALUES = ["healthy","unhealthy","unknown","not_configured"] as const;

/** What created an API key: a person's session, another key, `mkt login`, the operator, or dev mode. */
export const KEY_ORIGIN_VALUES = ["session","key","device","operator","dev"] as const;

/** What an API key holds: a scope, or `*` for every scope, including those that later versions add. */
export const KEY_SCOPE_VALUES = ["*","provider:create","provider:read","provider:delete","provider:secret","listing:read","listing:update","order:create","order:read","order:read_own","api_key:read","api_key:create","api_key:delete","account:read","account:update","webhook:manage"] as const;

/** State as buyers see it; `pending_review` and `flagged` read as `draft`. */
export const LISTING_STATE_VALUES = ["draft","published","paused","archived"] as const;

/** HTTP method of a run contract. */
export const METHOD_VALUES = ["GET","POST","PUT","PATCH","DELETE"] as const;

/** Why a request of a program was refused (RFC 6749, section 5.2, and RFC 8628, section 3.5). */
export const O_AUTH_ERROR_CODE_VALUES = ["access_denied","authorization_pending","expired_token","invalid_grant","invalid_request","invalid_scope","slow_down","unsupported_grant_type"] as const;

/** `completed` and `failed` orders are settled: they never change again. */
export const ORDER_STATE_VALUES = ["pending","running","completed","failed"] as const;

/** `summary`: without `requestBody` and `result`, which a table does not show. Otherwise a page may be shorter than `limit`. */
export const ORDER_VIEW_VALUES = ["summary"] as const;

/** State as the seller sees it. */
export const PROVIDER_STATUS_VALUES = ["draft","pending_review","flagged","published","paused","archived"] as const;

/** What an API key may do, as `resource:verb`. */
export const SCOPE_VALUES = ["provider:create","provider:read","provider:delete","provider:secret","listing:read","listing:update","order:create","order:read","order:read_own","api_key:read","api_key:create","api_key:delete","account:read","account:update","webhook:manage"] as const;

/** How an order settles. */
export const SETTLED_STATE_VALUES = ["completed","failed"] as const;

/** What one difference means for buyers. */
export const SEVERITY_VALUES = ["safe","breaking","unknown"] as const;

/** What each entry of statistics covers: an hour or a day of UTC. */
export const STATS_PERIOD_VALUES = ["hour","day"] as const;

/** What each row of usage covers: an API key, a listing, or a day of UTC. */
export const USAGE_BY_VALUES = ["key","listing","day"] as const;

/** What a change means for buyers. `same`: the same input and output are valid, at the same price. `safe`: what worked still works, at no higher price. `breaking`: something may not. `unknown`: not decided. */
export const VERDICT_VALUES = ["same","safe","breaking","unknown"] as const;

/** An event that a webhook receives: `order.settled`, when one of your orders has completed or failed. */
export const WEBHOOK_EVENT_VALUES = ["order.settled"] as const;

/** `pending` until its URL has answered the challenge; `paused` by you; `disabled` by the marketplace after five days without a successful delivery, or when the receiver returned 410. */
export const WEBHOOK_STATE_VALUES = ["pending","active","paused","disabled"] as const;

/** ISO 4217, list one (current currencies), kept by SIX Group, as it applies on 2026-11-01: currencies of countries and of monetary unions. Left out are funds (BOV, CHE, CHW, CLF, COU, MXV, USN, UYI, UYW), metals (XAG, XAU, XPD, XPT), units of account (XAD, XBA, XBB, XBC, XBD, XDR, XSU, XUA), XTS and XXX. The generator makes the pattern from `examples`. */
export const CURRENCIES = ["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UZS","VED","VES","VND","VUV","WST","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"] as const;
