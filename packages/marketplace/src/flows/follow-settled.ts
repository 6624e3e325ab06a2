import type { Order } from '../domain/order.ts';
import type { SettledLog } from '../domain/settled-log.ts';

const PAGE = 500;

export interface FollowSettledDeps {
  settledLog: SettledLog;
}

/**
 * Hands every order that has settled since this follower's last run to `handle`, in the order of the
 * log, and returns how many those were. A page counts as handled when `handle` has resolved; after a
 * crash or an error before that, it is handed out again. Two processes that follow under one name may
 * hand out a page twice, but neither skips one. So `handle` must be idempotent.
 */
export async function followSettled(
  { settledLog }: FollowSettledDeps,
  follower: string,
  handle: (orders: readonly Order[]) => Promise<void>,
): Promise<number> {
  let handled = 0;
  for (;;) {
    const from = await settledLog.position(follower);
    const page = await settledLog.read(from, PAGE);
    if (!page) return handled;
    await handle(page.orders);
    const isOurs = await settledLog.advance(follower, from, page.position);
    // Another process follows under this name, and is ahead.
    if (!isOurs) return handled;
    handled += page.orders.length;
  }
}
