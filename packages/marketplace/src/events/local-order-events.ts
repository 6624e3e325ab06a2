import type { Clock } from '../market/outside.ts';
import type { Order } from '../orders/order.ts';
import type { OrderEvents } from './order-events.ts';

type Wake = (row?: Order) => void;

/** Order events of this process. */
export function createLocalOrderEvents(clock: Pick<Clock, 'after'>): OrderEvents {
  const waiting = new Map<string, Wake[]>();
  let ended = false;

  function listen(orderId: string, wake: Wake): void {
    const listeners = waiting.get(orderId);
    if (listeners) listeners.push(wake);
    else waiting.set(orderId, [wake]);
  }

  function forget(orderId: string, wake: Wake): void {
    const listeners = waiting.get(orderId) ?? [];
    // Emptied as well, because old tables of the map may keep the array alive for a while
    // (`concurrency/linked-list.ts`).
    listeners.splice(listeners.indexOf(wake), 1);
    if (listeners.length === 0) waiting.delete(orderId);
  }

  return {
    settled(orderId, row) {
      for (const wake of waiting.get(orderId)?.slice() ?? []) wake(row);
    },
    wait(orderId, ms, disconnect) {
      if (ended || disconnect?.happened) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const wake = (row?: Order) => {
          cancel();
          unsubscribe?.();
          forget(orderId, wake);
          resolve(row);
        };
        const interrupt = () => wake();
        const cancel = clock.after(ms, interrupt);
        listen(orderId, wake);
        const unsubscribe = disconnect?.subscribe(interrupt);
      });
    },
    // There is no other process to announce it to.
    announceWaiting: () => undefined,
    end() {
      ended = true;
      for (const listeners of waiting.values()) for (const wake of listeners.slice()) wake();
    },
  };
}
