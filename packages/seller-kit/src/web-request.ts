import { HEADERS } from '@mkt/protocol';
import type { ServiceResponse } from './answers.ts';
import type { ReadBody, ServiceRequest } from './service-request.ts';

/** `service.fetch`: the core behind the Web's Request and Response. */
export const fetchHandler =
  (handle: (request: ServiceRequest) => Promise<ServiceResponse>) =>
  async (request: Request): Promise<Response> => {
    const { status, headers, body } = await handle(fromWeb(request));
    return new Response(body, { status, headers });
  };

function fromWeb(request: Request): ServiceRequest {
  const url = new URL(request.url);
  // Headers joins what was sent twice with a comma, and no joined value has the right shape.
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
    base: () => url.origin,
    signal: () => request.signal,
  };
}

async function readWebBody(request: Request, maxBytes: number): Promise<ReadBody> {
  if (request.bodyUsed) return { ok: false, reason: 'taken' };
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      // Leaving the loop cancels the stream.
      if (length > maxBytes) return { ok: false, reason: 'too_large' };
      chunks.push(chunk);
    }
  } catch {
    return { ok: false, reason: 'aborted' };
  }
  const [first, ...more] = chunks;
  if (more.length === 0) return { ok: true, bytes: first ?? new Uint8Array() };
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { ok: true, bytes };
}
