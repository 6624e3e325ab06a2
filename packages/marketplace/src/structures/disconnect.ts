/**
 * Whether a caller has disconnected. An AbortSignal instead would cost 4 µs more per activation.
 */
export interface Disconnect {
  readonly happened: boolean;
  /** Calls `callback` once, when the caller disconnects; the returned function unsubscribes. */
  subscribe(callback: () => void): () => void;
}

/**
 * A `Disconnect` that can be triggered. It is a class because each object literal with a getter
 * would get its own hidden class.
 */
export class DisconnectSource implements Disconnect {
  #callbacks: (() => void)[] = [];
  #happened = false;

  get happened(): boolean {
    return this.#happened;
  }

  subscribe(callback: () => void): () => void {
    this.#callbacks.push(callback);
    return () => {
      this.#callbacks = this.#callbacks.filter((each) => each !== callback);
    };
  }

  trigger(): void {
    if (this.#happened) return;
    this.#happened = true;
    const callbacks = this.#callbacks;
    this.#callbacks = [];
    for (const callback of callbacks) callback();
  }
}
