import type { Order } from '@mkt/client';
import { compactJson } from '../terminal/format-json.ts';
import { printableJson } from '../terminal/printable.ts';
import type { Style } from '../terminal/style.ts';
import { facts } from './table.ts';
import { formatPrice } from './price.ts';
import { formatDuration, formatTime } from './time.ts';

const metadataText = ({ metadata }: Order): string =>
  Object.entries(metadata)
    .map(([name, text]) => `${name}=${text}`)
    .join(', ');

interface Known {
  /** The text of the order's requestBody. */
  input: string;
  /** The listing's, if the catalogue shows it. */
  slug: string | undefined;
}

/** Everything about an order except its result. */
export function orderFacts(order: Order, { input, slug }: Known, style: Style): string {
  const { failure, outputErrors } = order;
  return facts(
    [
      ['order', order.id],
      [
        'listing',
        `${slug === undefined ? '' : `${slug}, `}${order.listingId}, revision ${order.revision}`,
      ],
      ['state', order.orderState],
      ['created', formatTime(order.createdAt)],
      ['started', formatTime(order.startedAt)],
      ['settled', formatTime(order.completedAt)],
      ['took', order.durationMs === null ? null : formatDuration(order.durationMs)],
      ['price', `${formatPrice(order.price)}, ${order.charged ? 'charged' : 'not charged'}`],
      ['error', order.orderState === 'failed' ? order.errorMessage : null],
      ['seller says', failure?.sellerMessage],
      ['metadata', metadataText(order)],
      ['input', printableJson(compactJson(input))],
      ['output', outputErrors ? 'does not match the listing’s outputSchema' : null],
    ],
    style,
  );
}
