import type { Order } from '@mkt/client';
import { LIMITS } from '@mkt/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { orderQuery } from '../../data/orders-data-orders.ts';
import { shownError } from '../../data/errors.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDuration } from '../../ui/duration.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { formatMoney } from '../../ui/text.ts';
import { Notice } from '../../ui/Notice-ui-Notice.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';

/** What the buyer pays, once that is known. */
function charged({ orderState, price }: Order): string {
  if (orderState === 'failed') return 'not charged';
  return orderState === 'completed' && price.amount > 0 ? `${formatMoney(price)} charged` : '';
}

const TICK_MS = 100;
const SECOND_MS = 1_000;
const MAX_CALL_SECONDS = LIMITS.sellerTimeoutMs / SECOND_MS;

/** How long the call has been running, by the clock of this page: the server's clock may differ. */
function Elapsed({ isWaiting }: { isWaiting: boolean }) {
  const [openedAt] = useState(() => performance.now());
  const [nowAt, setNowAt] = useState(openedAt);
  useEffect(() => {
    const timer = setInterval(() => setNowAt(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = ((nowAt - openedAt) / SECOND_MS).toFixed(1);
  // Screen readers do not read a timer aloud at every step.
  return (
    <p role="timer" className={classes.tryItLine}>
      {isWaiting
        ? `${seconds} s: other calls of this service come first.`
        : `${seconds} s of at most ${MAX_CALL_SECONDS} s`}
    </p>
  );
}

function contentOf(order: Order): ReactNode {
  switch (order.orderState) {
    case 'completed':
      return (
        <>
          {order.outputValid === false && (
            <Notice tone="warn" title="The result does not match the output schema">
              The seller sees this too.
            </Notice>
          )}
          <JsonView
            label="Result"
            value={order.result}
            text={order.resultText}
            fileName={`result-${order.id}.json`}
          />
        </>
      );
    case 'failed':
      return (
        <Notice tone="bad" title={<VisibleText>{order.errorMessage}</VisibleText>}>
          {order.failure.sellerMessage !== undefined && (
            <blockquote>
              <VisibleText>{order.failure.sellerMessage}</VisibleText>
            </blockquote>
          )}
          <p>Your input is kept. Run it again, or look at the health of this service.</p>
        </Notice>
      );
    case 'pending':
    case 'running':
      return (
        <>
          <Elapsed key={order.orderState} isWaiting={order.orderState === 'pending'} />
          <p className={classes.note}>
            You can leave this page: the order keeps running and appears under{' '}
            <Link href="/orders">Orders</Link>.
          </p>
        </>
      );
  }
}

/** The order that was just placed, followed until it settles. */
export function TryItResult({ orderId }: { orderId: string }) {
  const { data: order, error, refetch } = useQuery(orderQuery(orderId));
  if (!order) {
    return error ? (
      <ErrorNotice
        what="The order could not be loaded"
        error={shownError(error)}
        onRetry={() => void refetch()}
      />
    ) : null;
  }
  return (
    <Card
      title="Result"
      aside={
        <span className={classes.tryItLine}>
          <StateBadge state={order.orderState} loud />
          {order.durationMs !== null && <span>{formatDuration(order.durationMs)}</span>}
          <span>{charged(order)}</span>
        </span>
      }
      foot={<Link href={`/orders/${order.id}`}>Open order</Link>}
    >
      {contentOf(order)}
    </Card>
  );
}
