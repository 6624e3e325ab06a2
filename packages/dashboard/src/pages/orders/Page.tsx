import { Button, TextInput } from '@mantine/core';
import type { Order, OrderSummary } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useMemo, useState } from 'react';
import { Link, useLocation, useParams, useSearch, useSearchParams } from 'wouter';
import { formText, shownError } from '../../data/errors.ts';
import { type ListingName, shownListing, useListingNames } from '../../data/listings.ts';
import {
  filterOf,
  PERIODS,
  readShown,
  type Shown,
  STATES,
  writeShown,
} from '../../data/order-filter.ts';
import { ORDERS } from '../../data/orders.ts';
import { useShownOrders } from '../../data/paged-orders.ts';
import { boughtInWords, RANGE_STEP_MS, statsQuery } from '../../data/stats-words.ts';
import { orderStatsQuery } from '../../data/stats.ts';
import { ListFilters, NewerRows, OrderDrawer } from '../../orders/OrderList.tsx';
import { orderTimings } from '../../orders/Outcome.tsx';
import classes from '../../orders/orders.module.css';
import { type Column, DataTable, PhoneEntry, RowLink, useIsPhone } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Price } from '../../ui/Price.tsx';
import { RelativeTime, useNow } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { formatDuration, formatMoneyList } from '../../ui/text.ts';
import { OpenOrder } from './OrderDetails.tsx';
import { readMember, readMetadata, writeMetadata } from './words.ts';

/** What was bought in the period of the address, in one sentence; of the last 24 hours without one. */
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

interface OrderFiltersProps {
  shown: Shown;
  names: ReadonlyMap<string, ListingName>;
  onChange: (shown: Shown) => void;
}

/** State, listing and time; they are kept in the URL. */
const OrderFilters = ({ shown, names, onChange }: OrderFiltersProps) => (
  <ListFilters
    label="Filter orders"
    states={STATES}
    state={shown.state}
    onState={(state) => onChange({ ...shown, state })}
    listings={[...names.values()].map(({ slug }) => slug)}
    listing={shown.listing}
    onListing={(listing) => onChange({ ...shown, listing })}
    periods={PERIODS}
    period={shown.period}
    onPeriod={(period) => onChange({ ...shown, period })}
  />
);

interface MetadataFilterProps {
  metadata: Order['metadata'];
  onChange: (metadata: Order['metadata']) => void;
}

/** Narrows the list by texts that were given with the orders. */
function MetadataFilter({ metadata, onChange }: MetadataFilterProps) {
  const [isWrong, setIsWrong] = useState(false);
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const member = readMember(formText(form, 'member').trim());
    setIsWrong(!member);
    if (!member) return;
    form.reset();
    onChange(Object.fromEntries([...Object.entries(metadata), member]));
  };
  const without = (name: string) =>
    Object.fromEntries(Object.entries(metadata).filter(([each]) => each !== name));
  return (
    <form className={classes.filter} aria-label="Filter by metadata" onSubmit={add}>
      <TextInput
        aria-label="Metadata"
        name="member"
        size="xs"
        placeholder="Metadata, as in job=nightly"
        error={isWrong ? 'A name, = and a text' : undefined}
      />
      {Object.entries(metadata).map(([name, text]) => (
        <Button
          key={name}
          size="xs"
          variant="default"
          aria-label={`No longer filter by ${name}`}
          onClick={() => onChange(without(name))}
        >
          <VisibleText>{`${name}=${text}`}</VisibleText>&nbsp;✕
        </Button>
      ))}
    </form>
  );
}

interface NoOrdersProps {
  isFiltered: boolean;
  onShowAll: () => void;
}

/** Shown when the list of orders is empty: clear the filters, or find a listing to call. */
function NoOrders({ isFiltered, onShowAll }: NoOrdersProps) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No orders found"
        action={
          <Button variant="default" onClick={onShowAll}>
            Show all orders
          </Button>
        }
      >
        No orders match these filters.
      </EmptyState>
    );
  }
  return (
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
}

/** How long an order took, once it has settled. */
function OrderDuration({ order }: { order: OrderSummary }) {
  const timings = orderTimings(order);
  return timings ? formatDuration(timings.totalMs) : '…';
}

interface PhoneOrderEntryProps {
  order: OrderSummary;
  names: ReadonlyMap<string, ListingName>;
  search: string;
}

/** An order in the list of a phone: two lines. */
const PhoneOrderEntry = ({ order, names, search }: PhoneOrderEntryProps) => (
  <PhoneEntry
    title={
      <RowLink href={`/orders/${order.id}${search}`}>
        {shownListing(order.listingId, names)}
      </RowLink>
    }
    end={<Price of={order.price} waived={order.orderState === 'failed'} />}
    state={
      <>
        <StateBadge state={order.orderState} /> <RelativeTime at={order.createdAt} />
      </>
    }
    stateEnd={<OrderDuration order={order} />}
  />
);

interface OrderTableProps {
  /** Undefined while they are loading. */
  orders: readonly OrderSummary[] | undefined;
  names: ReadonlyMap<string, ListingName>;
  openId: string | undefined;
  /** The query of the address, which an open order keeps. */
  search: string;
  empty: ReactNode;
  onEnd: () => void;
}

function columnsOf(
  names: OrderTableProps['names'],
  search: string,
): readonly Column<OrderSummary>[] {
  return [
    { head: 'State', width: '7.5rem', cell: ({ orderState }) => <StateBadge state={orderState} /> },
    {
      head: 'Listing',
      cell: ({ id, listingId }) => (
        <RowLink href={`/orders/${id}${search}`}>{shownListing(listingId, names)}</RowLink>
      ),
    },
    { head: 'Placed', width: '6.5rem', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      head: 'Time',
      width: '5rem',
      align: 'end',
      cell: (order) => <OrderDuration order={order} />,
    },
    {
      head: 'Price',
      width: '6.5rem',
      align: 'end',
      cell: (order) => <Price of={order.price} waived={order.orderState === 'failed'} />,
    },
  ];
}

const idOf = ({ id }: OrderSummary) => id;

/** Orders of any number; each row opens its order. */
function OrderTable(props: OrderTableProps) {
  const { orders, names, openId, search, empty, onEnd } = props;
  const columns = useMemo(() => columnsOf(names, search), [names, search]);
  return (
    <DataTable
      label="Orders, newest first"
      columns={columns}
      rows={orders}
      rowKey={idOf}
      current={openId}
      renderEntry={(order) => <PhoneOrderEntry order={order} names={names} search={search} />}
      empty={empty}
      onEnd={onEnd}
    />
  );
}

interface OrderListProps {
  openId: string | undefined;
  /** The list with its filters, and no order open. */
  listHref: string;
}

const NONE: readonly never[] = [];

/** The orders of the filters in the address, and beside them the one that is open. */
function OrderList({ openId, listHref }: OrderListProps) {
  const [params, setParams] = useSearchParams();
  const [, navigate] = useLocation();
  const query = params.toString();
  const [openedAtMs] = useState(Date.now);
  const shown = useMemo(() => readShown(new URLSearchParams(query)), [query]);
  const metadata = useMemo(() => readMetadata(new URLSearchParams(query)), [query]);
  const filter = useMemo(
    () => ({ ...filterOf(shown, openedAtMs), metadata }),
    [shown, openedAtMs, metadata],
  );
  const list = useShownOrders(ORDERS, filter, shown.state === 'open');
  const rows = list.orders ?? NONE;
  const listingIds = useMemo(() => [...new Set(rows.map(({ listingId }) => listingId))], [rows]);
  const names = useListingNames(listingIds);
  const show = (next: Shown, members = metadata) =>
    setParams(writeMetadata(writeShown(next), members));
  return (
    <Page title="Orders" intro={<BoughtSummary shown={shown} />}>
      <OrderFilters shown={shown} names={names} onChange={(next) => show(next)} />
      <MetadataFilter metadata={metadata} onChange={(members) => show(shown, members)} />
      <div className={classes.split} data-open={openId !== undefined}>
        <div className={classes.list}>
          {list.error && (
            <ErrorNotice
              what="Your orders could not be loaded"
              error={shownError(list.error)}
              onRetry={list.refetch}
            />
          )}
          <NewerRows count={list.newer} onShow={list.showNewest} />
          {(list.orders || !list.error) && (
            <OrderTable
              orders={list.orders}
              names={names}
              openId={openId}
              search={query && `?${query}`}
              onEnd={list.loadMore}
              empty={<NoOrders isFiltered={query !== ''} onShowAll={() => setParams({})} />}
            />
          )}
        </div>
        {openId !== undefined && (
          <OrderDrawer id={openId} noun="order" onClose={() => navigate(listHref)}>
            {(close) => (
              <OpenOrder
                key={openId}
                id={openId}
                known={rows.find(({ id }) => id === openId)}
                close={close}
              />
            )}
          </OrderDrawer>
        )}
      </div>
    </Page>
  );
}

/** An order on its own page, on a phone. */
const PhoneOrderPage = ({ id, listHref }: { id: string; listHref: string }) => (
  <Page title="Order" above={<Link href={listHref}>Orders</Link>}>
    <OpenOrder key={id} id={id} />
  </Page>
);

/** The orders that the account placed, and one of them. */
export default function Orders() {
  const { id } = useParams<{ id?: string }>();
  const search = useSearch();
  const isPhone = useIsPhone();
  // A phone has no room for an order beside the list.
  const listHref = `/orders${search && `?${search}`}`;
  if (id !== undefined && isPhone) return <PhoneOrderPage id={id} listHref={listHref} />;
  return <OrderList openId={id} listHref={listHref} />;
}
