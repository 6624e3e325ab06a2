import { Button, Stack } from '@mantine/core';
import type { SellerOrderSummary } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { type ListingName, namesOf, ownListingsQuery, shownListing } from '../../data/listings.ts';
import {
  filterOf,
  PERIODS,
  readShown,
  type Shown,
  STATES,
  writeShown,
} from '../../data/order-filter.ts';
import { SALES } from '../../data/orders.ts';
import { useShownOrders } from '../../data/paged-orders.ts';
import { ListFilters, NewerRows, OrderDrawer } from '../../orders/OrderList.tsx';
import classes from '../../orders/orders.module.css';
import { type Column, DataTable, PhoneEntry, RowLink, useIsPhone } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Price } from '../../ui/Price.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { PeriodFigures } from './PeriodFigures.tsx';
import { SaleDetails } from './SaleDetails.tsx';
import { durationInWords, problemOf } from './words.ts';

interface SalesFiltersProps {
  shown: Shown;
  names: ReadonlyMap<string, ListingName>;
  onChange: (shown: Shown) => void;
}

/** State, listing and time; they are kept in the URL. */
const SalesFilters = ({ shown, names, onChange }: SalesFiltersProps) => (
  <ListFilters
    label="Filter sales"
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

/** What went wrong with a call; nothing if nothing did. */
function SaleProblem({ sale }: { sale: SellerOrderSummary }) {
  const problem = problemOf(sale);
  if (!problem) return null;
  return (
    <span className={classes.problem}>
      <VisibleText>{problem.title}</VisibleText>
      {problem.detail && (
        <span className={classes.detail}>
          <VisibleText>{problem.detail}</VisibleText>
        </span>
      )}
    </span>
  );
}

interface NoSalesProps {
  isFiltered: boolean;
  hasListings: boolean;
  onShowAll: () => void;
}

/** Shown when there are no sales: clear the filters, try the listing as a buyer, or list a service. */
function NoSales({ isFiltered, hasListings, onShowAll }: NoSalesProps) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No calls found"
        action={
          <Button variant="default" onClick={onShowAll}>
            Show all sales
          </Button>
        }
      >
        No calls to your listings match these filters.
      </EmptyState>
    );
  }
  if (hasListings) {
    return (
      <EmptyState
        title="No calls yet"
        action={
          <Button component={Link} href="/catalogue">
            Open the catalogue
          </Button>
        }
        command="npx mkt search"
      >
        Find your listing as buyers do and try it. Each call to it appears here, including your own.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing for sale yet"
      action={
        <Button component={Link} href="/selling/new">
          Sell a service
        </Button>
      }
      command="npx mkt publish"
    >
      List a service of yours. Each call to it appears here, with what it earned.
    </EmptyState>
  );
}

interface SalesTableProps {
  /** Undefined while they are loading. */
  sales: readonly SellerOrderSummary[] | undefined;
  names: ReadonlyMap<string, ListingName>;
  openId: string | undefined;
  /** The query of the address, which an open sale keeps. */
  search: string;
  empty: ReactNode;
  onEnd: () => void;
}

const SalePrice = ({ price, orderState }: SellerOrderSummary) => (
  <Price of={price} waived={orderState === 'failed'} />
);

const columnsOf = (
  names: SalesTableProps['names'],
  search: string,
): readonly Column<SellerOrderSummary>[] => [
  { head: 'Time', width: '6.5rem', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    head: 'Listing',
    cell: ({ id, listingId }) => (
      <RowLink href={`/sales/${id}${search}`}>{shownListing(listingId, names)}</RowLink>
    ),
  },
  {
    // With its reason, which its own column would squeeze on a small window.
    head: 'State',
    width: 'minmax(0, 2fr)',
    cell: (sale) => (
      <>
        <StateBadge state={sale.orderState} />
        <SaleProblem sale={sale} />
      </>
    ),
  },
  { head: 'Duration', width: '5rem', align: 'end', cell: durationInWords },
  { head: 'Price', width: '6.5rem', align: 'end', cell: SalePrice },
];

const idOf = ({ id }: SellerOrderSummary) => id;

/** A table of calls; each row opens its call. */
function SalesTable({ sales, names, openId, search, empty, onEnd }: SalesTableProps) {
  const columns = useMemo(() => columnsOf(names, search), [names, search]);
  return (
    <DataTable
      label="Sales, newest first"
      columns={columns}
      rows={sales}
      rowKey={idOf}
      current={openId}
      renderEntry={(sale) => (
        <PhoneEntry
          title={
            <RowLink href={`/sales/${sale.id}${search}`}>
              {shownListing(sale.listingId, names)}
            </RowLink>
          }
          end={<SalePrice {...sale} />}
          state={
            <>
              <StateBadge state={sale.orderState} /> <RelativeTime at={sale.createdAt} />
            </>
          }
          stateEnd={durationInWords(sale)}
          note={<SaleProblem sale={sale} />}
        />
      )}
      empty={empty}
      onEnd={onEnd}
    />
  );
}

/** The calls to the account's listings, their totals, and beside them the open call. */
export default function Sales() {
  const { id: openId } = useParams<{ id?: string }>();
  const [, navigate] = useLocation();
  const isPhone = useIsPhone();
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const [openedAtMs] = useState(Date.now);
  const shown = useMemo(() => readShown(new URLSearchParams(query)), [query]);
  const filter = useMemo(() => filterOf(shown, openedAtMs), [shown, openedAtMs]);
  const list = useShownOrders(SALES, filter, shown.state === 'open');
  const listings = useQuery(ownListingsQuery);
  const names = useMemo(() => namesOf(listings.data ?? []), [listings.data]);
  // Until the names have loaded, do not suggest creating a listing: there may be some.
  const hasListings = listings.data?.length !== 0;
  const search = query && `?${query}`;
  // A phone has no space for a call beside the list.
  if (openId !== undefined && isPhone) {
    return (
      <Page title="Call" above={<Link href={`/sales${search}`}>Sales</Link>}>
        <SaleDetails key={openId} id={openId} names={names} />
      </Page>
    );
  }
  return (
    <Page title="Sales" intro="Calls to your listings, newest first.">
      <Stack gap="lg">
        <SalesFilters
          shown={shown}
          names={names}
          onChange={(next) => setParams(writeShown(next))}
        />
        {hasListings && <PeriodFigures shown={shown} />}
        <Stack component="section" gap="md" aria-labelledby="sales-calls">
          <h2 id="sales-calls">Calls</h2>
          {list.error && (
            <ErrorNotice
              what="Your sales could not be loaded"
              error={shownError(list.error)}
              onRetry={list.refetch}
            />
          )}
          <div className={classes.split} data-open={openId !== undefined}>
            <div className={classes.list}>
              <NewerRows count={list.newer} onShow={list.showNewest} />
              {(list.orders || !list.error) && (
                <SalesTable
                  sales={list.orders}
                  names={names}
                  openId={openId}
                  search={search}
                  onEnd={list.loadMore}
                  empty={
                    <NoSales
                      isFiltered={query !== ''}
                      hasListings={hasListings}
                      onShowAll={() => setParams({})}
                    />
                  }
                />
              )}
            </div>
            {openId !== undefined && (
              <OrderDrawer id={openId} noun="call" onClose={() => navigate(`/sales${search}`)}>
                {(close) => (
                  <SaleDetails
                    key={openId}
                    id={openId}
                    known={list.orders?.find(({ id }) => id === openId)}
                    names={names}
                    close={close}
                  />
                )}
              </OrderDrawer>
            )}
          </div>
        </Stack>
      </Stack>
    </Page>
  );
}
