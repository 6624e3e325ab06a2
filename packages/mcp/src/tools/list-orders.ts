import type { ListedOrder } from '@mkt/client';
import type { Arguments, Call, Tool } from '../call.ts';
import { cleanTexts } from '../sellers/seller-text.ts';
import { MAX_UNIT } from '../session.ts';
import { recordResult, type ToolResult } from '../results/tool-result-results-tool-result.ts';
import { LISTING_ADVICE } from './advice.ts';
import { checkNames, optionalInteger, optionalText } from './read-arguments.ts';

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
