import type { ListingName } from '../../data/listing-names.ts';
import { PERIODS, STATES, type Shown } from '../../data/order-filter.ts';
import { ListFilters } from '../../orders/OrderList.tsx';

interface OrderFiltersProps {
  shown: Shown;
  names: ReadonlyMap<string, ListingName>;
  onChange: (shown: Shown) => void;
}

/** State, listing and time; they are kept in the URL. */
export const OrderFilters = ({ shown, names, onChange }: OrderFiltersProps) => (
  <ListFilters
    label="Filter orders"
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
