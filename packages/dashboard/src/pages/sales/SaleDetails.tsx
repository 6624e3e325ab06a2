import type { SellerOrder, SellerOrderSummary } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { saleQuery } from '../../data/orders.ts';
import { ownBuyerQuery } from '../../data/own-buyer.ts';
import { shownError } from '../../data/errors.ts';
import { useRecent } from '../../data/use-recent.ts';
import type { DetailsProps } from '../../orders/order-list-settings.ts';
import {
  Failure,
  OrderArticle,
  MissingOrder,
  RequestBody,
  Result,
  Timings,
  Waiting,
} from '../../orders/Outcome.tsx';
import { shownStateOf } from '../../orders/problem-words.ts';
import { Command } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Fact, Facts } from '../../ui/Card.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { exactTime, formatPrice } from '../../ui/text.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { fixOf } from './words.ts';

const ADVICE =
  'The log of your service has this order id. To see what your service does with the same input, send the call again as shown below.';

/** The reason of a failure comes first, because sellers open a sale to see it. */
function SaleOutcome({ sale }: { sale: SellerOrder }) {
  switch (sale.orderState) {
    case 'completed':
      return <Result order={sale} />;
    case 'failed':
      return <Failure order={sale} advice={fixOf(sale) ?? ADVICE} />;
    case 'pending':
      return <Waiting>The call has not started: others to your services come first.</Waiting>;
    case 'running':
      return <Waiting>Your service has 30 s to respond.</Waiting>;
  }
}

/** One call to a listing of the account, followed until it has settled. */
export function SaleDetails({ id, known, close }: DetailsProps<SellerOrderSummary>) {
  const { data: sale, error, isPending, refetch } = useQuery(saleQuery(id));
  const { data: ownBuyer } = useQuery(ownBuyerQuery);
  const shown = sale ?? known;
  useRecent(shown?.listing.title);
  if (!shown) {
    return <MissingOrder noun="Call" close={close} error={error} onRetry={() => void refetch()} />;
  }
  const { listing, listingId, orderState, price, revision, createdAt, buyerId } = shown;
  return (
    <OrderArticle noun="Call" listing={listing} state={shownStateOf(shown)} close={close}>
      {error && <ErrorNotice what="The call could not be refreshed" error={shownError(error)} />}
      {sale && <SaleOutcome sale={sale} />}
      {sale ? <RequestBody order={sale} /> : isPending && <PageSkeleton />}
      <Timings order={shown} />
      <section>
        <Facts>
          <Fact name="Listing">
            <Link href={`/selling/${listingId}`}>
              <VisibleText>{listing.title}</VisibleText>
            </Link>
          </Fact>
          <Fact name="Price">{orderState === 'failed' ? 'not charged' : formatPrice(price)}</Fact>
          <Fact name="Called">
            <time dateTime={createdAt}>{exactTime(Date.parse(createdAt))}</time>
          </Fact>
          <Fact name="Revision">{revision}</Fact>
          <Fact name="Buyer">
            {buyerId === ownBuyer && 'You, '}pseudonym <code>{buyerId}</code>
          </Fact>
          <Fact name="Order id">
            <code>{id}</code>
          </Fact>
        </Facts>
      </section>
      <section>
        <h3>Send it again to your service</h3>
        <Command>{`npx mkt orders replay ${id} --to http://localhost:8810`}</Command>
      </section>
    </OrderArticle>
  );
}
