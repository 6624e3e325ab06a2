import type { IncomingMessage } from 'node:http';
import {
  HEADERS,
  isSettled,
  LIMITS,
  type OrderMetadata,
  type OrderView,
  readJson,
} from '@mkt/protocol';
import { pageRequest } from '../http/request-head.ts';
import {
  callerRequestIdOf,
  iso,
  isoOrNull,
  pageResponse,
  presentPrice,
  type ResponseHeaders,
  type RouteResponse,
} from '../http/respond.ts';
import type { Handlers } from '../http/route.ts';
import { type Caller, keyIdOf } from '../market/caller.ts';
import { byId } from '../market/ids.ts';
import type { PageItems } from '../market/page.ts';
import { Refusal } from '../market/refusal.ts';
import { traceOfRequest } from '../market/trace.ts';
import type { App } from '../server/context.ts';
import type { Share } from '../structures/counters.ts';
import { durationMs, type IdempotencyKey, isCharged, type Order } from './order.ts';
import { awaitOrder, placeOrder } from './place.ts';
import { findOwnOrder, listOwnOrders } from './read.ts';
import { cancelOrder } from './run.ts';

const PRINTABLE = /^[\x20-\x7e]+$/;

/** The `Idempotency-Key` of a request, and the hash of its body. */
function idempotencyKeyOf(
  { headers }: IncomingMessage,
  body: Uint8Array,
  sha256: (data: Uint8Array) => Uint8Array,
): IdempotencyKey | null {
  const given = headers[HEADERS.idempotencyKey];
  if (given === undefined) return null;
  const key = Array.isArray(given) ? given.join(', ') : given;
  if (key.length > LIMITS.idempotencyKeyLength || !PRINTABLE.test(key)) {
    throw new Refusal(
      'invalid_request',
      `Idempotency-Key must be 1 to ${LIMITS.idempotencyKeyLength} printable ASCII characters.`,
    );
  }
  return { key, bodyHash: sha256(body) };
}

const WAIT = /^wait\s*=\s*"?(\d+)"?$/i;

/**
 * `Prefer: wait=N` (RFC 7240) in whole seconds, at most 30. The first one counts; anything else is
 * ignored, as the RFC requires.
 */
function preferredWait({ headers }: IncomingMessage): { seconds: number } | undefined {
  const header = headers['prefer'];
  // Most requests have the same header as the previous one.
  if (header !== lastHeader) {
    lastWait = waitIn(header);
    lastHeader = header;
  }
  return lastWait;
}

let lastHeader: string | string[] | undefined;
let lastWait: { seconds: number } | undefined;

function waitIn(header: typeof lastHeader): typeof lastWait {
  const preferences = Array.isArray(header) ? header : (header ?? '').split(',');
  for (const preference of preferences) {
    const match = WAIT.exec(preference.split(';')[0]?.trim() ?? '');
    if (match) return { seconds: Math.min(Number(match[1]), LIMITS.maxWaitSeconds) };
  }
  return undefined;
}

/** Who reads an order. */
type OrderReader = 'buyer' | 'seller';

/** The beginning of the JSON text of an order: everything but its input, its result and the closing brace. */
function openText(order: Order, view: OrderReader): string {
  const known = JSON.stringify({
    id: order.id,
    listingId: order.listingId,
    listing: order.listing,
    orderState: order.state,
    // JSON.stringify leaves out undefined members.
    buyerId: view === 'seller' ? order.buyerPseudonym : undefined,
    keyId: view === 'buyer' ? order.keyId : undefined,
    errorMessage: order.state === 'failed' ? order.errorMessage : undefined,
    failure: order.failure,
    outputValid: order.outputValid,
    outputErrors: order.outputErrors,
    price: presentPrice(order.price),
    charged: isCharged(order),
    revision: order.revision,
    createdAt: iso(order.createdAtMs),
    startedAt: isoOrNull(order.startedAtMs),
    completedAt: isoOrNull(order.completedAtMs),
    durationMs: durationMs(order),
  });
  const metadata = view === 'buyer' ? `,"metadata":${order.metadataJson ?? '{}'}` : '';
  return `${known.slice(0, -1)}${metadata}`;
}

/** An order as JSON text, without its input and its result. */
export const orderSummaryText = (order: Order, view: OrderReader): string =>
  `${openText(order, view)}}`;

/**
 * An order as JSON text. The input, the result and the metadata are stored as JSON text and inserted
 * as they are: none is parsed and serialized again.
 */
export function orderText(order: Order, view: OrderReader): string {
  const result = order.state === 'completed' ? `,"result":${order.resultJson ?? 'null'}` : '';
  const request = `,"requestBody":${order.requestJson ?? 'null'}`;
  return `${openText(order, view)}${request}${result}}`;
}

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

/** Null for none, and for `{}`. */
const metadataText = (metadata: OrderMetadata | undefined): string | null =>
  metadata && Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null;

function orderResponse(
  status: number,
  order: Order,
  headers: ResponseHeaders,
  waitedMs?: number,
): RouteResponse {
  const poll: ResponseHeaders = isSettled(order.state) ? {} : { 'Retry-After': POLL_AFTER_SECONDS };
  return { status, text: orderText(order, 'buyer'), headers: { ...headers, ...poll }, waitedMs };
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

export function orderHandlers(app: App, longPolls: Share) {
  return {
    async createOrder({ caller, body, apart, bytes, req, requestId, disconnect }) {
      const { order, replayed } = await app.runner.track(
        placeOrder(app, {
          buyerId: caller.accountId,
          keyId: keyIdOf(caller),
          listingRef: body.listingId,
          input: apart ?? NO_INPUT,
          metadataJson: metadataText(body.metadata),
          trace: traceOfRequest(req),
          guards: {
            maxPrice: body.maxPrice,
            currency: body.currency,
            unit: body.unit,
            revision: body.revision,
          },
          idempotency: idempotencyKeyOf(req, bytes, app.identity.sha256),
          requestId,
          callerRequestId: callerRequestIdOf(req),
        }),
      );
      const wait = waitOf({ req, caller }, { withoutMs: LIMITS.defaultWaitMs, longPolls });
      const startedMs = app.clock.monotonic();
      try {
        const now = await awaitOrder(app, order, wait.waitMs, disconnect);
        const headers = {
          ...wait.headers,
          Location: `/v1/orders/${order.id}`,
          ...(replayed ? { [HEADERS.idempotentReplayed]: 'true' } : {}),
        };
        return orderResponse(201, now, headers, app.clock.monotonic() - startedMs);
      } finally {
        wait.end();
      }
    },
    async listOrders({ caller, query, reader }) {
      const orders = await listOwnOrders(app, caller, query, pageRequest(LIST, query), reader);
      return orderPageResponse(LIST, query, orders, 'buyer');
    },
    async getOrder({ caller, params: { id }, req, disconnect }) {
      const order = await findOwnOrder(app, caller, id);
      const wait = waitOf({ req, caller }, { withoutMs: 0, longPolls });
      const startedMs = app.clock.monotonic();
      try {
        const now = await awaitOrder(app, order, wait.waitMs, disconnect);
        const waitedMs = wait.waitMs > 0 ? app.clock.monotonic() - startedMs : undefined;
        return orderResponse(200, now, wait.headers, waitedMs);
      } finally {
        wait.end();
      }
    },
    async cancelOrder({ caller, params: { id } }) {
      return orderResponse(200, await cancelOrder(app, caller, id), {});
    },
  } satisfies Partial<Handlers>;
}
