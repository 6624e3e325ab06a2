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
