import type { Clock } from '../domain/clock.ts';
import type { OrderEvents } from '../domain/order-events.ts';

/** Who waits for which order, in this process. */
export function createLocalOrderEvents(clock: Pick<Clock, 'after'>): OrderEvents {
  const waiting = new Map<string, Set<() => void>>();
  let ended = false;
  return {
    settled(orderId) {
      for (const wake of waiting.get(orderId) ?? []) wake();
    },
    wait(orderId, ms, signal) {
      if (ended || signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wakers = waiting.get(orderId) ?? new Set();
        waiting.set(orderId, wakers);
        const wake = () => {
          cancel();
          signal?.removeEventListener('abort', wake);
          wakers.delete(wake);
          if (wakers.size === 0) waiting.delete(orderId);
          resolve();
        };
        const cancel = clock.after(ms, wake);
        wakers.add(wake);
        signal?.addEventListener('abort', wake);
      });
    },
    end() {
      ended = true;
      for (const wakers of waiting.values()) for (const wake of wakers) wake();
    },
  };
}
