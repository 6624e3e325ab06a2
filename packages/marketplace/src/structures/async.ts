import { createCounter } from './counters-structures-counters.ts';

export interface FairQueueOptions<Item> {
  /** How many items may run at the same time. */
  atOnce: number;
  /** How many of them may belong to one group. */
  perGroup: number;
  /** Never rejects. */
  run(item: Item): Promise<void>;
}

/**
 * Runs a limited number of items at a time. Groups take turns, and none runs more than its share.
 */
export function createFairQueue<Item>({ atOnce, perGroup, run }: FairQueueOptions<Item>) {
  const waiting = new Map<string, Item[]>();
  const running = createCounter();
  let total = 0;
  let closed = false;
  let idleCallbacks: (() => void)[] = [];

  function finish(group: string): void {
    total -= 1;
    running.add(group, -1);
    startNext();
    if (total > 0) return;
    for (const callback of idleCallbacks) callback();
    idleCallbacks = [];
  }

  function takeNext(): { group: string; item: Item } | undefined {
    for (const [group, items] of waiting) {
      if (running.get(group) >= perGroup) continue;
      const [item] = items.splice(0, 1);
      waiting.delete(group);
      // Moves the group behind the others, so that groups take turns.
      if (items.length > 0) waiting.set(group, items);
      if (item !== undefined) return { group, item };
    }
    return undefined;
  }

  function startNext(): void {
    if (closed) return;
    while (total < atOnce) {
      const next = takeNext();
      if (!next) return;
      const { group, item } = next;
      total += 1;
      running.add(group, 1);
      void run(item).finally(() => finish(group));
    }
  }

  /** Resolves when nothing runs and nothing that is waiting may start. */
  const idle = () =>
    total === 0
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
    /** Starts nothing more; resolves when the running items have ended. */
    async close(): Promise<void> {
      closed = true;
      waiting.clear();
      await idle();
    },
  };
}
