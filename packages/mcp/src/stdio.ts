import type { Readable, Writable } from 'node:stream';
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { answering } from './answering-transport.ts';
import { exactMessages } from './exact-messages.ts';
import { createServer } from './server.ts';
import type { Session } from './session.ts';

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
