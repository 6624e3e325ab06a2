import { Button, Stack } from '@mantine/core';
import type { SellerOrderSummary } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ownListingsQuery, useOwnNames } from '../../data/listings.ts';
import type { Shown } from '../../data/order-filter.ts';
import { SALES } from '../../data/orders.ts';
import { OrderListPage, type OrderListSettings } from '../../orders/OrderList.tsx';
import { OrderPrice, Problem } from '../../orders/Outcome.tsx';
import classes from '../../orders/orders.module.css';
import type { Column } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { PeriodFigures } from './PeriodFigures.tsx';
import { SaleDetails } from './SaleDetails.tsx';
import page from './page.module.css';
import { durationInWords, problemOf, USUAL_PERIOD } from './words.ts';

/** Until the listings have loaded, do not suggest creating one: there may be some. */
const useHasListings = (): boolean => useQuery(ownListingsQuery).data?.length !== 0;

/** What went wrong with a call; nothing if nothing did. */
function SaleProblem({ order }: { order: SellerOrderSummary }) {
  const problem = problemOf(order);
  return problem ? <Problem {...problem} /> : null;
}

/** Shown when nothing was sold: try the listing as a buyer, or list a service. */
function NoSales() {
  const hasListings = useHasListings();
  if (hasListings) {
    return (
      <EmptyState
        title="No calls in the last 30 days"
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

/** The figures of the period above its calls. */
function Frame(props: { shown: Shown; filters: ReactNode; children: ReactNode }) {
  const hasListings = useHasListings();
  return (
    <Stack gap="lg">
      {props.filters}
      {hasListings && <PeriodFigures shown={props.shown} />}
      <Stack component="section" gap="md" aria-labelledby="sales-calls">
        <h2 id="sales-calls" className={page.heading}>
          Calls
        </h2>
        {props.children}
      </Stack>
    </Stack>
  );
}

const DURATION_COLUMN: Column<SellerOrderSummary> = {
  head: 'Duration',
  width: '5rem',
  align: 'end',
  cell: durationInWords,
};

const SETTINGS: OrderListSettings<SellerOrderSummary> = {
  path: '/sales',
  title: 'Sales',
  noun: 'Call',
  Intro: () => 'Calls to your listings, newest first.',
  source: SALES,
  usualPeriod: USUAL_PERIOD,
  hasMetadata: false,
  Names: ({ children }) => children(useOwnNames()),
  Frame,
  columns: (listing, isRoomy) => [
    { head: 'State', width: '7.5rem', cell: ({ orderState }) => <StateBadge state={orderState} /> },
    {
      ...listing,
      cell: (sale) => (
        <div className={classes.named}>
          {listing.cell(sale)}
          <SaleProblem order={sale} />
        </div>
      ),
    },
    { head: 'Called', width: '6.5rem', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    ...(isRoomy ? [DURATION_COLUMN] : []),
    { head: 'Price', width: '6.5rem', align: 'end', cell: OrderPrice },
  ],
  duration: durationInWords,
  Note: SaleProblem,
  noMatch: 'No calls to your listings match these filters.',
  Empty: NoSales,
  Details: SaleDetails,
};

/** The calls to the account's listings, their totals, and beside them the open call. */
export default function Sales() {
  return <OrderListPage settings={SETTINGS} />;
}
