import type { ListedOrder } from '@mkt/client';
import { orderResult, resultPart } from '../orders/order-result.ts';
import { recordResult, ToolError, type ToolResult } from '../results/tool-result.ts';
import { cleanTexts } from '../sellers/seller-text.ts';
import type { Arguments, Call, Tool } from '../call.ts';
import { MAX_UNIT } from '../session.ts';
import {
  checkNames,
  LISTING_ADVICE,
  optionalInteger,
  optionalText,
  ORDER_ADVICE,
  requiredText,
} from './read-arguments.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 50;

function summaryOf(order: ListedOrder<{ view: 'summary' }>) {
  const { id, listing, orderState, failure, price, charged, createdAt, completedAt } = order;
  const failureKind = failure?.kind ?? null;
  return {
    orderId: id,
    listing: listing.slug,
    orderState,
    failureKind,
    price: cleanTexts(price, MAX_UNIT),
    charged,
    createdAt,
    completedAt,
  };
}

async function list(args: Arguments, { session, signal }: Call): Promise<ToolResult> {
  checkNames(args, ['listing', 'limit', 'cursor']);
  const page = await session.market.orders.list(
    {
      view: 'summary',
      listingId: optionalText(args, 'listing', 100),
      limit: optionalInteger(args, 'limit', [1, MAX_LIMIT]) ?? DEFAULT_LIMIT,
      cursor: optionalText(args, 'cursor', 500),
    },
    { signal },
  );
  const found = { orders: page.data.map(summaryOf), nextCursor: page.nextCursor };
  return recordResult(`${page.data.length} orders, newest first.`, found);
}

export const listOrders: Tool = {
  name: 'list_orders',
  title: 'List the orders',
  description:
    'Lists the orders that this API key may read, newest first. Use it to find one whose call was interrupted before you run a listing again. Read one with get_order.',
  inputSchema: {
    type: 'object',
    properties: {
      listing: { type: 'string', description: 'Only orders of this listing: slug or id.' },
      limit: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
      cursor: { type: 'string', description: 'nextCursor of the previous page.' },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: true },
  isActivation: false,
  ifNotFound: LISTING_ADVICE,
  call: list,
};

const MAX_WAIT_SECONDS = 30;

const ORDER_ID = { type: 'string', description: 'orderId of an earlier result.' };

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

async function cancel(args: Arguments, { session, signal }: Call) {
  checkNames(args, ['orderId']);
  const order = await session.market.orders.cancel(requiredText(args, 'orderId', 100), { signal });
  // It failed as cancelled, as requested.
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
