import type { SellerOrderSummary } from '@mkt/client';
import { useMemo, type ReactNode } from 'react';
import { shownListing, type ListingName } from '../../data/listing-names.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { PhoneEntry } from '../../ui/PhoneEntry.tsx';
import { Price } from '../../ui/Price.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { SaleProblem } from './SaleProblem.tsx';
import { durationInWords } from './words.ts';

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
export function SalesTable({ sales, names, openId, search, empty, onEnd }: SalesTableProps) {
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
