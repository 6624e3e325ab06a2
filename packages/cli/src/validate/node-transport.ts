import http, { maxHeaderSize } from 'node:http';
import https from 'node:https';
import { createGrowingBuffer, HEADERS, socketBytesLimit } from '@mkt/protocol';
import {
  checkUrl,
  decodeBody,
  ENCODING_SLACK_BYTES,
  tlsFailure,
  type Transport,
  type TransportOutcome,
  type TransportRequest,
  type UrlPolicy,
} from '@mkt/conformance';
import { systemCode } from '../errors/cli-error.ts';
import { formatDuration } from '../show/price.ts';

type Failed = Extract<TransportOutcome, { kind: 'failed' }>;

/**
 * Requests from the seller's own machine, where local addresses are expected: only the form of a URL
 * is checked. Redirects are not followed. One deadline covers the whole response, whose size is capped.
 */
export function nodeTransport(policy: UrlPolicy): Transport {
  return {
    request: async (wanted) => {
      const checked = checkUrl(wanted.url, policy);
      if (!checked.ok) return { kind: 'refused', message: checked.message };
      const deadline = AbortSignal.timeout(wanted.timeoutMs);
      const signal = wanted.signal ? AbortSignal.any([wanted.signal, deadline]) : deadline;
      try {
        const isNew = isCall(wanted);
        return await exchange(checked.url, wanted, { signal, isNew }).catch((error: unknown) => {
          // The service closed an idle connection, perhaps just as it was used again.
          if (!(error instanceof StaleConnection)) throw error;
          return exchange(checked.url, wanted, { signal, isNew: true });
        });
      } catch (error) {
        if (wanted.signal?.aborted) return failed('aborted', 'was cancelled');
        if (deadline.aborted) {
          return failed('timeout', `did not respond within ${formatDuration(wanted.timeoutMs)}`);
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

const tooLarge = (maxBytes: number): Failed =>
  failed('too_large', `sent a response of more than ${maxBytes} bytes`);

/**
 * A call must not be sent twice, since a service refuses an order that it knows. So it never uses a
 * connection that may be closed at that moment.
 */
const isCall = ({ method, headers = {} }: TransportRequest) =>
  !['GET', 'HEAD'].includes(method) || HEADERS.signature in headers;

async function exchange(
  url: URL,
  { method, headers = {}, body, maxBytes }: TransportRequest,
  { signal, isNew }: { signal: AbortSignal; isNew: boolean },
): Promise<TransportOutcome> {
  const startedAt = performance.now();
  const { request } = url.protocol === 'https:' ? https : http;
  // As the marketplace asks: a response that is compressed anyway is decoded.
  const sent = { 'accept-encoding': 'identity', ...headers };
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  let isOverLimit = false;
  let broken: unknown;
  try {
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const sending = request(
        url,
        // `agent: false` opens a connection for this request.
        { method, headers: { ...sent, ...length }, signal, ...(isNew ? { agent: false } : {}) },
        resolve,
      );
      limitSocketBytes(sending, socketBytesLimit(maxBytes), () => {
        isOverLimit = true;
        sending.destroy();
      });
      const fail = (error: unknown) => {
        // After the head of the response, only this says that its body is not HTTP.
        broken ??= error;
        reject(sending.reusedSocket && isClosed(error) ? new StaleConnection() : error);
      };
      sending.on('error', fail).end(body);
    });
    const encoding = response.headers['content-encoding'];
    const buffer = createGrowingBuffer(maxBytes + (encoding ? ENCODING_SLACK_BYTES : 0));
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (!buffer.append(chunk)) {
        response.destroy();
        return tooLarge(maxBytes);
      }
    }
    const latencyMs = performance.now() - startedAt;
    const received = buffer.take();
    const decoded = await decodeBody(received, encoding ?? '', maxBytes);
    if (decoded.kind === 'too_large') return tooLarge(maxBytes);
    return {
      kind: 'response',
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      ...(decoded.kind === 'decoded'
        ? { body: decoded.body }
        : { body: received, encodingProblem: decoded.problem }),
      latencyMs,
    };
  } catch (error) {
    if (!isOverLimit) throw error instanceof StaleConnection ? error : (broken ?? error);
    return failed('too_large', 'sent too many bytes of headers or chunk framing');
  }
}

class StaleConnection extends Error {}

const isClosed = (error: unknown) => ['ECONNRESET', 'EPIPE'].includes(systemCode(error));

/** Calls back when a response has read more than this from its socket, headers and framing included. */
function limitSocketBytes(request: http.ClientRequest, maxBytes: number, onOver: () => void): void {
  request.once('socket', (socket) => {
    // A reused connection has already read earlier responses.
    const before = socket.bytesRead;
    const onData = () => {
      if (socket.bytesRead - before > maxBytes) onOver();
    };
    socket.on('data', onData);
    request.once('close', () => socket.off('data', onData));
  });
}

const headersOf = ({ headersDistinct }: http.IncomingMessage) =>
  new Map(
    Object.entries(headersDistinct).map(
      ([name, values = []]) => [name, values.join(', ')] as const,
    ),
  );

/** The code of what OpenSSL said of a handshake, which Node has in the message of an `EPROTO` alone. */
function openSslCode(error: unknown): string {
  const [, reason] = /SSL routines:[^:]*:([^:]+):/.exec(String(error)) ?? [];
  return reason === undefined ? 'EPROTO' : `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`;
}

function failureOf(error: unknown): Failed {
  const code = systemCode(error);
  switch (code) {
    case 'ECONNREFUSED':
      return failed('connection', 'refused the connection (is it running?)');
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return failed('dns', 'has a host name that does not resolve');
    case 'ECONNRESET':
    case 'EPIPE':
      return failed('dropped', 'closed the connection before its response was complete');
    case 'HPE_HEADER_OVERFLOW':
      return failed('dropped', `sent more than ${maxHeaderSize / 1_024} KiB of headers`);
  }
  if (code.startsWith('HPE_')) return failed('dropped', 'sent a response that is not valid HTTP');
  const tls = tlsFailure(code === 'EPROTO' ? openSslCode(error) : code);
  return tls
    ? { ...tls, message: `${tls.message} (${code})` }
    : failed('connection', 'could not be reached');
}
