import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  checkSignedCall,
  parseSigningSecrets,
  readSignature,
  SIGNATURE_PROBLEMS,
} from '@mkt/protocol/signing';
import { nodeSigner } from '@mkt/protocol/signing/node';
import { bodyOf, serveHttp, type LocalServer } from '../../../test-bed/local-server.ts';

/** Each way in which a seller can break one rule. */
export type Break =
  | 'contract-status'
  | 'contract-redirect'
  | 'contract-json'
  | 'contract-schema'
  | 'contract-too-large'
  | 'contract-too-deep'
  | 'identity-status'
  | 'identity-shape'
  | 'cors-contract'
  | 'cors-origin'
  | 'cors-error'
  | 'content-type'
  | 'not-found-status'
  | 'not-found-shape'
  | 'not-found-post'
  | 'head-status'
  | 'get-body'
  | 'get-redirect'
  | 'health-status'
  | 'run-status'
  | 'run-json'
  | 'run-shape'
  | 'signature-missing'
  | 'signature-missing-text'
  | 'signature-rejects-all'
  | 'signature-ignores-body'
  | 'signature-any-secret'
  | 'signature-reserialises'
  | 'signature-first-only'
  | 'signature-ignores-age'
  | 'signature-ignores-future'
  | 'signature-ignores-replay';

export interface SellerOptions {
  breaks?: Break;
  secret?: string;
  /** Refuses HEAD and GET too unless they are signed. */
  isStrict?: boolean;
  /** Laid over the good contract. */
  provider?: Record<string, unknown>;
  runContract?: Record<string, unknown>;
  /** The document instead of the good one. */
  document?: unknown;
  /** How many of the first requests of each path get a 503. */
  failFirst?: number;
}

export interface Seller extends LocalServer {
  requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[];
  provider: Record<string, unknown>;
}

/** Which of the battery's signed calls has a different secret: a service that takes any would take all. */
const WRONG_SECRET_CALL = 4;
const TOLERANCE_SECONDS = 300;
const CENTURY_SECONDS = 3_155_760_000;

/**
 * A seller's service as docs/reference/seller-interface.md describes it, but for the one rule that it breaks.
 */
export async function startSeller(options: SellerOptions = {}): Promise<Seller> {
  const { breaks, secret } = options;
  const keys = secret === undefined ? undefined : parseSigningSecrets(secret);
  const received = new Set<string>();
  const counts = new Map<string, number>();
  const requests: Seller['requests'] = [];
  let signedCalls = 0;
  const server = await serveHttp((request, response) => {
    bodyOf(request).then(
      (body) => respond(request, response, body),
      () => response.destroy(),
    );
  });
  const { url } = server;
  const provider = providerOf(url, options);

  function send(
    response: ServerResponse,
    status: number,
    value: unknown,
    without?: 'cors' | 'type',
  ) {
    const origin = breaks === 'cors-origin' ? 'https://market.example' : '*';
    if (without !== 'cors') response.setHeader('Access-Control-Allow-Origin', origin);
    if (without !== 'type') response.setHeader('Content-Type', 'application/json');
    response.statusCode = status;
    if (value === undefined) response.end();
    else response.end(typeof value === 'string' ? value : JSON.stringify(value));
  }

  function respond(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { method = '', headers } = request;
    const { pathname: path, search } = new URL(request.url ?? '', url);
    requests.push({ method, path: path + search, headers, body: body.toString() });
    const count = (counts.get(`${method} ${path}`) ?? 0) + 1;
    counts.set(`${method} ${path}`, count);
    if (count <= (options.failFirst ?? 0)) return send(response, 503, { error: 'Starting' });
    switch (path) {
      case '/':
        return sendIdentity(response);
      case '/contract':
        return sendContract(response);
      case '/health':
        return breaks === 'health-status'
          ? send(response, 503, { status: 'down' })
          : send(response, 200, { status: 'ok' });
      case '/run':
        return sendResult(method, request, search.slice(1), response, body);
      default:
        return sendNotFound(method, response);
    }
  }

  function sendIdentity(response: ServerResponse): void {
    if (breaks === 'identity-status') return send(response, 500, { error: 'Broken' });
    const name = breaks === 'identity-shape' ? 7 : 'Echo';
    send(response, 200, { name, description: 'Returns its input.' });
  }

  function sendContract(response: ServerResponse): void {
    const broken: Partial<Record<Break, () => void>> = {
      'contract-status': () => send(response, 500, { error: 'Broken' }),
      'contract-redirect': () => {
        response.setHeader('Location', `${url}/`);
        send(response, 302, { error: 'Moved' });
      },
      'contract-json': () => send(response, 200, '{"provider":'),
      'contract-too-large': () => send(response, 200, `{"provider":"${'x'.repeat(300 * 1024)}"}`),
      'contract-too-deep': () => send(response, 200, '['.repeat(70) + ']'.repeat(70)),
      'contract-schema': () => send(response, 200, { provider: { ...provider, title: 7 } }),
      'content-type': () => {
        response.setHeader('Content-Type', 'text/html');
        send(response, 200, { provider }, 'type');
      },
      'cors-contract': () => send(response, 200, { provider }, 'cors'),
    };
    const sendBroken = breaks && broken[breaks];
    if (sendBroken) sendBroken();
    else send(response, 200, options.document ?? { provider });
  }

  function sendNotFound(method: string, response: ServerResponse): void {
    const error = { error: 'Not found' };
    if (breaks === 'not-found-status') return send(response, 200, error);
    if (breaks === 'not-found-shape') return send(response, 404, { message: 'Not found' });
    if (breaks === 'not-found-post' && method === 'POST') return send(response, 405, error);
    send(response, 404, error, breaks === 'cors-error' ? 'cors' : undefined);
  }

  function sendResult(
    method: string,
    request: IncomingMessage,
    query: string,
    response: ServerResponse,
    body: Buffer,
  ): void {
    const contract = provider['runContract'] as { method: string };
    const isProbe = method === 'HEAD' || (method === 'GET' && contract.method !== 'GET');
    if (isProbe) {
      if (options.isStrict && (!keys || problemOf(request, body))) {
        return send(response, 401, undefined);
      }
      if (breaks === 'head-status' && method === 'HEAD') return send(response, 405, undefined);
      if (breaks === 'get-redirect' && method === 'GET') return send(response, 301, undefined);
      return send(response, 200, breaks === 'get-body' && method === 'GET' ? {} : undefined);
    }
    if (method !== contract.method) return sendNotFound(method, response);
    const isQuery = method === 'GET' || method === 'DELETE';
    const signed = isQuery ? Buffer.from(query) : body;
    const problem = keys ? problemOf(request, signed) : undefined;
    if (problem) return send(response, 401, { error: problem });
    if (breaks === 'run-status') return send(response, 500, { error: 'Broken' });
    if (breaks === 'run-json') return send(response, 200, 'fine');
    if (breaks === 'run-shape') return send(response, 200, { text: 7 });
    const input = isQuery
      ? Object.fromEntries(new URLSearchParams(query))
      : (JSON.parse(body.toString()) as { text?: string });
    send(response, 200, { text: input.text ?? '' });
  }

  function problemOf(request: IncomingMessage, raw: Buffer): string | undefined {
    const values = (name: string) => request.headersDistinct[name] ?? [];
    const read = readSignature({
      signature: values('x-mkt-signature'),
      payload: values('x-mkt-payload'),
    });
    if (!read.ok) {
      if (breaks === 'signature-missing' && read.reason === 'missing_headers') return undefined;
      return breaks === 'signature-missing-text' ? 'No signature' : SIGNATURE_PROBLEMS[read.reason];
    }
    if (breaks === 'signature-rejects-all') return SIGNATURE_PROBLEMS.bad_signature;
    const body =
      breaks === 'signature-reserialises' && raw.length > 0
        ? Buffer.from(JSON.stringify(JSON.parse(raw.toString())))
        : raw;
    const used =
      breaks === 'signature-first-only'
        ? { ...read, signatures: read.signatures.slice(0, 1) }
        : read;
    const isGood = nodeSigner(keys ?? []).matches(used, body);
    const checked = checkSignedCall(
      read,
      Date.now(),
      breaks === 'signature-ignores-age' || breaks === 'signature-ignores-future'
        ? CENTURY_SECONDS
        : TOLERANCE_SECONDS,
    );
    const age = Date.now() / 1000 - read.timestampSeconds;
    const isBodyChanged = breaks === 'signature-ignores-body' && raw.includes('tampered');
    signedCalls += 1;
    const isStrange = breaks === 'signature-any-secret' && signedCalls === WRONG_SECRET_CALL;
    if (!isGood && !isBodyChanged && !isStrange) {
      return SIGNATURE_PROBLEMS.bad_signature;
    }
    if (!checked.ok) return SIGNATURE_PROBLEMS[checked.reason];
    if (breaks === 'signature-ignores-future' && age > TOLERANCE_SECONDS) return 'Too old';
    if (breaks === 'signature-ignores-age' && age < -TOLERANCE_SECONDS) return 'In the future';
    if (breaks === 'signature-ignores-replay') return undefined;
    if (received.has(checked.envelope.orderId)) return SIGNATURE_PROBLEMS.replayed;
    received.add(checked.envelope.orderId);
    return undefined;
  }

  return { ...server, requests, provider };
}

function providerOf(url: string, options: SellerOptions): Record<string, unknown> {
  const text = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };
  return {
    title: 'Echo',
    description: 'Returns its input.',
    category: 'data',
    tags: ['echo'],
    price: { currency: 'USD', amountCents: 2, unit: 'call' },
    ...options.provider,
    runContract: {
      method: 'POST',
      endpointPath: `${url}/run`,
      healthEndpoint: `${url}/health`,
      inputSchema: text,
      outputSchema: text,
      requestExampleJson: '{"text":"hello"}',
      responseExampleJson: '{"text":"hello"}',
      ...options.runContract,
    },
  };
}
