import type { Arguments, Call, Tool } from '../call.ts';
import { orderResult } from '../orders/order-result.ts';
import { ORDER_ADVICE } from './advice.ts';
import { ORDER_ID } from './orders.ts';
import { checkNames, requiredText } from './read-arguments.ts';

async function cancel(args: Arguments, { session, signal }: Call) {
  checkNames(args, ['orderId']);
  const order = await session.market.orders.cancel(requiredText(args, 'orderId', 100), { signal });
  // That it failed as cancelled is what was asked for.
  return { ...orderResult(order), isError: false };
}

export const cancelOrder: Tool = {
  name: 'cancel_order',
  title: 'Cancel an order',
  description:
    'Cancels an order that is still pending: it is not charged. An order whose call has started can no longer be cancelled.',
  inputSchema: {
    type: 'object',
    properties: { orderId: ORDER_ID },
    required: ['orderId'],
    additionalProperties: false,
  },
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  isActivation: false,
  ifNotFound: ORDER_ADVICE,
  call: cancel,
};
