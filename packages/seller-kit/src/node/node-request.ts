import type { ServerResponse } from 'node:http';
import { HEADERS } from '@mkt/protocol';
import { originOf } from '../contract.ts';
import type { ServiceRequest, SignedRequest } from '../service-request-src-service-request.ts';
import type { ParsedRequest } from './parsed-request.ts';
import { readNodeBody } from './read-body.ts';

/** A request of node:http, with the fields that express and connect add. */
export interface NodeRequest extends ParsedRequest {
  /** The path at which the handler is mounted; `url` is what follows it. */
  baseUrl?: string;
}

const SIGNATURE = HEADERS.signature.toLowerCase();
const PAYLOAD = HEADERS.payload.toLowerCase();

/** All values in order of arrival; `headers` would join two into one. */
function signatureHeaders({ rawHeaders }: NodeRequest) {
  const signature: string[] = [];
  const payload: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    // Nearly all other headers differ in length, which is cheaper to compare than lower-cased
    // names.
    if (name.length === SIGNATURE.length && name.toLowerCase() === SIGNATURE) {
      signature.push(rawHeaders[i + 1] ?? '');
    } else if (name.length === PAYLOAD.length && name.toLowerCase() === PAYLOAD) {
      payload.push(rawHeaders[i + 1] ?? '');
    }
  }
  return { signature, payload };
}

/**
 * The address that was requested. A tunnel or proxy forwards plain http, and states the original
 * scheme in X-Forwarded-Proto.
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

/** RFC 9112 allows the absolute form of a request target: `GET http://host/run`. */
const targetOf = (url: string) =>
  /^https?:\/\//i.test(url) && URL.canParse(url)
    ? new URL(url).pathname + new URL(url).search
    : url;

/** What the signature of a request covers, and its path. */
export function readNodeRequest(request: NodeRequest): SignedRequest & { path: string } {
  const { method = 'GET', url = '/' } = request;
  const target = url.startsWith('/') ? url : targetOf(url);
  const mark = target.indexOf('?');
  return {
    method,
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? '' : target.slice(mark + 1),
    signatureHeaders: () => signatureHeaders(request),
    body: (maxBytes) => readNodeBody(request, maxBytes),
  };
}

const EXPRESS_FIX =
  'Put app.use(expressHandler(service)) before app.use(express.json()), or let that parser keep the ' +
  'bytes as req.rawBody.';
/** Fastify passes on the request of node:http, after its parsers. */
const FASTIFY_FIX =
  'With fastify, call removeAllContentTypeParsers() in the scope of the service, and ' +
  "addContentTypeParser('*', (request, payload, done) => done(null)), which leaves the body unread.";

export function fromNode(request: NodeRequest, response: ServerResponse): ServiceRequest {
  let signal: AbortSignal | undefined;
  return {
    ...readNodeRequest(request),
    // Only express sets it, also at the root.
    parserFix: request.baseUrl === undefined ? FASTIFY_FIX : EXPRESS_FIX,
    base: () => baseOf(request),
    signal: () => (signal ??= signalOf(response)),
  };
}
