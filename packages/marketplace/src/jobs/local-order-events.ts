import type { Clock } from '../domain/clock.ts';
import type { Order } from '../domain/order.ts';
import type { OrderEvents } from '../domain/order-events.ts';

/** Who waits for which order, in this process. */
export function createLocalOrderEvents(clock: Pick<Clock, 'after'>): OrderEvents {
  const waiting = new Map<string, Set<(row?: Order) => void>>();
  let ended = false;
  return {
    settled(orderId, row) {
      for (const wake of waiting.get(orderId) ?? []) wake(row);
    },
    wait(orderId, ms, leaving) {
      if (ended || leaving?.gone) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const wakers = waiting.get(orderId) ?? new Set();
        waiting.set(orderId, wakers);
        const wake = (row?: Order) => {
          cancel();
          stay?.();
          wakers.delete(wake);
          if (wakers.size === 0) waiting.delete(orderId);
          resolve(row);
        };
        const interrupt = () => wake();
        const cancel = clock.after(ms, interrupt);
        wakers.add(wake);
        const stay = leaving?.onGone(interrupt);
      });
    },
    // The only process knows of it.
    waits: () => undefined,
    end() {
      ended = true;
      for (const wakers of waiting.values()) for (const wake of wakers) wake();
    },
  };
}
