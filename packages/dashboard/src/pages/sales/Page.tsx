import { Button } from '@mantine/core';
import type { SellerOrderSummary } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ownListingsQuery, useOwnNames } from '../../data/listings.ts';
import type { Shown } from '../../data/order-filter.ts';
import { saleQuery, SALES } from '../../data/orders.ts';
import { ownBuyerQuery } from '../../data/own-buyer.ts';
import { DownloadCsv } from '../../orders/DownloadCsv.tsx';
import { OrderListPage } from '../../orders/OrderList.tsx';
import type { ActionsProps, OrderListSettings } from '../../orders/order-list-settings.ts';
import classes from '../../orders/orders.module.css';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { PeriodFigures } from './PeriodFigures.tsx';
import { SaleDetails } from './SaleDetails.tsx';
import { buyerName, CSV_COLUMNS, durationInWords, saleProblemOf, USUAL_PERIOD } from './words.ts';

/** Until the listings have loaded, do not suggest creating one: there may be some. */
const useHasListings = (): boolean => useQuery(ownListingsQuery).data?.length !== 0;

/** Buyers have no names here: a pseudonym tells them apart. */
const Buyer = ({ buyerId }: Pick<SellerOrderSummary, 'buyerId'>) => (
  <span className={classes.dim} title={`Pseudonym ${buyerId}`}>
    {buyerName(buyerId, useQuery(ownBuyerQuery).data)}
  </span>
);

const Actions = (props: ActionsProps) => (
  <DownloadCsv {...props} source={SALES} columns={CSV_COLUMNS} noun="sales" />
);

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
          New listing
        </Button>
      }
      command="npx mkt publish"
    >
      List a service of yours. Each call to it appears here, with what it earned.
    </EmptyState>
  );
}

/** The figures; who has nothing to sell is told what to do instead. */
const Summary = ({ shown }: { shown: Shown }) =>
  useHasListings() ? <PeriodFigures shown={shown} /> : <NoSales />;

const SETTINGS: OrderListSettings<SellerOrderSummary> = {
  path: '/sales',
  title: 'Sales',
  noun: 'Call',
  Intro: () => 'The calls to your listings, and what they earned.',
  source: SALES,
  usualPeriod: USUAL_PERIOD,
  hasMetadata: false,
  Names: ({ children }) => children(useOwnNames()),
  Actions,
  Summary,
  by: {
    head: 'Buyer',
    width: '7.5rem',
    cell: ({ buyerId }) => <Buyer buyerId={buyerId} />,
  },
  duration: durationInWords,
  problemOf: saleProblemOf,
  noMatch: 'No calls to your listings match these filters.',
  Empty: NoSales,
  Title: ({ id }) => (
    <VisibleText>{useQuery(saleQuery(id)).data?.listing.title ?? 'Call'}</VisibleText>
  ),
  Details: SaleDetails,
};

/** The calls to the account's listings, their totals, and beside them the open call. */
export default function Sales() {
  return <OrderListPage settings={SETTINGS} />;
}
