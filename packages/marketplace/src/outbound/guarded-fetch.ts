import { setMaxListeners } from 'node:events';
import {
  checkUrl,
  type TransportOutcome,
  type TransportRequest,
  type UrlPolicy,
} from '@mkt/conformance';
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../domain/clock.ts';
import { failure, failureOf } from './failure.ts';
import { guardedConnector, type Resolve } from './guarded-connector.ts';
import { createResolve } from './resolve.ts';

const KEEP_ALIVE_MS = 4_000;
const MAX_ANSWER_HEADERS = 16 * 1024;

export interface GuardedFetchOptions {
  policy: UrlPolicy;
  clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Connections to one origin at most. */
  connections: number;
  resolve?: Resolve;
  onConnect?: (address: string) => void;
}

export interface GuardedRequest extends TransportRequest {
  /** The status is all that counts: what is over `maxBytes` of the body is dropped. */
  statusOnly?: boolean;
  /** The connection is kept for the next request to the same origin. */
  keepAlive?: boolean;
}

class TooLarge extends Error {}

/**
 * Rejects when the signal fires. The library hears of it only once it is connected: a name that is
 * not resolved, or an address that does not answer, would hold a request for minutes.
 */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}

function headersOf(headers: Dispatcher.ResponseData['headers']): Map<string, string> {
  return new Map(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

/** The body, counted as it comes: a length that was only declared is not believed. */
async function readBody(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
  dropRest: boolean,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      if (dropRest) break;
      throw new TooLarge();
    }
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/**
 * The one way out of the marketplace, for contracts, reviews, health probes and calls: the URL's
 * form and every address are checked, the deadline is one for connecting, headers and body, a
 * redirect is an answer like any other, and what went wrong is an outcome that tells nothing of
 * our network.
 */
export function createGuardedFetch(options: GuardedFetchOptions) {
  const { policy, clock } = options;
  const agent = new Agent({
    connect: guardedConnector({
      allowPrivate: policy.allowPrivate,
      resolve: options.resolve ?? createResolve(),
      ...(options.onConnect ? { onConnect: options.onConnect } : {}),
    }),
    connections: options.connections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_ANSWER_HEADERS,
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function send(
    url: URL,
    request: GuardedRequest,
    signal: AbortSignal,
  ): Promise<TransportOutcome> {
    const startedAtMs = clock.monotonic();
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers: { 'accept-encoding': 'identity', ...request.headers },
      ...(request.body ? { body: request.body } : {}),
      // Never sent a second time by the library, whatever the method.
      idempotent: false,
      reset: request.keepAlive !== true,
      signal,
    });
    const body = await readBody(answer.body, request.maxBytes, request.statusOnly === true);
    return {
      kind: 'response',
      status: answer.statusCode,
      headers: headersOf(answer.headers),
      body,
      latencyMs: Math.round((clock.monotonic() - startedAtMs) * 10) / 10,
    };
  }

  async function fetch(request: GuardedRequest): Promise<TransportOutcome> {
    const checked = checkUrl(request.url, policy);
    if (!checked.ok) return { kind: 'refused', message: checked.message };
    const { signal } = request;
    if (signal?.aborted) return failure('aborted');
    const ending = new AbortController();
    const abort = () => ending.abort();
    let timedOut = false;
    const cancel = clock.after(request.timeoutMs, () => {
      timedOut = true;
      ending.abort();
    });
    // Every call of the process listens to the one signal of its end.
    if (signal) setMaxListeners(0, signal);
    signal?.addEventListener('abort', abort);
    try {
      return await Promise.race([
        send(checked.url, request, ending.signal),
        rejectedBy(ending.signal),
      ]);
    } catch (error) {
      if (timedOut) return failure('timeout');
      if (signal?.aborted) return failure('aborted');
      if (error instanceof TooLarge) return failure('too_large');
      return failureOf(error);
    } finally {
      cancel();
      signal?.removeEventListener('abort', abort);
    }
  }

  return { fetch, close: () => agent.destroy() };
}

export type GuardedFetch = ReturnType<typeof createGuardedFetch>;
