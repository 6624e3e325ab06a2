import { Link } from 'wouter';
import { Page } from '../../ui/Page.tsx';
import { OpenOrder } from './OpenOrder.tsx';

/** An order on its own page, on a phone. */
export const PhoneOrderPage = ({ id, listHref }: { id: string; listHref: string }) => (
  <Page title="Order" above={<Link href={listHref}>Orders</Link>}>
    <OpenOrder key={id} id={id} />
  </Page>
);
