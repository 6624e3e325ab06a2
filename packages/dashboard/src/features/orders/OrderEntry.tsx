import type { OrderSummary } from '@mkt/client';
import type { ListingName } from '../../data/listing-names.ts';
import { ListEntry } from '../../ui/ListEntry.tsx';
import { Price } from '../../ui/Price.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { OrderTime } from './OrderTime.tsx';
import { shownListing } from '../../data/shown-listing.ts';

interface OrderEntryProps {
  order: OrderSummary;
  names: ReadonlyMap<string, ListingName>;
  search: string;
}

/** An order in the list of a phone: two lines. */
export const OrderEntry = ({ order, names, search }: OrderEntryProps) => (
  <ListEntry
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
    stateEnd={<OrderTime order={order} />}
  />
);
