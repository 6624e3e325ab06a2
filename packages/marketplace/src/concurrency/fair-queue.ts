import { createCounter } from './counter.ts';

export interface FairQueueOptions<Item> {
  /** Items that run at once. */
  atOnce: number;
  /** Of one group. */
  perGroup: number;
  /** Never rejects. */
  run(item: Item): Promise<void>;
}

/** Runs items a few at a time; groups take turns, and none has more than its share at once. */
export function createFairQueue<Item>({ atOnce, perGroup, run }: FairQueueOptions<Item>) {
  const waiting = new Map<string, Item[]>();
  const running = createCounter();
  let inAll = 0;
  let closed = false;
  let idleCallbacks: (() => void)[] = [];

  function finish(group: string): void {
    inAll -= 1;
    running.add(group, -1);
    startNext();
    if (inAll > 0) return;
    for (const callback of idleCallbacks) callback();
    idleCallbacks = [];
  }

  function takeNext(): { group: string; item: Item } | undefined {
    for (const [group, items] of waiting) {
      if (running.get(group) >= perGroup) continue;
      const [item] = items.splice(0, 1);
      waiting.delete(group);
      // Behind the others: groups take turns.
      if (items.length > 0) waiting.set(group, items);
      if (item !== undefined) return { group, item };
    }
    return undefined;
  }

  function startNext(): void {
    if (closed) return;
    while (inAll < atOnce) {
      const next = takeNext();
      if (!next) return;
      const { group, item } = next;
      inAll += 1;
      running.add(group, 1);
      void run(item).finally(() => finish(group));
    }
  }

  /** Resolves when nothing runs, and nothing waits that may begin. */
  const idle = () =>
    inAll === 0
      ? Promise.resolve()
      : new Promise<void>((resolve) => {
          idleCallbacks.push(resolve);
        });

  return {
    add(group: string, item: Item): void {
      const items = waiting.get(group);
      if (items) items.push(item);
      else waiting.set(group, [item]);
      startNext();
    },
    idle,
    /** Starts nothing more; resolves when what runs has ended. */
    async close(): Promise<void> {
      closed = true;
      waiting.clear();
      await idle();
    },
  };
}
