/** What to do about each type of error, for docs/reference/errors.md; links are relative to that page. */
export const ERROR_GUIDES = {
  malformed_request:
    'Use an HTTP library. [Limits](limits.md#sizes-and-times) apply to framing and chunks.',
  invalid_request:
    'Each entry of `details` names a field, often with the closest known one. [Requests and responses](protocol.md#requests-and-responses)',
  invalid_json:
    'Send JSON in which no object repeats a name. [Numbers](protocol.md#numbers), and for a contract [Errors of an import](protocol.md#errors-of-an-import)',
  invalid_input:
    'Nothing was ordered. `details` names each field; `mkt listings show LISTING` prints the schema. [What is checked first](../buy/orders.md#what-is-checked-first)',
  invalid_schema:
    '`details` names the place; `mkt validate` explains it. [JSON Schemas](../sell/listings.md#json-schemas)',
  invalid_cursor: 'Start the list again without a cursor. [Lists](protocol.md#lists)',
  url_not_allowed: 'Use a public https address. [Errors about URLs](protocol.md#errors-about-urls)',
  unauthenticated: 'Send a valid key. [Authentication](protocol.md#authentication)',
  budget_exceeded:
    'Nothing was ordered. Wait until `resetsAt`, or raise the budget with another key. [Over the budget](../buy/spending.md#over-the-budget)',
  insufficient_scope: 'Use a key that has `requiredScope`. [Scopes](protocol.md#scopes)',
  forbidden_origin:
    'Programs use an API key instead of a session. [Requests from other sites](../operate/accounts.md#requests-from-other-sites)',
  signup_closed: 'Ask the operator for an invitation. [Sign-up](../operate/accounts.md#sign-up)',
  account_suspended: 'Ask the operator for the reason. [Accounts](protocol.md#accounts)',
  budget_protected:
    'Change it with a key above it, or in the dashboard. [Changing a budget](../buy/spending.md#changing-a-budget)',
  not_found:
    'Check the id or slug, and the account of the key: another account’s objects do not exist for it. To list what there is: `GET /v1/marketplace/listings`, or of your own `GET /v1/providers`, `/v1/orders`, `/v1/api-keys` and `/v1/webhooks`. [Order of checks](protocol.md#order-of-checks)',
  method_not_allowed: 'Use a method that this header lists. [Endpoints](endpoints.md)',
  request_timeout: 'Send the request again. [Limits](limits.md#sizes-and-times)',
  invalid_state_transition:
    '`allowed` lists what is possible. [States](../sell/listings.md#states)',
  listing_not_active:
    'Nothing was ordered. `status` says why; its seller may resume it. [What is checked first](../buy/orders.md#what-is-checked-first)',
  listing_archived:
    'Archiving is final: create another listing. [Changes](../sell/listings.md#changes)',
  listing_changed:
    'Nothing was ordered. Compare `price` or read the history, then accept the new terms. [Guarding price and revision](../buy/orders.md#guarding-price-and-revision)',
  order_running: 'Wait until it has settled. [Cancelling](../buy/orders.md#cancelling)',
  order_settled: 'Read its outcome instead. [Cancelling](../buy/orders.md#cancelling)',
  review_in_progress:
    '`mkt listings show LISTING` shows its outcome. [Changes](../sell/listings.md#changes)',
  provider_was_published:
    'Archive it: `mkt listings archive LISTING`. [States](../sell/listings.md#states)',
  secret_not_available: 'Publish the listing first. [Secrets](../sell/deploy.md#secrets)',
  slug_taken: 'Choose another slug, or leave it out. [Slugs](../sell/listings.md#slugs)',
  email_taken:
    'Sign in, or ask the operator for a new password. [Sign-up](../operate/accounts.md#sign-up)',
  payload_too_large: 'Split the request into smaller ones. [Limits](limits.md#sizes-and-times)',
  unsupported_media_type:
    'Send `Content-Type: application/json`, uncompressed. [Requests and responses](protocol.md#requests-and-responses)',
  network:
    'Try the address from another network. [Errors of an import](protocol.md#errors-of-an-import)',
  non_ok_status: 'Serve the contract there. [The contract](seller-interface.md#the-contract)',
  invalid_contract:
    '`mkt validate` explains each problem. [The contract](seller-interface.md#the-contract)',
  review_failed: '`checks` has each check, with a fix. [Review](../sell/listings.md#review)',
  idempotency_key_reused:
    'A key belongs to one body: use a new one for another request. [Idempotency](../buy/orders.md#idempotency)',
  rate_limited: 'Repeat the request after that time. [Rates](limits.md#rates)',
  quota_exceeded: 'What each limit counts: [Shares](limits.md#shares)',
  headers_too_large: 'Send fewer or shorter headers. [Limits](limits.md#sizes-and-times)',
  internal: 'An order may exist: repeat the request with the same `Idempotency-Key`.',
  overloaded: 'Repeat the request after that time. [Limits](limits.md#simultaneous-calls)',
  storage_unavailable:
    'Repeat the request after that time, with the same `Idempotency-Key`. [On Postgres](../operate/run.md#on-postgres)',
};
