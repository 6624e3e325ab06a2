import type { Order, SellerOrder } from '@mkt/client';
import type {
  Detail,
  FailureCounts,
  FailureKind,
  FailureReason,
  OrderFailure,
  SellerOrderSummary,
} from '@mkt/protocol';
import type { Style } from '../terminal/style.ts';
import { compactJson, printableJson } from '../terminal/text.ts';
import { facts, onOneLine } from './facts.ts';
import { formatDuration, formatMoney, formatPrice, formatTime } from './price.ts';

/** What happened to calls, after their number: `17 timed out`. */
const COUNTED: Readonly<Record<FailureKind, string>> = {
  seller_status: 'got an error',
  timeout: 'timed out',
  connection: 'lost the connection',
  tls: 'had no secure connection',
  url_not_allowed: 'had a forbidden address',
  invalid_json: 'got no JSON',
  too_large: 'got too much data',
  interrupted: 'were interrupted',
  expired: 'waited too long',
  cancelled: 'were cancelled',
  listing_unavailable: 'found the listing no longer for sale',
};

/** What happened to one call. */
const ONE: Readonly<Record<Exclude<FailureKind, 'seller_status'>, string>> = {
  timeout: 'the service did not respond in time',
  connection: 'the service could not be reached, or closed the connection',
  tls: 'there was no secure connection to the service',
  url_not_allowed: 'the address of the service is not allowed',
  invalid_json: 'the response is not JSON',
  too_large: 'the response is too large',
  interrupted: 'the marketplace was interrupted',
  expired: 'the order waited too long',
  cancelled: 'the buyer cancelled the order',
  listing_unavailable: 'the listing was no longer for sale',
};

/** The same, where it is known exactly. */
const BY_REASON: Readonly<Record<FailureReason, string>> = {
  dns: 'the host name of the service does not resolve',
  certificate_expired: 'the TLS certificate of the service has expired',
  certificate_not_yet_valid: 'the TLS certificate of the service is not valid yet',
  certificate_wrong_host: 'the TLS certificate of the service is for a different host name',
  certificate_untrusted:
    'the TLS certificate of the service is not trusted, or its intermediate certificates are missing',
  not_tls: 'the service does not speak TLS on its port',
  handshake_failed: 'the TLS handshake with the service failed',
  marketplace_network: 'the marketplace’s own network was down',
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
export function failureReason({ kind, reason, sellerStatus }: OrderFailure): string {
  if (reason !== undefined && isKind(BY_REASON, reason)) return BY_REASON[reason];
  if (kind === 'seller_status') return `the service responded with ${sellerStatus ?? 'an error'}`;
  return isKind(ONE, kind) ? ONE[kind] : kind;
}

/** `the service responded with 401: The signature does not match`. */
export function failureInWords(failure: OrderFailure): string {
  const { sellerMessage } = failure;
  return `${failureReason(failure)}${sellerMessage ? `: ${sellerMessage}` : ''}`;
}

/** `12:00:01  ✔ text-insights   12 ms   USD 0.02`, or why the call failed. */
export function saleLine(sale: SellerOrderSummary, style: Style): string {
  const { listing, orderState, completedAt, durationMs, price, charged, failure, outputValid } =
    sale;
  const isCompleted = orderState === 'completed';
  const parts = [
    style.dim((completedAt ?? '').slice(11, 19)),
    `${isCompleted ? style.green('✔') : style.red('✖')} ${listing.slug}`,
    ...(durationMs === null ? [] : [formatDuration(durationMs)]),
    ...(charged ? [price.amount === 0 ? 'free' : formatMoney(price)] : []),
    ...(failure ? [failureInWords(failure)] : []),
    ...(outputValid === false ? [style.yellow('the result does not match outputSchema')] : []),
  ];
  return onOneLine(parts.join('  '));
}

const priceInWords = ({ price, charged }: Order | SellerOrder): string =>
  price.amount === 0 ? 'free' : `${formatPrice(price)}, ${charged ? 'charged' : 'not charged'}`;

const metadataText = (metadata: Readonly<Record<string, string>>): string =>
  Object.entries(metadata)
    .map(([name, text]) => `${name}=${text}`)
    .join(', ');

const mismatch = (errors: readonly Detail[]): string => {
  const [first] = errors;
  const where = first ? `: ${first.path || '(root)'} ${first.message}` : '';
  return `does not match the listing’s outputSchema${where}`;
};

/** Everything about an order except its result, for its buyer or its seller; `input` is its JSON text. */
export function orderFacts(
  order: Order | SellerOrder,
  input: string | undefined,
  style: Style,
): string {
  const { failure, outputErrors, listing } = order;
  return facts(
    [
      ['order', order.id],
      ['listing', `${listing.slug}, ${order.listingId}, revision ${order.revision}`],
      ['buyer', 'buyerId' in order ? order.buyerId : null],
      ['state', order.orderState],
      ['created', formatTime(order.createdAt)],
      ['started', formatTime(order.startedAt)],
      ['settled', formatTime(order.completedAt)],
      ['took', order.durationMs === null ? null : formatDuration(order.durationMs)],
      ['price', priceInWords(order)],
      ['error', order.orderState === 'failed' ? order.errorMessage : null],
      ['seller says', failure?.sellerMessage],
      ['metadata', 'metadata' in order ? metadataText(order.metadata) : null],
      ['input', printableJson(compactJson(input ?? 'null'))],
      ['output', outputErrors ? mismatch(outputErrors) : null],
    ],
    style,
  );
}
