// Generated from packages/protocol/schemas by `pnpm fix`. Do not edit.

/** `relevance` (the default with `query`), `newest` (the default without), `price` ascending. */
export const CATALOGUE_SORT_VALUES = ["relevance","newest","price"] as const;

/** `required` decides whether a listing can be published; `rule` and `advice` are for `mkt validate`. */
export const CHECK_LEVEL_VALUES = ["required","rule","advice"] as const;

/** `skipped`: not tried; the message says why. */
export const CHECK_OUTCOME_VALUES = ["passed","failed","skipped"] as const;

/** Why an order failed. */
export const FAILURE_KIND_VALUES = ["timeout","connection","tls","url_not_allowed","seller_status","invalid_json","too_large","interrupted","expired","listing_unavailable"] as const;

/** The status code of the last probe decides. */
export const HEALTH_STATUS_VALUES = ["healthy","unhealthy","unknown","not_configured"] as const;

/** State as buyers see it; `pending_review` and `flagged` read as `draft`. */
export const LISTING_STATE_VALUES = ["draft","published","paused","archived"] as const;

/** HTTP method of a run contract. */
export const METHOD_VALUES = ["GET","POST","PUT","PATCH","DELETE"] as const;

/** `completed` and `failed` are terminal. */
export const ORDER_STATE_VALUES = ["pending","running","completed","failed"] as const;

/** State as the seller sees it. */
export const PROVIDER_STATUS_VALUES = ["draft","pending_review","flagged","published","paused","archived"] as const;

/** What an API key may do, as `resource:verb`. */
export const SCOPE_VALUES = ["provider:create","provider:read","provider:delete","provider:secret","listing:read","listing:update","order:create","order:read","api_key:read","api_key:create","api_key:delete"] as const;
