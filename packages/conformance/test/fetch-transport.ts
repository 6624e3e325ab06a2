import { checkUrl, type Transport, type TransportOutcome, type UrlPolicy } from '../src/index.ts';

const failed = (
  reason: Extract<TransportOutcome, { kind: 'failed' }>['reason'],
  message: string,
): TransportOutcome => ({ kind: 'failed', reason, message });

class TooLarge extends Error {}

async function bodyOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A transport on fetch: what a tool on the seller's own machine may use. */
export function fetchTransport(policy: UrlPolicy): Transport {
  return {
    async request({ url, method, headers, body, timeoutMs, maxBytes, signal }) {
      const checked = checkUrl(url, policy);
      if (!checked.ok) return { kind: 'refused', message: checked.message };
      const timeout = AbortSignal.timeout(timeoutMs);
      const startedAt = performance.now();
      try {
        const response = await fetch(checked.url, {
          method,
          redirect: 'manual',
          signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
          ...(headers ? { headers } : {}),
          ...(body ? { body: Buffer.from(body) } : {}),
        });
        const received = await bodyOf(response, maxBytes);
        const latencyMs = performance.now() - startedAt;
        const { status } = response;
        return {
          kind: 'response',
          status,
          headers: new Map(response.headers),
          body: received,
          latencyMs,
        };
      } catch (error) {
        if (error instanceof TooLarge)
          return failed('too_large', 'sent a larger response than the marketplace accepts');
        if (timeout.aborted) return failed('timeout', 'did not respond in time');
        if (signal?.aborted) return failed('aborted', 'was not waited for');
        return failed('connection', 'could not be reached');
      }
    },
  };
}
