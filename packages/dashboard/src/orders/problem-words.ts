import type { FailureKind, OrderFailure, OrderSummary, SellerOrderSummary } from '@mkt/client';

const REASONS: Readonly<Record<Exclude<FailureKind, 'seller_status'>, string>> = {
  timeout: 'No response within 30 s',
  connection: 'Connection failed',
  tls: 'No secure connection',
  url_not_allowed: 'Address is not public',
  invalid_json: 'Response is not JSON',
  too_large: 'Response is too large',
  interrupted: 'Interrupted',
  expired: 'Waited over 10 minutes',
  cancelled: 'Cancelled',
  listing_unavailable: 'No longer for sale',
};

/** Why an order failed, in the few words that a row has room for. */
export function reasonInShort({ kind, reason, sellerStatus }: OrderFailure): string {
  if (kind === 'seller_status') return `Returned ${sellerStatus}`;
  return reason === 'dns' ? 'Host name not found' : REASONS[kind];
}

/** What went wrong with an order: in a few words, and in more. */
export interface Problem {
  reason: string;
  detail: string;
}

/** Its state as a badge has it: a result that is not what was promised is no good news. */
export const shownStateOf = ({ orderState, outputValid }: OrderSummary | SellerOrderSummary) =>
  orderState === 'completed' && outputValid === false ? 'mismatched' : orderState;

/** What went wrong with an order: why it failed, or where its result is not what was promised. */
export function problemOf(order: OrderSummary | SellerOrderSummary): Problem | undefined {
  if (order.orderState === 'failed') {
    const { failure } = order;
    return { reason: reasonInShort(failure), detail: failure.sellerMessage ?? '' };
  }
  if (order.outputValid !== false) return undefined;
  const place = order.outputErrors?.[0];
  return {
    reason: 'Does not match the output schema',
    detail: place ? `${place.path || '/'} ${place.message}` : '',
  };
}
