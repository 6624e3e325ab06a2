import { JsonText, MktError, type Guards, type Order } from '@mkt/client';
import type { Call, Outcome } from '../call.ts';
import type { ToolResult } from '../results/tool-result.ts';
import { readBudgetLeft } from './budget-left.ts';
import { isOpen, orderResult } from './order-result.ts';
import { newTask } from './order-task.ts';

export interface Activation {
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

/** The order once it has settled or, when the time is over or it cannot be read, as last seen. */
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
export async function activate(activation: Activation, call: Call): Promise<Outcome> {
  const startedAt = performance.now();
  const order = await place(activation, call);
  if (!isOpen(order)) return await bought(order, call);
  call.report(order);
  if (call.canFollowTasks) return newTask(order);
  const left = activation.waitMs - (performance.now() - startedAt);
  return await bought(left > 0 ? await follow(order, left, call) : order, call);
}
