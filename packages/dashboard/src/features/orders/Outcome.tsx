import type { Order } from '@mkt/client';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { CancelOrder } from './CancelOrder.tsx';
import { failureAdvice } from './failure-advice.ts';
import classes from './Outcome.module.css';

type Completed = Extract<Order, { orderState: 'completed' }>;
type Failed = Extract<Order, { orderState: 'failed' }>;

/** Whether the result is what the listing promises. */
function Fit({ order: { outputValid } }: { order: Completed }) {
  if (outputValid === null) return null;
  return (
    <span className={classes.fit} data-valid={outputValid}>
      <Icon name={outputValid ? 'tick' : 'warn'} />
      {outputValid ? 'Matches the output schema' : 'Does not match the output schema'}
    </span>
  );
}

function Result({ order }: { order: Completed }) {
  const { id, result, resultText, outputErrors } = order;
  return (
    <section>
      <h3>
        Result <Fit order={order} />
      </h3>
      {outputErrors && outputErrors.length > 0 && (
        <ul className={classes.places}>
          {outputErrors.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>
                <VisibleText>{path || '/'}</VisibleText>
              </code>{' '}
              <VisibleText>{message}</VisibleText>
            </li>
          ))}
        </ul>
      )}
      <JsonView label="Result" value={result} text={resultText} fileName={`result-${id}.json`} />
    </section>
  );
}

function Failure({ order: { errorMessage, failure } }: { order: Failed }) {
  return (
    <section aria-label="Error">
      <Notice tone="bad" title={<VisibleText>{errorMessage}</VisibleText>}>
        {failure.sellerMessage !== undefined && (
          <blockquote className={classes.said}>
            <VisibleText>{failure.sellerMessage}</VisibleText>
          </blockquote>
        )}
        <p>{failureAdvice(failure)}</p>
      </Notice>
    </section>
  );
}

const Waiting = ({ children }: { children: ReactNode }) => (
  <section aria-label="Progress">
    <p className={classes.waiting}>
      <Icon name="spin" /> {children} This page follows it.
    </p>
  </section>
);

/** The outcome of the order, or that it is still waiting or running. */
export function Outcome({ order }: { order: Order }) {
  switch (order.orderState) {
    case 'completed':
      return <Result order={order} />;
    case 'failed':
      return <Failure order={order} />;
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
