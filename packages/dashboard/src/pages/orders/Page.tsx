import { Button } from '@mantine/core';
import type { OrderSummary } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { useKeyNames } from '../../data/keys.ts';
import { useListingNames } from '../../data/listings.ts';
import { NO_KEY } from '../../data/order-filter.ts';
import { orderQuery, ORDERS } from '../../data/orders.ts';
import { boughtInWords, RANGE_STEP_MS, statsQuery } from '../../data/stats-words.ts';
import { orderStatsQuery } from '../../data/stats.ts';
import { DownloadCsv } from '../../orders/DownloadCsv.tsx';
import type { Selected } from '../../orders/OrderFilters.tsx';
import { OrderListPage } from '../../orders/OrderList.tsx';
import type {
  ActionsProps,
  NamesProps,
  OrderListSettings,
} from '../../orders/order-list-settings.ts';
import { orderTimings } from '../../orders/Outcome.tsx';
import classes from '../../orders/orders.module.css';
import { problemOf } from '../../orders/problem-words.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { formatMoneyList } from '../../ui/amounts.ts';
import { formatDuration } from '../../ui/text.ts';
import { OpenOrder } from './OrderDetails.tsx';
import { csvColumns } from './words.ts';

/** What was bought in the period of the URL, in one sentence. */
function BoughtSummary({ shown }: { shown: Selected }) {
  const nowMs = useNow(RANGE_STEP_MS);
  const { listing, period, key, metadata } = shown;
  const isCounted = period !== 'any' && key === undefined && Object.keys(metadata).length === 0;
  const range = period === 'any' ? '24h' : period;
  const query = { ...statsQuery(range, nowMs), ...(listing ? { listingId: listing } : {}) };
  const stats = useQuery({ ...orderStatsQuery(query), enabled: isCounted });
  if (!isCounted || !stats.data) {
    return (
      <>
        Calls that you bought, newest first. See <Link href="/usage">Usage</Link> for totals.
      </>
    );
  }
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

const NO_IDS: readonly string[] = [];

/**
 * The listings that were bought, including those whose orders are all still open, and every key, with the
 * choice of orders without one.
 */
function Names({ orders, children }: NamesProps<OrderSummary>) {
  const known = useListingNames(NO_IDS);
  const keyNames = useKeyNames();
  const names = useMemo(
    () =>
      new Map([...orders.map(({ listingId, listing }) => [listingId, listing] as const), ...known]),
    [orders, known],
  );
  const keys = useMemo(
    () => [
      ...[...(keyNames ?? [])].map(([id, name]) => ({ id, name })),
      { id: NO_KEY, name: 'Dashboard' },
    ],
    [keyNames],
  );
  return children(names, keys);
}

function KeyCell({ keyId }: Pick<OrderSummary, 'keyId'>) {
  const names = useKeyNames();
  if (keyId === null) return <span className={classes.dim}>Dashboard</span>;
  return (
    <span className={classes.cut}>
      <VisibleText>{names?.get(keyId) ?? '…'}</VisibleText>
    </span>
  );
}

function Actions(props: ActionsProps) {
  const names = useKeyNames();
  const columns = useMemo(() => csvColumns(names ?? new Map()), [names]);
  return <DownloadCsv {...props} source={ORDERS} columns={columns} noun="orders" />;
}

const SETTINGS: OrderListSettings<OrderSummary> = {
  path: '/orders',
  title: 'Orders',
  noun: 'Order',
  Intro: BoughtSummary,
  source: ORDERS,
  hasMetadata: true,
  Actions,
  Names,
  by: { head: 'Key', width: '9rem', cell: ({ keyId }) => <KeyCell keyId={keyId} /> },
  duration: durationInWords,
  problemOf,
  noMatch: 'No orders match these filters.',
  Empty: NoOrders,
  Title: ({ id }) => (
    <VisibleText>{useQuery(orderQuery(id)).data?.listing.title ?? 'Order'}</VisibleText>
  ),
  Details: OpenOrder,
};

/** The orders that the account placed, and one of them. */
export default function Orders() {
  return <OrderListPage settings={SETTINGS} />;
}
