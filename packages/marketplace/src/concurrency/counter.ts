/** Counts by name that vanish at zero, so that the map holds only who is active. */
export function createCounter() {
  const counts = new Map<string, number>();
  return {
    get: (name: string) => counts.get(name) ?? 0,
    /** Those that are not zero, as they are at any time. */
    counts: counts as ReadonlyMap<string, number>,
    add(name: string, step: 1 | -1): void {
      const next = (counts.get(name) ?? 0) + step;
      if (next <= 0) counts.delete(name);
      else counts.set(name, next);
    },
  };
}

/** What is given back twice counts once. */
export function once(giveBack: () => void): () => void {
  let given = false;
  return () => {
    if (!given) giveBack();
    given = true;
  };
}

/**
 * A limit of things that one account, or address, holds at the same time. `tryTake` returns what
 * gives one back, or `undefined` when `limit` are held already.
 */
export function createShare(limit: number) {
  const held = createCounter();
  return {
    tryTake(holder: string): (() => void) | undefined {
      if (held.get(holder) >= limit) return undefined;
      held.add(holder, 1);
      return once(() => held.add(holder, -1));
    },
  };
}

export type Share = ReturnType<typeof createShare>;
