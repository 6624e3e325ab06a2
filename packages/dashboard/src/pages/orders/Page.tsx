import { useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useListingNames } from '../../data/listing-names.ts';
import { ORDERS } from '../../data/orders-data-orders.ts';
import { useShownOrders } from '../../data/paged-orders.ts';
import { shownError } from '../../data/errors.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { NewerRows } from '../../orders/NewerRows.tsx';
import { Page } from '../../ui/Page.tsx';
import { OrderDrawer } from '../../orders/OrderDrawer.tsx';
import { readMetadata, writeMetadata } from './metadata-filter.ts';
import { MetadataFilter } from './MetadataFilter.tsx';
import { NoOrders } from './NoOrders.tsx';
import { filterOf, readShown, writeShown, type Shown } from '../../data/order-filter.ts';
import { OpenOrder } from './OpenOrder.tsx';
import { OrderFilters } from './OrderFilters.tsx';
import classes from '../../orders/orders.module.css';
import { BoughtSummary } from './BoughtSummary.tsx';
import { OrderTable } from './OrderTable.tsx';

interface OrderListProps {
  openId: string | undefined;
  /** The list with its filters, and no order open. */
  listHref: string;
}

const NONE: readonly never[] = [];

/** The orders of the filters in the address, and beside them the one that is open. */
export function OrderList({ openId, listHref }: OrderListProps) {
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
