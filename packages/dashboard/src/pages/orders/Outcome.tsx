import type { Order } from '@mkt/client';
import { Failure, Result, Waiting } from '../../orders/Outcome.tsx';
import { CancelOrder } from './CancelOrder.tsx';
import { failureAdvice } from './words.ts';

/** The outcome of the order, or that it is still waiting or running. */
export function Outcome({ order }: { order: Order }) {
  switch (order.orderState) {
    case 'completed':
      return <Result order={order} />;
    case 'failed':
      return <Failure order={order} advice={failureAdvice(order.failure)} />;
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
