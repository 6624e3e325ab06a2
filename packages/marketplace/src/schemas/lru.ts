/** A map that forgets what was used longest ago. */
export function createLru<Value>(max: number) {
  const entries = new Map<string, Value>();
  let newest: string | undefined;

  function put(key: string, value: Value): void {
    entries.delete(key);
    entries.set(key, value);
    newest = key;
  }

  return {
    get(key: string): Value | undefined {
      const value = entries.get(key);
      // What is used again and again stands where it belongs.
      if (value !== undefined && key !== newest) put(key, value);
      return value;
    },
    set(key: string, value: Value): void {
      put(key, value);
      if (entries.size <= max) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
    delete: (key: string) => entries.delete(key),
  };
}
