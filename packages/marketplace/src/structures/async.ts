import { createCounter } from './counters.ts';

/** Tracks work that must end before the process does. */
export function createInFlight() {
  let count = 0;
  let idleCallbacks: (() => void)[] = [];

  function endOne(): void {
    count -= 1;
    if (count > 0) return;
    const callbacks = idleCallbacks;
    idleCallbacks = [];
    for (const callback of callbacks) callback();
  }

  return {
    /** Returns the promise itself; it counts until it resolves or rejects. */
    track<Result>(work: Promise<Result>): Promise<Result> {
      count += 1;
      work.then(endOne, endOne);
      return work;
    },
    /** Resolves when nothing is in flight. */
    idle: () =>
      new Promise<void>((resolve) => {
        if (count === 0) resolve();
        else idleCallbacks.push(resolve);
      }),
  };
}

/**
 * Loads a value with the first call; every other call gets the same value. A load that fails is not
 * kept: the next call tries again.
 */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return function loaded() {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/**
 * Whether a caller has disconnected. An AbortSignal instead would cost 4 µs more per activation.
 */
export interface Disconnect {
  readonly happened: boolean;
  /** Calls `callback` once, when the caller disconnects; the returned function unsubscribes. */
  subscribe(callback: () => void): () => void;
}

/**
 * A `Disconnect` that can be triggered. It is a class because each object literal with a getter
 * would get its own hidden class.
 */
export class DisconnectSource implements Disconnect {
  #callbacks: (() => void)[] = [];
  #happened = false;

  get happened(): boolean {
    return this.#happened;
  }

  subscribe(callback: () => void): () => void {
    this.#callbacks.push(callback);
    return () => {
      this.#callbacks = this.#callbacks.filter((each) => each !== callback);
    };
  }

  trigger(): void {
    if (this.#happened) return;
    this.#happened = true;
    const callbacks = this.#callbacks;
    this.#callbacks = [];
    for (const callback of callbacks) callback();
  }
}

interface FairQueueOptions<Item> {
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
