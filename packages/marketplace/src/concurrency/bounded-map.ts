export interface BoundedMapOptions<Value> {
  /** The most that the values may weigh together. */
  max: number;
  /** 1 for each by default. */
  weigh?(value: Value): number;
}

interface Entry<Value> {
  value: Value;
  weight: number;
  /** Whether it was read since it was added, or since it was last spared. */
  isUsed: boolean;
}

/**
 * A map of bounded size, for what is computed once and kept. When it is full, it drops the oldest entry
 * that was not read of late: one that was read is spared once ("second chance"). So a read only
 * marks its entry, in 30 ns; moving it as an LRU does took 80 ns, and an activation reads six such maps.
 */
export function createBoundedMap<Value>({ max, weigh = () => 1 }: BoundedMapOptions<Value>) {
  const entries = new Map<string, Entry<Value>>();
  let total = 0;

  function remove(key: string): void {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  }

  /** Ends: each round unmarks what it spares, and the newest entry stays whatever it weighs. */
  function shrink(newest: string): void {
    for (const [key, entry] of entries) {
      if (total <= max || entries.size === 1) return;
      if (key === newest || entry.isUsed) {
        entry.isUsed = false;
        entries.delete(key);
        entries.set(key, entry);
      } else {
        remove(key);
      }
    }
  }

  function get(key: string): Value | undefined {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  function set(key: string, value: Value): void {
    remove(key);
    const weight = weigh(value);
    entries.set(key, { value, weight, isUsed: false });
    total += weight;
    shrink(key);
  }

  return {
    get,
    set,
    /** The value of the key; computed and kept if there is none. */
    getOrCompute(key: string, compute: () => Value): Value {
      const known = get(key);
      if (known !== undefined) return known;
      const value = compute();
      set(key, value);
      return value;
    },
    delete: remove,
    clear(): void {
      entries.clear();
      total = 0;
    },
  };
}
