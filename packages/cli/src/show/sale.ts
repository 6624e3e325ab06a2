import type { SellerOrderSummary } from '@mkt/protocol';
import type { Style } from '../terminal/style.ts';
import { failureInWords } from './order.ts';
import { formatMoney } from './price.ts';
import { onOneLine } from './facts.ts';
import { formatDuration } from './time.ts';

/** `12:00:01  ✔ text-insights   12 ms   USD 0.02`, or why the call failed. */
export function saleLine(sale: SellerOrderSummary, style: Style): string {
  const { listing, orderState, completedAt, durationMs, price, charged, failure, outputValid } =
    sale;
  const isCompleted = orderState === 'completed';
  const parts = [
    style.dim((completedAt ?? '').slice(11, 19)),
    `${isCompleted ? style.green('✔') : style.red('✖')} ${listing.slug}`,
    ...(durationMs === null ? [] : [formatDuration(durationMs)]),
    ...(charged ? [formatMoney(price)] : []),
    ...(failure ? [failureInWords(failure)] : []),
    ...(outputValid === false ? [style.yellow('the result does not match outputSchema')] : []),
  ];
  return onOneLine(parts.join('  '));
}
