/** Whether the one who waits is still there: a signal of our own, for every activation has one. */
export interface Leaving {
  readonly gone: boolean;
  /** Calls back once, when he has gone; the result cancels it. */
  onGone(callback: () => void): () => void;
}

/**
 * One who waits, and is there until `leave`. An AbortController in its place costs 4 µs more, and a
 * getter in an object literal gives every one a hidden class of its own.
 */
export class Waiter implements Leaving {
  #callbacks: (() => void)[] = [];
  #gone = false;

  get gone(): boolean {
    return this.#gone;
  }

  onGone(callback: () => void): () => void {
    this.#callbacks.push(callback);
    return () => {
      this.#callbacks = this.#callbacks.filter((each) => each !== callback);
    };
  }

  /** He has gone. */
  leave(): void {
    if (this.#gone) return;
    this.#gone = true;
    const told = this.#callbacks;
    this.#callbacks = [];
    for (const each of told) each();
  }
}
