import type { FailureCounts, FailureKind, OrderFailure } from '@mkt/protocol';

/** What happened to calls, after their number: `17 timed out`. */
const COUNTED: Readonly<Record<FailureKind, string>> = {
  seller_status: 'got an error',
  timeout: 'timed out',
  connection: 'lost the connection',
  tls: 'had no valid certificate',
  url_not_allowed: 'had a forbidden address',
  invalid_json: 'got no JSON',
  too_large: 'got too much data',
  interrupted: 'were interrupted',
  expired: 'waited too long',
  cancelled: 'were cancelled',
  listing_unavailable: 'found the listing gone',
};

/** What happened to one call. */
const ONE: Readonly<Record<Exclude<FailureKind, 'seller_status'>, string>> = {
  timeout: 'the service did not respond in time',
  connection: 'the service could not be reached, or closed the connection',
  tls: 'the service has no valid certificate',
  url_not_allowed: 'the address of the service is not allowed',
  invalid_json: 'the response is not JSON',
  too_large: 'the response is too large',
  interrupted: 'the marketplace was interrupted',
  expired: 'the order waited too long',
  cancelled: 'the buyer cancelled the order',
  listing_unavailable: 'the listing was no longer for sale',
};

const isKind = <Words extends object>(
  words: Words,
  kind: string,
): kind is Extract<keyof Words, string> => Object.hasOwn(words, kind);

/** `17 timed out, 1 lost the connection`. A kind that only a newer marketplace knows is shown by its name. */
export const failuresInWords = (failures: FailureCounts): string =>
  Object.entries(failures)
    .map(([kind, count]) => `${count} ${isKind(COUNTED, kind) ? COUNTED[kind] : kind}`)
    .join(', ');

/** `the service responded with 401`. */
export function failureReason({ kind, sellerStatus }: OrderFailure): string {
  if (kind === 'seller_status') return `the service responded with ${sellerStatus ?? 'an error'}`;
  return isKind(ONE, kind) ? ONE[kind] : kind;
}

/** `the service responded with 401: The signature does not match`. */
export function failureInWords(failure: OrderFailure): string {
  const { sellerMessage } = failure;
  return `${failureReason(failure)}${sellerMessage ? `: ${sellerMessage}` : ''}`;
}
