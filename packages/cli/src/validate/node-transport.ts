import http from 'node:http';
import https from 'node:https';
import {
  checkUrl,
  type Transport,
  type TransportOutcome,
  type TransportRequest,
  type UrlPolicy,
} from '@mkt/conformance';
import { durationWords } from '../show/words.ts';

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
          return failed('timeout', `did not answer within ${durationWords(asked.timeoutMs)}`);
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
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request(url, { method, headers: { ...sent, ...length }, signal }, resolve)
      .on('error', reject)
      .end(body);
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      return failed('too_large', `answered with more than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return {
    kind: 'response',
    status: response.statusCode ?? 0,
    headers: headersOf(response),
    body: Buffer.concat(chunks),
    latencyMs: performance.now() - startedAt,
  };
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
