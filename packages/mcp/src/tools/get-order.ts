import type { Arguments, Call, Tool } from '../call.ts';
import { orderResult } from '../orders/order-result.ts';
import { ORDER_ADVICE } from './advice.ts';
import { checkNames, optionalInteger, requiredText } from './read-arguments.ts';

const MAX_WAIT_SECONDS = 30;

export const ORDER_ID = { type: 'string', description: 'orderId of an earlier result.' };

async function get(args: Arguments, { session, signal }: Call) {
  checkNames(args, ['orderId', 'waitSeconds']);
  const id = requiredText(args, 'orderId', 100);
  const wait = optionalInteger(args, 'waitSeconds', [0, MAX_WAIT_SECONDS]) ?? 0;
  return orderResult(await session.market.orders.get(id, { wait: wait * 1_000, signal }));
}

export const getOrder: Tool = {
  name: 'get_order',
  title: 'Read an order',
  description: 'Reads an order: whether it is still running, its result, or why it failed.',
  inputSchema: {
    type: 'object',
    properties: {
      orderId: ORDER_ID,
      waitSeconds: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        default: 0,
        description: 'How long to wait until it has settled.',
      },
    },
    required: ['orderId'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: true },
  isActivation: false,
  ifNotFound: ORDER_ADVICE,
  call: get,
};
