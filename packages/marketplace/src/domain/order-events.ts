/** Tells those who wait for an order that it has settled, in this process or in another one. */
export interface OrderEvents {
  settled(orderId: string): void;
  /** Resolves when the order settles, after `ms`, or when the signal fires; says nothing of which. */
  wait(orderId: string, ms: number, signal?: AbortSignal): Promise<void>;
  /** Nothing will settle here any more: whoever waits, or would, goes on. */
  end(): void;
}
