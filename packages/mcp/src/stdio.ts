import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { exactMessages } from './exact-messages.ts';
import { createServer } from './server.ts';
import type { Session } from './session.ts';

/** Knows which requests of a transport have no response yet. */
interface AnsweringTransport extends Transport {
  /** Resolves when every request has its response, when the transport is closed, or after `ms`. */
  answered(ms: number): Promise<void>;
}

/** A transport that knows when everything that was asked has been answered. */
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

export interface StdioOptions {
  session: Session;
  version: string;
  stdin: Readable;
  stdout: Writable;
  /** Ends the server. */
  signal: AbortSignal;
  /** Called with a message that is not of the protocol, and with other problems. */
  onError(error: Error): void;
}

/** A message with the largest input that a marketplace accepts has about 16 MiB. */
const MAX_MESSAGE_BYTES = 20 * 1024 * 1024;
/** How long requests that came before the end of `stdin` may take to be answered. */
const LAST_ANSWERS_MS = 5_000;

/**
 * Serves one client over a pair of streams, until the client closes its end, `stdout` breaks or
 * `signal` aborts. Writes nothing but messages of the protocol to `stdout`.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { session, version, stdin, stdout, signal, onError } = options;
  // The transport drops what it has not answered when its input ends, so it does not see the end.
  const input = stdin.pipe(
    exactMessages({
      maxBytes: MAX_MESSAGE_BYTES,
      refuse: (response) => void stdio.send(response).catch(onError),
    }),
    { end: false },
  );
  const stdio = new StdioServerTransport(input, stdout, { maxBufferSize: MAX_MESSAGE_BYTES });
  const transport = answering(stdio);
  const handle = serve(() => createServer(session, version), { transport, onerror: onError });

  const broken = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  for (const event of ['close', 'error'] as const) stdout.on(event, () => broken.resolve());
  for (const event of ['end', 'close', 'error'] as const) stdin.on(event, () => ended.resolve());
  signal.addEventListener('abort', () => broken.resolve(), { once: true });
  if (signal.aborted) broken.resolve();
  if (stdin.readableEnded || stdin.destroyed) ended.resolve();

  await Promise.race([broken.promise, lastAnswers()]);
  await handle.close();
  // Otherwise an open pipe keeps the process alive.
  stdin.destroy();

  async function lastAnswers(): Promise<void> {
    await ended.promise;
    // What was read before the end is handled first.
    await new Promise<void>((resolve) => input.write('', () => setImmediate(resolve)));
    await transport.answered(LAST_ANSWERS_MS);
  }
}
