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
