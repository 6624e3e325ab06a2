import type { FailureKind, OrderFailure, OrderSummary } from '@mkt/client';
import type { CsvColumns } from '../../orders/DownloadCsv.tsx';

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
  if (kind === 'seller_status') return `Service returned ${sellerStatus}`;
  return reason === 'dns' ? 'Host name not found' : REASONS[kind];
}

/** What went wrong with an order: why it failed, or that its result is not what was promised. */
export function problemOf(order: OrderSummary): { reason: string; detail: string } | undefined {
  if (order.orderState === 'failed') {
    const { failure } = order;
    return { reason: reasonInShort(failure), detail: failure.sellerMessage ?? '' };
  }
  if (order.outputValid !== false) return undefined;
  return { reason: 'Does not match the output schema', detail: '' };
}

/** The columns of a file of orders; `names`: of keys, by id. */
export const csvColumns = (names: ReadonlyMap<string, string>): CsvColumns<OrderSummary> => [
  ['id', ({ id }) => id],
  ['listing', ({ listing }) => listing.slug],
  ['title', ({ listing }) => listing.title],
  ['state', ({ orderState }) => orderState],
  ['failure', ({ failure }) => failure?.kind],
  ['errorMessage', (order) => (order.orderState === 'failed' ? order.errorMessage : null)],
  ['sellerMessage', ({ failure }) => failure?.sellerMessage],
  ['currency', ({ price }) => price.currency],
  ['price', ({ price }) => price.amount],
  ['charged', ({ price, charged }) => (charged ? price.amount : 0)],
  ['createdAt', ({ createdAt }) => createdAt],
  ['startedAt', ({ startedAt }) => startedAt],
  ['completedAt', ({ completedAt }) => completedAt],
  ['durationMs', ({ durationMs }) => durationMs],
  ['outputValid', ({ outputValid }) => (outputValid === null ? null : String(outputValid))],
  ['keyId', ({ keyId }) => keyId],
  ['keyName', ({ keyId }) => keyId && names.get(keyId)],
  [
    'metadata',
    ({ metadata }) => (Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null),
  ],
];
