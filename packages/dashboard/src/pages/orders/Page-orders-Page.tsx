import { useParams, useSearch } from 'wouter';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { OrderList } from './Page.tsx';
import { PhoneOrderPage } from './PhoneOrderPage.tsx';

/** The orders that the account placed, and one of them. */
export default function Orders() {
  const { id } = useParams<{ id?: string }>();
  const search = useSearch();
  const isPhone = useIsPhone();
  // A phone has no room for an order beside the list.
  const listHref = `/orders${search && `?${search}`}`;
  if (id !== undefined && isPhone) return <PhoneOrderPage id={id} listHref={listHref} />;
  return <OrderList openId={id} listHref={listHref} />;
}
