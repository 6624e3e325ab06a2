import type { FailureKind } from '@mkt/client';

/** What happened to orders, after their number: `17 timed out`. */
const WORDS: Readonly<Record<FailureKind, string>> = {
  seller_status: 'got an error from the service',
  timeout: 'timed out',
  connection: 'lost the connection',
  tls: 'could not be encrypted (TLS)',
  url_not_allowed: 'had an address that is not public',
  invalid_json: 'got a response that is not JSON',
  too_large: 'got too large a response',
  interrupted: 'were interrupted',
  expired: 'waited too long',
  cancelled: 'were cancelled',
  listing_unavailable: 'found the listing no longer for sale',
};

const isKind = (kind: string): kind is FailureKind => kind in WORDS;

type Failures = Readonly<Partial<Record<FailureKind, number>>>;

/** How many orders failed by kind, the most frequent first; `words` as in "timed out". */
export const failuresByKind = (failures: Failures) =>
  Object.entries(failures)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => ({ kind, count, words: isKind(kind) ? WORDS[kind] : kind }));

/** `17 timed out, 1 lost the connection`, the most frequent first. */
export const failuresInWords = (failures: Failures): string =>
  failuresByKind(failures)
    .map(({ count, words }) => `${count} ${words}`)
    .join(', ');
