// Apart from stdio.ts, because the types that are published must not name the SDK, which is bundled.
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';

/** Knows which requests of a transport have no response yet. */
interface AnsweringTransport extends Transport {
  /** Resolves when every request has its response, when the transport is closed, or after `ms`. */
  answered(ms: number): Promise<void>;
}

/** A transport that knows when every request has been answered. */
export function answering(inner: Transport): AnsweringTransport {
  const open = new Set<RequestId>();
  let onAnswered: (() => void) | undefined;

  function note(message: JSONRPCMessage): void {
    if ('method' in message && 'id' in message) open.add(message.id);
    // A request that its client cancels gets no response.
    const isCancelled = 'method' in message && message.method === 'notifications/cancelled';
    if (isCancelled) close(message.params?.['requestId'] as RequestId);
  }

  function close(id: RequestId | undefined): void {
    if (id !== undefined) open.delete(id);
    if (open.size === 0) onAnswered?.();
  }

  const outer: AnsweringTransport = {
    async start() {
      const passOn: Pick<Transport, 'onmessage' | 'onclose' | 'onerror'> = {
        onmessage(message, extra) {
          note(message);
          outer.onmessage?.(message, extra);
        },
        onclose() {
          // What has no response by now will never have one.
          open.clear();
          onAnswered?.();
          outer.onclose?.();
        },
        onerror: (error) => outer.onerror?.(error),
      };
      await Object.assign(inner, passOn).start();
    },
    async send(message, options) {
      await inner.send(message, options);
      if (!('method' in message)) close(message.id);
    },
    close: () => inner.close(),
    async answered(ms) {
      if (open.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      onAnswered = resolve;
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
    },
  };
  return outer;
}
