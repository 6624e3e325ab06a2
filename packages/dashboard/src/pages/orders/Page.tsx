import { Button } from '@mantine/core';
import type { OrderSummary } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { useListingNames } from '../../data/listings.ts';
import type { Shown } from '../../data/order-filter.ts';
import { ORDERS } from '../../data/orders.ts';
import { boughtInWords, RANGE_STEP_MS, statsQuery } from '../../data/stats-words.ts';
import { orderStatsQuery } from '../../data/stats.ts';
import { OrderListPage, type NamesProps, type OrderListSettings } from '../../orders/OrderList.tsx';
import { OrderPrice, orderTimings } from '../../orders/Outcome.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RelativeTime, useNow } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { formatDuration, formatMoneyList } from '../../ui/text.ts';
import { OpenOrder } from './OrderDetails.tsx';

/** What was bought in the period of the URL, or else in the last 24 hours, in one sentence. */
function BoughtSummary({ shown }: { shown: Shown }) {
  const nowMs = useNow(RANGE_STEP_MS);
  const range = shown.period === 'any' ? '24h' : shown.period;
  const { listing } = shown;
  const query = { ...statsQuery(range, nowMs), ...(listing ? { listingId: listing } : {}) };
  const stats = useQuery(orderStatsQuery(query));
  if (!stats.data) return 'Calls that you bought, newest first.';
  const { totals } = stats.data;
  return boughtInWords(totals, formatMoneyList(totals.spend), range);
}

/** Shown until the account has bought something. */
const NoOrders = () => (
  <EmptyState
    title="No orders yet"
    action={
      <Button component={Link} href="/catalogue">
        Open the catalogue
      </Button>
    }
    command="npx mkt search"
  >
    Find a listing and try it. Each call is an order, and appears here with its result.
  </EmptyState>
);

/** How long an order took, once it has settled. */
function durationInWords(order: OrderSummary): string {
  const timings = orderTimings(order);
  return timings ? formatDuration(timings.totalMs) : '…';
}

function Names({ orders, children }: NamesProps<OrderSummary>) {
  const ids = useMemo(() => [...new Set(orders.map(({ listingId }) => listingId))], [orders]);
  return children(useListingNames(ids));
}

const SETTINGS: OrderListSettings<OrderSummary> = {
  path: '/orders',
  title: 'Orders',
  noun: 'Order',
  Intro: BoughtSummary,
  source: ORDERS,
  hasMetadata: true,
  Names,
  columns: (listing) => [
    { head: 'State', width: '7.5rem', cell: ({ orderState }) => <StateBadge state={orderState} /> },
    listing,
    { head: 'Placed', width: '6.5rem', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { head: 'Time', width: '5rem', align: 'end', cell: durationInWords },
    { head: 'Price', width: '6.5rem', align: 'end', cell: OrderPrice },
  ],
  duration: durationInWords,
  noMatch: 'No orders match these filters.',
  Empty: NoOrders,
  Details: OpenOrder,
};

/** The orders that the account placed, and one of them. */
export default function Orders() {
  return <OrderListPage settings={SETTINGS} />;
}
