/** A point at which a seller waits until the test lets it pass. */
export interface Gate {
  /** Resolves when a seller waits at the gate. */
  reached: Promise<void>;
  pass(): Promise<void>;
  open(): void;
}

export function createGate(): Gate {
  const arrival = Promise.withResolvers<void>();
  const opening = Promise.withResolvers<void>();
  return {
    reached: arrival.promise,
    pass() {
      arrival.resolve();
      return opening.promise;
    },
    open: () => opening.resolve(),
  };
}
