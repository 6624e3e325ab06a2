import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@mkt/protocol';
import type { Identity } from '../domain/identity.ts';
import { isSettled, type Order } from '../domain/order.ts';
import type { Stretch } from '../domain/page.ts';
import { Refusal } from '../domain/refusal.ts';
import { byId } from '../domain/store.ts';
import type { awaitOrder } from '../flows/await-order.ts';
import type { placeOrder } from '../flows/place-order.ts';
import type { findOwnOrder, listOwnOrders } from '../flows/read-orders.ts';
import type { Answer, AnswerHeaders } from './answer.ts';
import type { Bound } from './bound.ts';
import { pageRequest } from './cursor.ts';
import { answerPage } from './list-page.ts';
import { preferredWait } from './prefer.ts';
import { orderText } from './present-order.ts';
import type { Handlers } from './route.ts';

export interface OrderVerbs {
  placeOrder: Bound<typeof placeOrder>;
  awaitOrder: Bound<typeof awaitOrder>;
  findOwnOrder: Bound<typeof findOwnOrder>;
  listOwnOrders: Bound<typeof listOwnOrders>;
  sha256: Identity['sha256'];
}

type OrderHandlers = Pick<Handlers, 'createOrder' | 'listOrders' | 'getOrder'>;

const PRINTABLE = /^[\x20-\x7e]+$/;
const POLL_AFTER_SECONDS = 1;

function idempotencyKeyOf(req: IncomingMessage): string | undefined {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  const one = Array.isArray(key) ? key.join(', ') : key;
  if (one.length <= LIMITS.idempotencyKeyLength && PRINTABLE.test(one)) return one;
  throw new Refusal('invalid_request', 'Idempotency-Key must be 1 to 255 printable characters.');
}

/** How long to hold the answer, and what to say of it. */
function waitOf(
  req: IncomingMessage,
  withoutMs: number,
): { waitMs: number; headers: AnswerHeaders } {
  const preferred = preferredWait(req);
  if (!preferred) return { waitMs: withoutMs, headers: {} };
  return {
    waitMs: preferred.seconds * 1000,
    headers: { 'Preference-Applied': `wait=${preferred.seconds}` },
  };
}

function answerOrder(status: number, order: Order, headers: AnswerHeaders): Answer {
  const poll: AnswerHeaders = isSettled(order) ? {} : { 'Retry-After': POLL_AFTER_SECONDS };
  return { status, text: orderText(order, 'buyer'), headers: { ...headers, ...poll } };
}

/** A page of orders. */
export function answerOrderPage(
  list: string,
  orders: Stretch<Order>,
  view: 'buyer' | 'seller',
): Answer {
  return answerPage(list, orders, byId, (order) => orderText(order, view));
}

const LIST = 'orders';

export function orderHandlers(verbs: OrderVerbs): OrderHandlers {
  return {
    async createOrder({ caller, body, bytes, req, leaving }) {
      const key = idempotencyKeyOf(req);
      const { waitMs, headers } = waitOf(req, LIMITS.defaultWaitMs);
      const { order, replayed } = await verbs.placeOrder({
        buyerId: caller.accountId,
        listingRef: body.listingId,
        requestBody: 'requestBody' in body ? body.requestBody : {},
        guards: { maxPrice: body.maxPrice, revision: body.revision },
        idempotency: key === undefined ? null : { key, bodyHash: verbs.sha256(bytes) },
      });
      const now = await verbs.awaitOrder(order, waitMs, leaving);
      return answerOrder(201, now, {
        ...headers,
        Location: `/v1/orders/${order.id}`,
        ...(replayed ? { 'Idempotent-Replayed': 'true' } : {}),
      });
    },
    async listOrders({ caller, query, reader }) {
      const orders = await verbs.listOwnOrders(caller, query, pageRequest(LIST, query), reader);
      return answerOrderPage(LIST, orders, 'buyer');
    },
    async getOrder({ caller, id, req, leaving }) {
      const { waitMs, headers } = waitOf(req, 0);
      const order = await verbs.findOwnOrder(caller, id);
      return answerOrder(200, await verbs.awaitOrder(order, waitMs, leaving), headers);
    },
  };
}
