import type { SellerOrderSummary } from '@mkt/protocol';
import type { Style } from '../terminal/style.ts';
import { formatMoney } from './price.ts';
import { onOneLine } from './table.ts';
import { formatDuration } from './time.ts';

/** `12:00:01  ✔ text-insights   12 ms   USD 0.02`, or why the call failed. */
export function saleLine(sale: SellerOrderSummary & { slug: string }, style: Style): string {
  const { slug, orderState, completedAt, durationMs, price, charged, failure, outputValid } = sale;
  const isCompleted = orderState === 'completed';
  const parts = [
    style.dim((completedAt ?? '').slice(11, 19)),
    `${isCompleted ? style.green('✔') : style.red('✖')} ${slug}`,
    ...(durationMs === null ? [] : [formatDuration(durationMs)]),
    ...(charged ? [formatMoney(price)] : []),
    ...(failure ? [describeFailure(failure)] : []),
    ...(outputValid === false ? [style.yellow('the result does not match outputSchema')] : []),
  ];
  return onOneLine(parts.join('  '));
}

type Failure = NonNullable<SellerOrderSummary['failure']>;

function describeFailure({ kind, sellerStatus, sellerMessage }: Failure): string {
  const what = sellerStatus ? `${kind} ${sellerStatus}` : kind;
  return sellerMessage ? `${what}: ${sellerMessage}` : what;
}
