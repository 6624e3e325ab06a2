import { ConflictError, type Guards, JsonText, MktError, type Order } from '@mkt/client';
import { ToolError, type ToolResult } from '../results/tool-result.ts';
import type { Call, Outcome } from '../call.ts';
import { type Money, sealSecret, type Terms, termsOf } from '../session.ts';
import { newTask } from '../tasks.ts';
import { askFirst, isSealOf, keyOfSeal, questionAbout, sealInQuestion } from './ask-first.ts';
import { isOpen, orderResult, readBudgetLeft } from './order-result.ts';

interface Activation {
  listing: string;
  input: unknown;
  guards: Guards;
  idempotencyKey: string;
  /** How long to wait for the order to settle. */
  waitMs: number;
}

/** How long the marketplace may hold the response to the activation: most orders settle in that time. */
const FIRST_WAIT_MS = 1_000;

/** Shows a buyer which orders agents placed (docs/buy/orders.md#metadata). */
const SOURCE = { source: 'mcp' };

/** Places the order; its errors say whether it may exist. */
async function place(
  { listing, input, guards, idempotencyKey, waitMs }: Activation,
  { session, signal }: Call,
): Promise<Order> {
  // It was parsed from JSON, so the client's check for values that JSON lacks (60 ms for 240 KB) is skipped.
  const text = JSON.stringify(input) as string | undefined;
  const written = text === undefined ? undefined : new JsonText(text);
  return await session.market.activate(listing, written, {
    ...guards,
    metadata: SOURCE,
    idempotencyKey,
    wait: Math.min(FIRST_WAIT_MS, waitMs),
    signal,
  });
}

/** The order once it has settled or, when the time is up or it cannot be read, as last seen. */
async function follow(order: Order, timeout: number, call: Call): Promise<Order> {
  let latest = order;
  const { session, signal } = call;
  try {
    return await session.market.orders.wait(order.id, {
      timeout,
      signal,
      onUpdate(seen) {
        latest = seen;
        if (isOpen(seen)) call.report(seen);
      },
    });
  } catch (error) {
    // Whatever goes wrong now, the order exists, and the agent must learn its id.
    if (error instanceof MktError && !signal.aborted) return latest;
    throw error;
  }
}

/** An order, and the remaining budget unless the order was free. */
async function bought(order: Order, { session, signal }: Call): Promise<ToolResult> {
  if (order.orderState === 'failed') return orderResult(order);
  return orderResult(order, await readBudgetLeft(session.market, signal));
}

/** Buys a call: its result, the failure of the order or, while it has not settled, where to look. */
async function activate(activation: Activation, call: Call): Promise<Outcome> {
  const startedAt = performance.now();
  const order = await place(activation, call);
  if (!isOpen(order)) return await bought(order, call);
  call.report(order);
  if (call.canFollowTasks) return newTask(order);
  const left = activation.waitMs - (performance.now() - startedAt);
  return await bought(left > 0 ? await follow(order, left, call) : order, call);
}

interface Purchase extends Omit<Activation, 'idempotencyKey'> {
  idempotencyKey: string | undefined;
  /** What a question returned, if the agent answers it in its own call. */
  confirm: string | undefined;
}

/** The highest price that is bought without a question, or `undefined` if the two cannot be compared. */
function lower({ maxPrice }: Guards, limit: Money): Money | undefined {
  if (typeof maxPrice !== 'object') return limit;
  if (maxPrice.currency !== limit.currency) return undefined;
  return maxPrice.amount < limit.amount ? maxPrice : limit;
}

/** Whether the terms meet the agent's own conditions. */
function meets(terms: Terms, { maxPrice, currency, unit, revision }: Guards): boolean {
  const { amount, currency: priced } = terms;
  const isAffordable =
    typeof maxPrice !== 'object' ||
    amount === 0 ||
    (priced === maxPrice.currency && amount <= maxPrice.amount);
  return (
    isAffordable &&
    (currency === undefined || currency === priced) &&
    (unit === undefined || unit === terms.unit) &&
    (revision === undefined || revision === terms.revision)
  );
}

/** Conditions that only exactly these terms meet. */
const exactly = ({ amount, currency, unit, revision }: Terms): Guards => ({
  maxPrice: { amount, currency },
  unit,
  revision,
});

const isChanged = (error: unknown) =>
  error instanceof ConflictError && error.type === 'listing_changed';

/**
 * Buys a call. If it costs more than the session's limit, a person or the agent must first agree to
 * the revision and the price; the marketplace refuses the order if either has changed since.
 */
export async function buy(purchase: Purchase, call: Call): Promise<Outcome> {
  const { session, answer } = call;
  const { confirm, idempotencyKey, ...rest } = purchase;
  const limit = session.confirmAbove;
  if (answer && !answer.isAccepted) {
    throw new ToolError('declined', 'The user declined this call.');
  }
  const key = idempotencyKey ?? crypto.randomUUID();
  if (!limit) return await activate({ ...rest, idempotencyKey: key }, call);
  const agreed = answer?.seal ?? confirm ?? sealInQuestion(idempotencyKey);
  if (agreed !== undefined) return await buyAgreed(purchase, agreed, call);
  const maxPrice = lower(rest.guards, limit);
  try {
    if (maxPrice) {
      const guards = { ...rest.guards, maxPrice };
      return await activate({ ...rest, guards, idempotencyKey: key }, call);
    }
  } catch (error) {
    if (!isChanged(error)) throw error;
    return await buyShown(purchase, call, error);
  }
  return await buyShown(purchase, call, undefined);
}

/** A listing that is above the limit, or has a price in a different currency. */
async function buyShown(purchase: Purchase, call: Call, refusal: unknown): Promise<Outcome> {
  const { listing, input, guards, idempotencyKey: agentKey } = purchase;
  const terms = await read(listing, call);
  const isFree = terms.amount === 0 && meets(terms, guards);
  if (isFree) return await buyExactly(purchase, terms, agentKey, call);
  if (refusal !== undefined && !meets(terms, guards)) throw refusal;
  return askFirst({ terms, input, agentKey }, call);
}

async function buyAgreed(purchase: Purchase, agreed: string, call: Call): Promise<Outcome> {
  const terms = await read(purchase.listing, call);
  const { input, idempotencyKey: agentKey } = purchase;
  const question = { input, agentKey, isStale: true };
  if (!isSealOf(sealSecret(call.session), agreed, { terms, input })) {
    return askFirst({ ...question, terms }, call);
  }
  try {
    return await buyExactly(purchase, terms, keyOfSeal(agreed), call);
  } catch (error) {
    // It changed between the two requests.
    if (isChanged(error)) {
      return askFirst({ ...question, terms: await read(purchase.listing, call) }, call);
    }
    // The agent can ask about the order only with the seal: the key alone confirms nothing.
    if (error instanceof MktError && error.idempotencyKey !== undefined) {
      Object.assign(error, { idempotencyKey: questionAbout(agreed) });
    }
    throw error;
  }
}

async function buyExactly(
  { listing, input, waitMs }: Purchase,
  terms: Terms,
  idempotencyKey = crypto.randomUUID() as string,
  call: Call,
): Promise<Outcome> {
  return await activate({ listing, input, waitMs, guards: exactly(terms), idempotencyKey }, call);
}

async function read(listing: string, { session, signal }: Call): Promise<Terms> {
  return termsOf(await session.market.listing(listing, { signal }));
}
