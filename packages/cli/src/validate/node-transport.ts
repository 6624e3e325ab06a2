import http from 'node:http';
import https from 'node:https';
import { createGrowingBuffer, socketBytesLimit } from '@mkt/protocol';
import {
  checkUrl,
  type Transport,
  type TransportOutcome,
  type TransportRequest,
  type UrlPolicy,
} from '@mkt/conformance';
import { formatDuration } from '../show/time.ts';

type Failed = Extract<TransportOutcome, { kind: 'failed' }>;

/**
 * Requests from the seller's own machine, where local addresses are what is wanted: only the form
 * of a URL is checked. No redirects; one deadline over all of an answer; its size is capped.
 */
export function nodeTransport(policy: UrlPolicy): Transport {
  return {
    request: async (asked) => {
      const checked = checkUrl(asked.url, policy);
      if (!checked.ok) return { kind: 'refused', message: checked.message };
      const deadline = AbortSignal.timeout(asked.timeoutMs);
      const signal = asked.signal ? AbortSignal.any([asked.signal, deadline]) : deadline;
      try {
        return await exchange(checked.url, asked, signal);
      } catch (error) {
        if (asked.signal?.aborted) return failed('aborted', 'was not asked to the end');
        if (deadline.aborted) {
          return failed('timeout', `did not answer within ${formatDuration(asked.timeoutMs)}`);
        }
        return failureOf(error);
      }
    },
  };
}

const failed = (reason: Failed['reason'], message: string): Failed => ({
  kind: 'failed',
  reason,
  message,
});

async function exchange(
  url: URL,
  { method, headers = {}, body, maxBytes }: TransportRequest,
  signal: AbortSignal,
): Promise<TransportOutcome> {
  const startedAt = performance.now();
  const { request } = url.protocol === 'https:' ? https : http;
  // Not compressed, so that the bytes that are counted are those that are read.
  const sent = { 'accept-encoding': 'identity', ...headers };
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  let isOverLimit = false;
  try {
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const asked = request(url, { method, headers: { ...sent, ...length }, signal }, resolve);
      limitSocketBytes(asked, socketBytesLimit(maxBytes), () => {
        isOverLimit = true;
        asked.destroy();
      });
      asked.on('error', reject).end(body);
    });
    const buffer = createGrowingBuffer(maxBytes);
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (!buffer.append(chunk)) {
        response.destroy();
        return failed('too_large', `answered with more than ${maxBytes} bytes`);
      }
    }
    return {
      kind: 'response',
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      body: buffer.take(),
      latencyMs: performance.now() - startedAt,
    };
  } catch (error) {
    if (!isOverLimit) throw error;
    return failed('too_large', 'answered with far more headers or framing than body');
  }
}

/** Calls back when a response has taken more from its socket: headers, framing, 1xx responses. */
function limitSocketBytes(asked: http.ClientRequest, maxBytes: number, onOver: () => void): void {
  asked.once('socket', (socket) => {
    // A connection that was kept has read other responses before.
    const before = socket.bytesRead;
    const onData = () => {
      if (socket.bytesRead - before > maxBytes) onOver();
    };
    socket.on('data', onData);
    asked.once('close', () => socket.off('data', onData));
  });
}

const headersOf = ({ headersDistinct }: http.IncomingMessage) =>
  new Map(
    Object.entries(headersDistinct).map(
      ([name, values = []]) => [name, values.join(', ')] as const,
    ),
  );

function failureOf(error: unknown): Failed {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ECONNREFUSED':
      return failed('connection', 'refused the connection: is it running?');
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return failed('dns', 'has a name that cannot be resolved');
    case 'ECONNRESET':
    case 'EPIPE':
      return failed('connection', 'closed the connection before its answer was complete');
  }
  if (code.startsWith('HPE_'))
    return failed('connection', 'answered with something that is not HTTP');
  if (/^ERR_(TLS|SSL)|CERT|SIGNATURE|EPROTO|ISSUER/.test(code)) {
    return failed('tls', `cannot be reached by https (${code})`);
  }
  return failed('connection', 'could not be reached');
}
