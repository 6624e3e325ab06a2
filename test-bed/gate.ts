import type { Handler, Reply } from './seller.ts';

/** A point at which a seller waits until the test opens it. */
export interface Gate {
  /** Resolves when a seller waits at the gate. */
  reached: Promise<void>;
  /** Handles a request by waiting until the gate is open, and then sends the reply. */
  before(reply: Reply): Handler;
  open(): void;
}

export function createGate(): Gate {
  const arrival = Promise.withResolvers<void>();
  const opening = Promise.withResolvers<void>();
  return {
    reached: arrival.promise,
    before: (reply) => async () => {
      arrival.resolve();
      await opening.promise;
      return reply;
    },
    open: () => opening.resolve(),
  };
}
