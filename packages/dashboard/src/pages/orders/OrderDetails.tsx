import type { Order, OrderSummary } from '@mkt/client';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { shownListing, type ListingName, type OfferedListing } from '../../data/listing-names.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Price } from '../../ui/Price.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { exactTime } from '../../ui/relative-time.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { KeyName } from './KeyName.tsx';
import { Metadata } from './Metadata.tsx';
import { NextSteps } from './NextSteps.tsx';
import classes from '../../orders/orders.module.css';
import { Outcome } from './Outcome.tsx';
import { RequestBody } from '../../orders/Outcome.tsx';
import { Timings } from '../../orders/Timings.tsx';

interface OrderDetailsProps {
  order: OrderSummary;
  /** With its input and its result, once they are loaded. */
  whole: Order | undefined;
  isLoading: boolean;
  names: ReadonlyMap<string, ListingName>;
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
export function OrderDetails(props: OrderDetailsProps) {
  const { order, whole, isLoading, names, offered, close } = props;
  const { id, listingId, orderState, price, revision, createdAt, keyId, metadata } = order;
  const isFree = price.amount === 0;
  return (
    <article className={classes.order} aria-label={`Order of ${shownListing(listingId, names)}`}>
      <header className={classes.head}>
        <h2>{shownListing(listingId, names)}</h2>
        <span role="status">
          <StateBadge state={orderState} loud />
        </span>
        {close && <div className={classes.close}>{close}</div>}
      </header>
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
              <Price of={order.price} waived={order.orderState === 'failed'} />
            </span>{' '}
            {!isFree && <span className={classes.dim}>{CHARGED[orderState]}</span>}
          </Fact>
          <Fact name="Placed">
            <RelativeTime at={createdAt} />{' '}
            <span className={classes.dim}>{exactTime(Date.parse(createdAt))}</span>
          </Fact>
          <Fact name="Revision">
            <Revision of={revision} current={offered?.revision} />
          </Fact>
          <Fact name="Placed by">
            {keyId === null ? 'A person who was signed in' : <KeyName id={keyId} />}
          </Fact>
          <Fact name="Metadata">
            {Object.keys(metadata).length > 0 ? <Metadata metadata={metadata} /> : null}
          </Fact>
          <Fact name="Order id">
            <code>{id}</code>
          </Fact>
        </Facts>
      </section>
      <Timings order={order} />
      {whole ? (
        <>
          <RequestBody order={whole} />
          <Outcome order={whole} />
          <NextSteps order={whole} slug={names.get(listingId)?.slug} isOffered={Boolean(offered)} />
        </>
      ) : (
        isLoading && <PageSkeleton />
      )}
    </article>
  );
}
