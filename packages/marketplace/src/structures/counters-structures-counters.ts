/** Counts by name. A count of zero is removed, so that the map contains only active names. */
export function createCounter() {
  const counts = new Map<string, number>();
  return {
    get: (name: string) => counts.get(name) ?? 0,
    /** A live view of the counts that are not zero. */
    counts: counts as ReadonlyMap<string, number>,
    add(name: string, step: 1 | -1): void {
      const next = (counts.get(name) ?? 0) + step;
      if (next <= 0) counts.delete(name);
      else counts.set(name, next);
    },
  };
}

/** Wraps `release` so that calling it again has no effect. */
export function once(release: () => void): () => void {
  let released = false;
  return () => {
    if (!released) release();
    released = true;
  };
}

/**
 * Limits what one account or address holds at the same time. `tryTake` returns the function that
 * releases it, or `undefined` if `limit` are already held.
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

/**
 * Counts events by name, for as long as the process runs. Every name is there from the start, at
 * zero; an event costs one addition and no allocation.
 */
export function createEventCounts<Name extends string>(names: readonly Name[]) {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  return {
    counts: counts as Readonly<Record<Name, number>>,
    add(name: Name, events = 1): void {
      counts[name] += events;
    },
  };
}

export type EventCounts<Name extends string> = ReturnType<typeof createEventCounts<Name>>;
