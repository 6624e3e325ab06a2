import type { IncomingMessage } from 'node:http';
import {
  HEADERS,
  isSettled,
  LIMITS,
  readJson,
  type OrderMetadata,
  type OrderView,
} from '@mkt/protocol';
import { keyIdOf, type Caller } from '../market/caller.ts';
import type { Share } from '../structures/counters.ts';
import type { Identity } from '../market/identity.ts';
import type { Order } from './order.ts';
import type { PageItems } from '../market/page.ts';
import type { awaitOrder } from './await-order.ts';
import type { cancelOrder } from './cancel-order.ts';
import type { placeOrder } from './place.ts';
import type { findOwnOrder, listOwnOrders } from './read.ts';
import type { RouteResponse, ResponseHeaders } from '../http/response.ts';
import { pageRequest } from '../http/cursor.ts';
import { idempotencyKeyOf } from './http-http-idempotency-key.ts';
import { pageResponse } from '../http/list-page.ts';
import { preferredWait } from './prefer.ts';
import { orderSummaryText, orderText, type OrderReader } from './present-order.ts';
import type { Handlers, UseCase } from '../http/route.ts';
import { byId } from '../market/ids.ts';

export interface OrderUseCases {
  placeOrder: UseCase<typeof placeOrder>;
  awaitOrder: UseCase<typeof awaitOrder>;
  cancelOrder: UseCase<typeof cancelOrder>;
  findOwnOrder: UseCase<typeof findOwnOrder>;
  listOwnOrders: UseCase<typeof listOwnOrders>;
  sha256: Identity['sha256'];
}

type OrderHandlers = Pick<Handlers, 'createOrder' | 'listOrders' | 'getOrder' | 'cancelOrder'>;

const POLL_AFTER_SECONDS = 1;

const NO_INPUT = readJson('{}');

interface Wait {
  waitMs: number;
  headers: ResponseHeaders;
  /** Releases the long poll of the account. */
  end(): void;
}

const NOTHING = () => undefined;

/**
 * How long the response may wait for the order, and the headers that say so. If the account has
 * used up its share of long polls, the request is handled as if it had not asked to wait.
 */
function waitOf(
  { req, caller }: { req: IncomingMessage; caller: Caller },
  { withoutMs, longPolls }: { withoutMs: number; longPolls: Share },
): Wait {
  const preferred = preferredWait(req);
  const end = preferred && longPolls.tryTake(caller.accountId);
  if (!preferred || !end) return { waitMs: withoutMs, headers: {}, end: NOTHING };
  return {
    waitMs: preferred.seconds * 1000,
    headers: { 'Preference-Applied': `wait=${preferred.seconds}` },
    end,
  };
}

/** Only for those who send some: `{}` is stored as nothing. */
const metadataText = (metadata: OrderMetadata | undefined): string | null =>
  metadata && Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null;

function orderResponse(status: number, order: Order, headers: ResponseHeaders): RouteResponse {
  const poll: ResponseHeaders = isSettled(order.state) ? {} : { 'Retry-After': POLL_AFTER_SECONDS };
  return { status, text: orderText(order, 'buyer'), headers: { ...headers, ...poll } };
}

/** A page of orders. */
export function orderPageResponse(
  list: string,
  { view }: { view?: OrderView | undefined },
  orders: PageItems<Order>,
  reader: OrderReader,
): RouteResponse {
  const textOf = view === 'summary' ? orderSummaryText : orderText;
  return pageResponse(list, orders, byId, (order) => textOf(order, reader));
}

const LIST = 'orders';

export function orderHandlers(useCases: OrderUseCases, longPolls: Share): OrderHandlers {
  return {
    async createOrder({ caller, body, apart, bytes, req, disconnect }) {
      const { order, replayed } = await useCases.placeOrder({
        buyerId: caller.accountId,
        keyId: keyIdOf(caller),
        listingRef: body.listingId,
        input: apart ?? NO_INPUT,
        metadataJson: metadataText(body.metadata),
        guards: {
          maxPrice: body.maxPrice,
          currency: body.currency,
          unit: body.unit,
          revision: body.revision,
        },
        idempotency: idempotencyKeyOf(req, bytes, useCases.sha256),
      });
      const wait = waitOf({ req, caller }, { withoutMs: LIMITS.defaultWaitMs, longPolls });
      try {
        return orderResponse(201, await useCases.awaitOrder(order, wait.waitMs, disconnect), {
          ...wait.headers,
          Location: `/v1/orders/${order.id}`,
          ...(replayed ? { [HEADERS.idempotentReplayed]: 'true' } : {}),
        });
      } finally {
        wait.end();
      }
    },
    async listOrders({ caller, query, reader }) {
      const orders = await useCases.listOwnOrders(caller, query, pageRequest(LIST, query), reader);
      return orderPageResponse(LIST, query, orders, 'buyer');
    },
    async getOrder({ caller, params: { id }, req, disconnect }) {
      const order = await useCases.findOwnOrder(caller, id);
      const wait = waitOf({ req, caller }, { withoutMs: 0, longPolls });
      try {
        const now = await useCases.awaitOrder(order, wait.waitMs, disconnect);
        return orderResponse(200, now, wait.headers);
      } finally {
        wait.end();
      }
    },
    async cancelOrder({ caller, params: { id } }) {
      return orderResponse(200, await useCases.cancelOrder(caller, id), {});
    },
  };
}
