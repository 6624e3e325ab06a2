export {
  formatApiKey,
  isApiKey,
  isKeyScope,
  isScope,
  KEY_SCOPES,
  SCOPES,
  visibleParts,
} from './api-key.ts';
export { AUTH_ROUTES, type AuthAccess, type AuthRoute, type AuthRouteId } from './auth-routes.ts';
export { closestName, COMPARED_NAMES, didYouMean, unknownNameMessage } from './closest-name.ts';
export { currencyCode, decimalsOf } from './currency.ts';
export { centsToMicros, fromMicros, MICROS_PER_UNIT, toMicros } from './price.ts';
export { AUDIT_ACTION_VALUES as AUDIT_ACTIONS, CURRENCIES } from './generated/enums.ts';
export {
  ERROR_TYPES,
  GENERAL_ERROR_TYPES,
  IMPORT_ERROR_TYPES,
  isErrorType,
  type ErrorType,
  type ImportErrorType,
} from './errors.ts';
export type * from './generated/wire-types.ts';
export { InexactNumber, isInexact, isObject, type ReadValue } from './json/inexact-number.ts';
export { isTooLong, OVER_PRECISE, overPrecisePath } from './json/over-precise.ts';
export { createGrowingBuffer, type GrowingBuffer } from './json/growing-buffer.ts';
export { HEADERS } from './headers.ts';
export {
  HIDDEN_CHARACTERS,
  printable,
  printableJson,
  visibleLine,
  withoutModelTokens,
} from './untrusted-text.ts';
export {
  DEFAULT_CURRENCY,
  DEFAULT_UNIT,
  isHealthyStatus,
  KNOWN_CATEGORIES,
  KNOWN_UNITS,
  type ListingContent,
  type PriceInMicros,
  type SellerUrlMode,
} from './listing.ts';
export { describeJsonError, syntaxErrorAt, type TextPlace } from './json/syntax-error.ts';
export { parseJson, readJson, type ParsedJson } from './json/parse-json.ts';
export {
  checkedJson,
  fromChecked,
  hasInexactNumbers,
  type CheckedJson,
  type ReadJson,
} from './json/read-json.ts';
export { endOfString } from './json/json-scan.ts';
export {
  compactJson,
  readMember,
  textItems,
  textMembers,
  withoutMember,
  type TextMember,
} from './json/text-members.ts';
export { pointerSegments, pointerTo, valueAt } from './json/json-pointer.ts';
export { IDEMPOTENCY_HOURS, LIMITS, socketBytesLimit } from './limits.ts';
export { sendsQuery, toQueryString, withQuery } from './input-as-query.ts';
export type { PathParameters } from './route.ts';
export { ROUTES, type Access, type Route, type RouteId } from './routes.ts';
export {
  FAILURE_KINDS,
  isSettled,
  LISTING_STATE_CHANGES,
  LISTING_STATES,
  listingStateOf,
  OPEN_ORDER_STATES,
  ORDER_STATES,
  PROVIDER_STATUSES,
  SETTLED_ORDER_STATES,
} from './states.ts';
export {
  describeViolations,
  detailsOf,
  invalidName,
  listValues,
  placeInside,
  requiredBeside,
  rootPlace,
  type Place,
  type SchemaViolation,
  type Violation,
} from './violations.ts';
