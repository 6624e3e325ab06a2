import type { Order, SellerOrder } from '@mkt/client';
import type { Detail } from '@mkt/protocol';
import { compactJson } from '../terminal/format-json.ts';
import { printableJson } from '../terminal/text.ts';
import type { Style } from '../terminal/style.ts';
import { facts } from './facts.ts';
import { formatPrice } from './price.ts';
import { formatDuration, formatTime } from './time.ts';

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
      ['price', `${formatPrice(order.price)}, ${order.charged ? 'charged' : 'not charged'}`],
      ['error', order.orderState === 'failed' ? order.errorMessage : null],
      ['seller says', failure?.sellerMessage],
      ['metadata', 'metadata' in order ? metadataText(order.metadata) : null],
      ['input', printableJson(compactJson(input ?? 'null'))],
      ['output', outputErrors ? mismatch(outputErrors) : null],
    ],
    style,
  );
}
