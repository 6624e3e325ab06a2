import type { Order } from '@mkt/client';
import type { ListingName } from '../../data/listing-names.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import classes from './OrderEntry.module.css';
import { OrderPrice } from './OrderPrice.tsx';
import { OrderTime } from './OrderTime.tsx';
import { shownListing } from './shown-listing.ts';

interface OrderEntryProps {
  order: Order;
  names: ReadonlyMap<string, ListingName>;
  search: string;
}

/** An order in the list of a phone: two lines. */
export const OrderEntry = ({ order, names, search }: OrderEntryProps) => (
  <div className={classes.entry}>
    <RowLink href={`/orders/${order.id}${search}`}>{shownListing(order.listingId, names)}</RowLink>
    <span className={classes.end}>
      <OrderPrice order={order} />
    </span>
    <span className={classes.state}>
      <StateBadge state={order.orderState} /> <RelativeTime at={order.createdAt} />
    </span>
    <span className={classes.end}>
      <OrderTime order={order} />
    </span>
  </div>
);
