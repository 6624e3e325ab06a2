import { Button } from '@mantine/core';
import {
  type FailureKind,
  type FailureReason,
  type Order,
  type OrderFailure,
  type OrderSummary,
} from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { curlCommand } from '../../data/curl-command.ts';
import { shownError } from '../../data/errors.ts';
import { useKeyNames } from '../../data/keys.ts';
import { type OfferedListing, offeredListingQuery } from '../../data/listings.ts';
import { writeMetadata } from '../../data/order-filter.ts';
import { orderQuery, useCancelOrder } from '../../data/orders.ts';
import { useRecent } from '../../data/use-recent.ts';
import type { DetailsProps } from '../../orders/order-list-settings.ts';
import {
  Failure,
  MissingOrder,
  OrderArticle,
  RequestBody,
  Result,
  Timings,
  Waiting,
} from '../../orders/Outcome.tsx';
import { shownStateOf } from '../../orders/problem-words.ts';
import classes from '../../orders/orders.module.css';
import { Fact, Facts } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { exactTime, formatMoney, formatPrice } from '../../ui/text.ts';

/** The key that placed an order, which leads to its other orders. */
function KeyName({ id }: { id: string }) {
  const names = useKeyNames();
  if (!names) return '…';
  return (
    <Link href={`/orders?key=${id}`}>
      <VisibleText>{names.get(id) ?? 'An API key that was revoked'}</VisibleText>
    </Link>
  );
}

/** The metadata of an order; each text is a link to the orders that share it. */
const Metadata = ({ metadata }: Pick<Order, 'metadata'>) => (
  <ul className={classes.metadata}>
    {Object.entries(metadata).map(([name, text]) => (
      <li key={name}>
        <Link href={`/orders?${String(writeMetadata(new URLSearchParams(), { [name]: text }))}`}>
          <code>
            <VisibleText>{`${name}=${text}`}</VisibleText>
          </code>
        </Link>
      </li>
    ))}
  </ul>
);

/** Cancels a waiting order without asking: it costs nothing and can be run again. */
function CancelOrder({ id }: { id: string }) {
  const cancel = useCancelOrder(id);
  return (
    <>
      {cancel.isError && (
        <ErrorNotice what="The order was not cancelled" error={shownError(cancel.error)} />
      )}
      <Button
        size="xs"
        variant="default"
        loading={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        Cancel order
      </Button>
    </>
  );
}

const ADVICE: Readonly<Record<Exclude<FailureKind, 'seller_status'>, string>> = {
  timeout:
    'The service may have done the work. Run it again only if doing it twice does no harm, and ask for less in one call.',
  connection:
    'If the service closed the connection, it may have done the work. Otherwise run it again in a minute.',
  tls: 'There was no secure connection to the service, so it was not called. Only its seller can fix this.',
  url_not_allowed: 'The address of the service is no longer public. Only its seller can fix this.',
  invalid_json: 'The response is not JSON: most likely a defect in the service.',
  too_large: 'The response is larger than the marketplace accepts. Ask for less in one call.',
  interrupted:
    'The marketplace was stopped during the call. Run it again only if doing it twice does no harm.',
  expired:
    'It waited 10 minutes behind other calls. Run it again later, with fewer at the same time.',
  cancelled: 'It was cancelled while it waited, so the service was not called.',
  listing_unavailable:
    'The listing was taken off the market while the order waited. Run it again once it is back.',
};

const NOT_CALLED = 'The service was not called.';

/** Where it is known exactly what failed. */
const ADVICE_BY_REASON: Readonly<Record<FailureReason, string>> = {
  dns: `${NOT_CALLED} Run it again in a minute; if its host name is gone, only its seller can fix this.`,
  certificate_expired: `${NOT_CALLED} Only its seller can renew the certificate.`,
  certificate_not_yet_valid: `${NOT_CALLED} Only its seller can fix the certificate.`,
  certificate_wrong_host: `${NOT_CALLED} Only its seller can fix the certificate or the address.`,
  certificate_untrusted: `${NOT_CALLED} Only its seller can fix the certificate.`,
  not_tls: `${NOT_CALLED} Only its seller can fix the address.`,
  handshake_failed: `${NOT_CALLED} Run it again in a minute; if it fails again, only its seller can fix this.`,
  marketplace_network: `${NOT_CALLED} The marketplace's own network was down: run it again.`,
};

/** What to do next, as in docs/buy/orders.md#when-an-order-fails. */
function failureAdvice({ kind, reason, sellerStatus = 0 }: OrderFailure): string {
  if (reason !== undefined) return ADVICE_BY_REASON[reason];
  if (kind !== 'seller_status') return ADVICE[kind];
  const isInputWrong = sellerStatus >= 400 && sellerStatus < 500 && sellerStatus !== 429;
  return isInputWrong
    ? 'The service refuses this input. Change it and run it again.'
    : 'If it fails again, try later.';
}

/** First of all: why an order failed, or what an open one waits for. */
function Problem({ order }: { order: OrderSummary }) {
  switch (order.orderState) {
    case 'completed':
      return null;
    case 'failed':
      return (
        <Failure order={order} advice={`You were not charged. ${failureAdvice(order.failure)}`} />
      );
    case 'pending':
      return (
        <>
          <Waiting>
            The call has not started: too many calls of yours or to this service are running.
          </Waiting>
          <CancelOrder id={order.id} />
        </>
      );
    case 'running':
      return <Waiting>The service has 30 s to respond.</Waiting>;
  }
}

interface NextStepsProps {
  order: Order;
  /** Whether its listing can still be bought. */
  isOffered: boolean;
}

/** Run it again, from the listing's page or a terminal. */
function NextSteps({ order, isOffered }: NextStepsProps) {
  const { id, listing, price, requestBody, requestBodyText } = order;
  const curl = () =>
    curlCommand({
      baseUrl: location.origin,
      listing: listing.slug,
      input: requestBodyText ?? JSON.stringify(requestBody),
      price,
    });
  return (
    <footer className={classes.steps}>
      {isOffered && (
        <Button
          size="xs"
          component={Link}
          href={`/listings/${listing.slug}?order=${id}`}
          leftSection={<Icon name="again" />}
        >
          {price.amount === 0 ? 'Run again' : `Run again for ${formatMoney(price)}`}
        </Button>
      )}
      <CopyButton value={curl}>Copy as curl</CopyButton>
    </footer>
  );
}

interface OrderDetailsProps {
  order: OrderSummary;
  /** With its input and its result, once they are loaded. */
  whole: Order | undefined;
  isLoading: boolean;
  /** As the catalogue has it; `null` if it can no longer be bought. */
  offered: OfferedListing | null | undefined;
  close: ReactNode;
}

/** Whether a completed order was charged, or what has to happen first. */
const CHARGED: Readonly<Record<Order['orderState'], string>> = {
  completed: 'charged',
  failed: '',
  pending: 'charged only if it completes',
  running: 'charged only if it completes',
};

function Revision({ of, current }: { of: number; current: number | undefined }) {
  const note = current === undefined ? '' : current === of ? 'the current one' : `now ${current}`;
  return (
    <>
      {of} {note && <span className={classes.dim}>{note}</span>}
    </>
  );
}

/** Everything about an order. */
function OrderDetails(props: OrderDetailsProps) {
  const { order, whole, isLoading, offered, close } = props;
  const { id, listing, orderState, price, revision, createdAt, keyId, metadata } = order;
  const isFree = price.amount === 0;
  return (
    <OrderArticle noun="Order" listing={listing} state={shownStateOf(order)} close={close}>
      <Problem order={order} />
      {whole?.orderState === 'completed' && <Result order={whole} />}
      {whole ? <RequestBody order={whole} /> : isLoading && <PageSkeleton />}
      <Timings order={order} />
      <section>
        <Facts>
          <Fact name="Listing">
            {offered ? (
              <Link href={`/listings/${offered.slug}`}>
                <VisibleText>{offered.title}</VisibleText>
              </Link>
            ) : offered === null ? (
              <span className={classes.dim}>No longer in the catalogue</span>
            ) : null}
          </Fact>
          <Fact name="Price">
            <span className={classes.price}>
              {orderState === 'failed' ? 'not charged' : formatPrice(price)}
            </span>{' '}
            {!isFree && <span className={classes.dim}>{CHARGED[orderState]}</span>}
          </Fact>
          <Fact name="Placed">
            <time dateTime={createdAt}>{exactTime(Date.parse(createdAt))}</time>
          </Fact>
          <Fact name="Revision">
            <Revision of={revision} current={offered?.revision} />
          </Fact>
          <Fact name="Placed by">
            {keyId === null ? 'You, in the dashboard' : <KeyName id={keyId} />}
          </Fact>
          <Fact name="Metadata">
            {Object.keys(metadata).length > 0 ? <Metadata metadata={metadata} /> : null}
          </Fact>
          <Fact name="Order id">
            <code>{id}</code>
          </Fact>
        </Facts>
      </section>
      {whole && <NextSteps order={whole} isOffered={Boolean(offered)} />}
    </OrderArticle>
  );
}

/** One order, followed until it has settled. */
export function OpenOrder({ id, known, close }: DetailsProps<OrderSummary>) {
  const order = useQuery(orderQuery(id));
  const shown = order.data ?? known;
  useRecent(shown?.listing.title);
  const offered = useQuery({
    ...offeredListingQuery(shown?.listingId ?? ''),
    enabled: shown !== undefined,
  });
  const retry = () => void order.refetch();
  if (!shown) {
    return <MissingOrder noun="Order" close={close} error={order.error} onRetry={retry} />;
  }
  return (
    <>
      {order.isError && (
        <ErrorNotice
          what="The order could not be refreshed"
          error={shownError(order.error)}
          onRetry={retry}
        />
      )}
      <OrderDetails
        order={shown}
        whole={order.data}
        isLoading={order.isPending}
        offered={offered.data}
        close={close}
      />
    </>
  );
}
