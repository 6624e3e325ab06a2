import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { filterOf, readShown, writeShown } from '../../data/order-filter.ts';
import { namesOf, ownListingsQuery } from '../../data/own-listings.ts';
import { useShownOrders } from '../../data/paged-orders.ts';
import { SALES } from '../../data/sales.ts';
import { shownError } from '../../data/errors.ts';
import classes from '../../orders/orders.module.css';
import { OrderDrawer } from '../../orders/OrderDrawer.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { NewerRows } from '../../orders/NewerRows.tsx';
import { Page } from '../../ui/Page.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { NoSales } from './NoSales.tsx';
import { PeriodFigures } from './PeriodFigures.tsx';
import { SaleDetails } from './SaleDetails.tsx';
import { SalesFilters } from './SalesFilters.tsx';
import { SalesTable } from './SalesTable.tsx';

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
