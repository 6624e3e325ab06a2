import type { Order } from '@mkt/client';
import { compactJson } from '../terminal/format-json.ts';
import { printableJsonText } from '../terminal/printable.ts';
import type { Style } from '../terminal/style.ts';
import { facts } from './table.ts';
import { durationWords, priceWords, timeWords } from './price.ts';

/** Everything of an order but its result. `input` is the text of its requestBody. */
export function orderFacts(order: Order, input: string, style: Style): string {
  const { failure, outputErrors } = order;
  return facts(
    [
      ['order', order.id],
      ['listing', `${order.listingId}, revision ${order.revision}`],
      ['state', order.orderState],
      ['created', timeWords(order.createdAt)],
      ['started', timeWords(order.startedAt)],
      ['completed', timeWords(order.completedAt)],
      ['took', order.durationMs === null ? null : durationWords(order.durationMs)],
      ['price', `${priceWords(order.price)}, ${order.charged ? 'charged' : 'not charged'}`],
      ['error', order.errorMessage],
      ['seller says', failure?.sellerMessage],
      ['input', printableJsonText(compactJson(input))],
      ['output', outputErrors ? 'does not fit the listing’s outputSchema' : null],
    ],
    style,
  );
}
