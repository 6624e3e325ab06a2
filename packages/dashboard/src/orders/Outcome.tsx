import type { Order, SellerOrder } from '@mkt/client';
import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { JsonView } from '../ui/JsonView.tsx';
import { Notice } from '../ui/Notice-ui-Notice.tsx';
import { Places } from '../ui/Places.tsx';
import { VisibleText } from '../ui/VisibleText.tsx';
import classes from './orders.module.css';

type Completed = Extract<Order | SellerOrder, { orderState: 'completed' }>;
type Failed = Extract<Order | SellerOrder, { orderState: 'failed' }>;

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
  return (
    <section aria-label="Error">
      <Notice tone="bad" title={<VisibleText>{errorMessage}</VisibleText>}>
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
      <Icon name="spin" /> {children} This page follows it.
    </p>
  </section>
);
