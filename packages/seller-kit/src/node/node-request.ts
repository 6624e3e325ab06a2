import type { ServerResponse } from 'node:http';
import { HEADERS } from '@mkt/protocol';
import { originOf } from '../base-url.ts';
import type { ServiceRequest } from '../service-request.ts';
import { readNodeBody, type ParsedRequest } from './read-body.ts';

/** A request of node:http, with what express and connect add to it. */
export interface NodeRequest extends ParsedRequest {
  /** Where the handler is mounted; `url` is what follows it. */
  baseUrl?: string;
}

const SIGNATURE = HEADERS.signature.toLowerCase();
const PAYLOAD = HEADERS.payload.toLowerCase();

/** Every value in the order of arrival; `headers` would join two into one. */
function signatureHeaders({ rawHeaders }: NodeRequest) {
  const signature: string[] = [];
  const payload: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    // The lengths differ from those of nearly all headers, and spare them the lower-casing.
    if (name.length === SIGNATURE.length && name.toLowerCase() === SIGNATURE) {
      signature.push(rawHeaders[i + 1] ?? '');
    } else if (name.length === PAYLOAD.length && name.toLowerCase() === PAYLOAD) {
      payload.push(rawHeaders[i + 1] ?? '');
    }
  }
  return { signature, payload };
}

/**
 * The address as the caller wrote it. A tunnel or proxy in front speaks plain http to a laptop, and
 * says in X-Forwarded-Proto what it was asked with.
 */
function baseOf({ headers, socket, baseUrl = '' }: NodeRequest): string | undefined {
  const forwarded = String(headers['x-forwarded-proto'] ?? '').split(',')[0];
  const secure = forwarded === 'https' || (forwarded !== 'http' && 'encrypted' in socket);
  const origin = originOf(secure ? 'https' : 'http', headers.host);
  return origin === undefined ? undefined : origin + baseUrl.replace(/\/+$/, '');
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) onClose();
  else response.once('close', onClose);
  return controller.signal;
}

/** RFC 9112 lets a client send the absolute form, `GET http://host/run`. */
const targetOf = (url: string) =>
  /^https?:\/\//i.test(url) && URL.canParse(url)
    ? new URL(url).pathname + new URL(url).search
    : url;

export function fromNode(request: NodeRequest, response: ServerResponse): ServiceRequest {
  const { method = 'GET', url = '/' } = request;
  const target = url.startsWith('/') ? url : targetOf(url);
  const mark = target.indexOf('?');
  let signal: AbortSignal | undefined;
  return {
    method,
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? '' : target.slice(mark + 1),
    signatureHeaders: () => signatureHeaders(request),
    body: (maxBytes) => readNodeBody(request, maxBytes),
    base: () => baseOf(request),
    signal: () => (signal ??= signalOf(response)),
  };
}
