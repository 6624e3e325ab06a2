import type { LoggedOrder } from './sql-log.ts';
import type { SettledLog } from './store.ts';

const PAGE = 500;

export interface FollowSettledDeps {
  settledLog: SettledLog;
}

/**
 * Passes every order that has settled since the last run of this follower to `handle`, in the order
 * of the log, and returns their number. A page counts as handled once `handle` resolves; after a
 * crash or an error before that, it is passed again. Two processes with the same follower name may
 * both handle a page, but neither skips one. So `handle` must be idempotent.
 */
export async function followSettled(
  { settledLog }: FollowSettledDeps,
  follower: string,
  handle: (orders: readonly LoggedOrder[]) => Promise<void>,
): Promise<number> {
  let handled = 0;
  for (;;) {
    const from = await settledLog.position(follower);
    const page = await settledLog.read(from, PAGE);
    if (!page) return handled;
    await handle(page.orders);
    const advanced = await settledLog.advance(follower, from, page.position);
    // Another process with the same follower name is ahead.
    if (!advanced) return handled;
    handled += page.orders.length;
  }
}
