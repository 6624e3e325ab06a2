import type { Arguments, Call, Tool } from '../call.ts';
import { orderResult, resultPart } from '../orders/order-result.ts';
import { ToolError } from '../results/tool-result.ts';
import { ORDER_ADVICE } from './advice.ts';
import { checkNames, optionalInteger, requiredText } from './read-arguments.ts';

const MAX_WAIT_SECONDS = 30;

export const ORDER_ID = { type: 'string', description: 'orderId of an earlier result.' };

const MAX_POINTER = 4_000;
const MAX_OFFSET = 2 ** 31 - 1;

/** The empty pointer, which means the whole result, counts as given. */
function readPointer(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const isPointer = typeof value === 'string' && /^(?:\/|$)/.test(value);
  if (isPointer && value.length <= MAX_POINTER) return value;
  throw new ToolError(
    'invalid_arguments',
    'The argument pointer must be a JSON Pointer into the result, such as "/items/0".',
  );
}

async function get(args: Arguments, { session, signal }: Call) {
  checkNames(args, ['orderId', 'waitSeconds', 'pointer', 'offset']);
  const id = requiredText(args, 'orderId', 100);
  const wait = optionalInteger(args, 'waitSeconds', [0, MAX_WAIT_SECONDS]) ?? 0;
  const pointer = readPointer(args['pointer']);
  const offset = optionalInteger(args, 'offset', [0, MAX_OFFSET]);
  const order = await session.market.orders.get(id, { wait: wait * 1_000, signal });
  if (pointer === undefined && offset === undefined) return orderResult(order);
  return resultPart(order, { pointer: pointer ?? '', offset: offset ?? 0 });
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
      pointer: { type: 'string', description: 'Only this part: a JSON Pointer into the result.' },
      offset: { type: 'integer', minimum: 0, description: 'Where the part begins.' },
    },
    required: ['orderId'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: true },
  isActivation: false,
  ifNotFound: ORDER_ADVICE,
  call: get,
};
