import { createGrowingBuffer, HEADERS } from '@mkt/protocol';
import type { ServiceResponse } from './responses.ts';
import type { ReadBody, ServiceRequest } from './service-request-src-service-request.ts';

/** `service.fetch`: the core behind the Web-standard Request and Response. */
export const fetchHandler =
  (handle: (request: ServiceRequest) => Promise<ServiceResponse>) =>
  async (request: Request, environment?: unknown): Promise<Response> => {
    const { status, headers, body } = await handle(fromWeb(request, environment));
    return new Response(body, { status, headers });
  };

export function fromWeb(request: Request, environment?: unknown): ServiceRequest {
  const url = new URL(request.url);
  // Headers joins repeated values with a comma, and a joined value is never valid.
  const values = (name: string) => {
    const value = request.headers.get(name);
    return value === null ? [] : [value];
  };
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    signatureHeaders: () => ({
      signature: values(HEADERS.signature),
      payload: values(HEADERS.payload),
    }),
    body: (maxBytes) => readWebBody(request, maxBytes),
    environment,
    base: () => url.origin,
    signal: () => request.signal,
  };
}

async function readWebBody(request: Request, maxBytes: number): Promise<ReadBody> {
  if (request.bodyUsed) return { ok: false, reason: 'already_read' };
  if (Number(request.headers.get('content-length')) > maxBytes) {
    return { ok: false, reason: 'too_large' };
  }
  const buffer = createGrowingBuffer(maxBytes);
  try {
    for await (const chunk of request.body ?? []) {
      // Leaving the loop cancels the stream.
      if (!buffer.append(chunk)) return { ok: false, reason: 'too_large' };
      if (buffer.isFragmented()) return { ok: false, reason: 'fragmented' };
    }
  } catch {
    return { ok: false, reason: 'aborted' };
  }
  return { ok: true, bytes: buffer.take() };
}
