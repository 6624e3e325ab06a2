import type { OrderSummary } from '@mkt/client';
import type { CsvColumns } from '../../orders/DownloadCsv.tsx';

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
