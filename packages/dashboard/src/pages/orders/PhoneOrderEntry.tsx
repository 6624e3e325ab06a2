import type { OrderSummary } from '@mkt/client';
import { shownListing, type ListingName } from '../../data/listing-names.ts';
import { PhoneEntry } from '../../ui/PhoneEntry.tsx';
import { Price } from '../../ui/Price.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { OrderDuration } from './OrderDuration.tsx';

interface PhoneOrderEntryProps {
  order: OrderSummary;
  names: ReadonlyMap<string, ListingName>;
  search: string;
}

/** An order in the list of a phone: two lines. */
export const PhoneOrderEntry = ({ order, names, search }: PhoneOrderEntryProps) => (
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
