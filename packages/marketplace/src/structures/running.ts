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
 * Items that wait to be delivered, each at most once, in the order in which they were added. If more
 * than `max` would wait, all are dropped, and the recipient learns only that it missed some.
 */
export function createOutbox<Item>(max: number) {
  let items = new Map<string, Item>();
  let isOverflowing = false;

  function overflow(): void {
    items = new Map();
    isOverflowing = true;
  }

  return {
    isEmpty: () => items.size === 0 && !isOverflowing,
    /** Does nothing if an item with this name waits already. */
    add(name: string, item: Item): void {
      if (isOverflowing || items.has(name)) return;
      if (items.size >= max) overflow();
      else items.set(name, item);
    },
    /** Drops what waits: the recipient has to learn that it missed something. */
    overflow,
    /** Empties it. */
    take(): readonly Item[] | 'overflow' {
      const taken = isOverflowing ? ('overflow' as const) : [...items.values()];
      if (items.size > 0) items = new Map();
      isOverflowing = false;
      return taken;
    },
  };
}

export type Outbox<Item> = ReturnType<typeof createOutbox<Item>>;
