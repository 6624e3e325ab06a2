import type { OrderSummary } from '@mkt/client';
import { useMemo, type ReactNode } from 'react';
import { shownListing, type ListingName } from '../../data/listing-names.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { Price } from '../../ui/Price.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { PhoneOrderEntry } from './PhoneOrderEntry.tsx';
import { OrderDuration } from './OrderDuration.tsx';

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
export function OrderTable(props: OrderTableProps) {
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
