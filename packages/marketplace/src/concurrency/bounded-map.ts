export interface LruOptions<Value> {
  /** The most that the values may weigh together. */
  max: number;
  /** 1 for each by default. */
  weigh?(value: Value): number;
}

/** A map that forgets what was used longest ago. */
export function createLru<Value>({ max, weigh = () => 1 }: LruOptions<Value>) {
  const entries = new Map<string, { value: Value; weight: number }>();
  let newest: string | undefined;
  let total = 0;

  function remove(key: string): void {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  }

  return {
    get(key: string): Value | undefined {
      const entry = entries.get(key);
      // What is used again and again stands where it belongs.
      if (entry && key !== newest) {
        entries.delete(key);
        entries.set(key, entry);
        newest = key;
      }
      return entry?.value;
    },
    set(key: string, value: Value): void {
      remove(key);
      const weight = weigh(value);
      entries.set(key, { value, weight });
      newest = key;
      total += weight;
      for (const oldest of entries.keys()) {
        if (total <= max || oldest === key) break;
        remove(oldest);
      }
    },
  };
}
