import { NotFoundError, type Order, type OrderSummary, type SellerOrder } from '@mkt/client';
import type { ReactNode } from 'react';
import { shownError } from '../data/errors.ts';
import { Icon } from '../ui/Icon.tsx';
import { JsonView } from '../ui/JsonView.tsx';
import { Money } from '../ui/Money.tsx';
import { ErrorNotice, Notice, Places } from '../ui/Notice.tsx';
import { PartNotFound } from '../ui/NotFound.tsx';
import { PageSkeleton } from '../ui/Page.tsx';
import { StateBadge } from '../ui/StateBadge.tsx';
import { VisibleText } from '../ui/VisibleText.tsx';
import { formatDuration } from '../ui/text.ts';
import { visibleString } from '../ui/visible-text.ts';
import type { shownStateOf } from './problem-words.ts';
import classes from './orders.module.css';

/** What an order costs, as a column has it; one that failed costs nothing. */
export function OrderPrice({ price, orderState }: Pick<OrderSummary, 'price' | 'orderState'>) {
  if (orderState === 'failed') return <span className={classes.dim}>not charged</span>;
  return price.amount === 0 ? 'Free' : <Money {...price} />;
}

/** What went wrong with an order, on the line of its row: a row must not grow under the pointer. */
export const Reason = ({ reason, detail }: { reason: string; detail: string }) => (
  <span className={classes.reason} title={visibleString(detail)}>
    {reason}
    {detail && (
      <span>
        {' · '}
        <VisibleText>{detail}</VisibleText>
      </span>
    )}
  </span>
);

interface OrderArticleProps {
  noun: 'Order' | 'Call';
  listing: Order['listing'];
  state: ReturnType<typeof shownStateOf>;
  /** A button that closes it; without one it is a page, whose title is the listing. */
  close: ReactNode;
  children: ReactNode;
}

/** An open order: its listing and state, above everything else about it. */
export const OrderArticle = ({ noun, listing, state, close, children }: OrderArticleProps) => (
  <article className={classes.order} aria-label={`${noun} of ${visibleString(listing.title)}`}>
    <header className={classes.head}>
      <h2 className={close ? classes.cut : 'visually-hidden'} title={visibleString(listing.title)}>
        <VisibleText>{listing.title}</VisibleText>
      </h2>
      <code className={`${classes.cut} ${classes.dim}`} title={listing.slug}>
        {listing.slug}
      </code>
      <span role="status">
        <StateBadge state={state} loud />
      </span>
      {close && <div className={classes.close}>{close}</div>}
    </header>
    {children}
  </article>
);

interface MissingOrderProps {
  noun: 'Order' | 'Call';
  close: ReactNode;
  /** Why it could not be loaded; null while it is loading. */
  error: Error | null;
  onRetry: () => void;
}

/** Shown in place of an order that is not there. */
export function MissingOrder({ noun, close, error, onRetry }: MissingOrderProps) {
  const [path, list, name, missing] =
    noun === 'Order'
      ? ['/orders', 'orders', 'order', 'There is no order with this id in your account.']
      : ['/sales', 'sales', 'call', 'There is no call with this id to your listings.'];
  return (
    <article className={classes.order} aria-label={noun}>
      <header className={classes.head}>
        <h2>{noun}</h2>
        {close && <div className={classes.close}>{close}</div>}
      </header>
      <section>
        {!error && <PageSkeleton />}
        {error instanceof NotFoundError ? (
          <PartNotFound
            what={noun === 'Order' ? 'Order' : 'Sale'}
            back={{ href: path, label: `Back to ${list}` }}
          >
            {missing}
          </PartNotFound>
        ) : (
          error && (
            <ErrorNotice
              what={`The ${name} could not be loaded`}
              error={shownError(error)}
              onRetry={onRetry}
            />
          )
        )}
      </section>
    </article>
  );
}

interface OrderTimings {
  /** From placing the order to the start of its call, or until it settled without one. */
  waitingMs: number;
  /** The duration of the call; 0 without one. */
  callMs: number;
  totalMs: number;
}

type Timed = Pick<OrderSummary, 'createdAt' | 'startedAt' | 'completedAt' | 'durationMs'>;

/** How long a settled order took, and for what; `undefined` while it is open. */
export function orderTimings(order: Timed): OrderTimings | undefined {
  const { createdAt, startedAt, completedAt } = order;
  if (completedAt === null) return undefined;
  // The clocks of the processes of a marketplace may differ.
  const between = (from: string, to: string) => Math.max(0, Date.parse(to) - Date.parse(from));
  const waitingMs = between(createdAt, startedAt ?? completedAt);
  const callMs = startedAt === null ? 0 : (order.durationMs ?? between(startedAt, completedAt));
  return { waitingMs, callMs, totalMs: waitingMs + callMs };
}

interface BarProps {
  name: string;
  ms: number;
  fromMs: number;
  totalMs: number;
  part: 'waiting' | 'call';
}

function Bar({ name, ms, fromMs, totalMs, part }: BarProps) {
  const percent = (of: number) => `${totalMs === 0 ? 0 : (of / totalMs) * 100}%`;
  return (
    <li>
      <span>{name}</span>
      <span className={classes.track} aria-hidden="true">
        <span data-part={part} style={{ left: percent(fromMs), width: percent(ms) }} />
      </span>
      <span className={classes.time}>{formatDuration(ms)}</span>
    </li>
  );
}

/** How long the order waited and the service took. */
export function Timings({ order }: { order: Timed }) {
  const timings = orderTimings(order);
  if (!timings) return null;
  const { waitingMs, callMs, totalMs } = timings;
  return (
    <section aria-labelledby="order-timings">
      <h3 id="order-timings">
        Timings <span className={classes.total}>{formatDuration(totalMs)} total</span>
      </h3>
      <ol className={classes.timings}>
        <Bar name="Waiting" part="waiting" ms={waitingMs} fromMs={0} totalMs={totalMs} />
        {order.startedAt !== null && (
          <Bar name="Service call" part="call" ms={callMs} fromMs={waitingMs} totalMs={totalMs} />
        )}
      </ol>
    </section>
  );
}

type Completed = Extract<Order | SellerOrder, { orderState: 'completed' }>;
type Failed = Pick<
  Extract<Order | SellerOrder, { orderState: 'failed' }>,
  'errorMessage' | 'failure'
>;

/** Whether the result matches the listing's output schema. */
function Fit({ order: { outputValid } }: { order: Completed }) {
  if (outputValid === null) return null;
  return (
    <span className={classes.fit} data-valid={outputValid}>
      <Icon name={outputValid ? 'tick' : 'warn'} />
      {outputValid ? 'Matches the output schema' : 'Does not match the output schema'}
    </span>
  );
}

/** What the buyer sent. */
export const RequestBody = ({ order }: { order: Order | SellerOrder }) => (
  <section>
    <h3>Request body</h3>
    <JsonView
      label="Request body"
      value={order.requestBody}
      text={order.requestBodyText}
      fileName={`request-${order.id}.json`}
    />
  </section>
);

/** What the service returned, and where it is not what the listing promises. */
export function Result({ order }: { order: Completed }) {
  const { id, result, resultText, outputErrors } = order;
  return (
    <section>
      <h3>
        Result <Fit order={order} />
      </h3>
      <Places of={outputErrors ?? []} />
      <JsonView label="Result" value={result} text={resultText} fileName={`result-${id}.json`} />
    </section>
  );
}

/** Why a call failed, with what the service said and what can be done. */
export function Failure({ order, advice }: { order: Failed; advice: ReactNode }) {
  const { errorMessage, failure } = order;
  // The message of the API says "Upstream service".
  const title =
    failure.kind === 'seller_status'
      ? `The service returned ${failure.sellerStatus}`
      : errorMessage;
  return (
    <section aria-label="Error">
      <Notice tone="bad" title={<VisibleText>{title}</VisibleText>}>
        {failure.sellerMessage !== undefined && (
          <blockquote className={classes.said}>
            <VisibleText>{failure.sellerMessage}</VisibleText>
          </blockquote>
        )}
        <p>{advice}</p>
      </Notice>
    </section>
  );
}

/** An order that has not settled yet. */
export const Waiting = ({ children }: { children: ReactNode }) => (
  <section aria-label="Progress">
    <p className={classes.waiting}>
      <Icon name="spin" /> {children} This page updates by itself.
    </p>
  </section>
);
