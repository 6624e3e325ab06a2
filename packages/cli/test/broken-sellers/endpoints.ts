// Sellers whose endpoints are elsewhere, or do not respond as they must without a signature.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { at, contract, raw, send, type BrokenSeller } from './broken-seller.ts';

const HTML = { 'content-type': 'text/html' };
const IS_PROBED = /Respond to HEAD and GET on the endpoint with 200 and an empty body/;
const IS_ADDRESS = /Check the address in endpointPath, and that the service can be reached there/;
const IS_HEALTHY = /Return 2xx while the service works, or remove healthEndpoint/;

/** A seller whose endpoint cannot be used, so that nothing else can be tried. */
const unreachable = (that: string, more: Partial<BrokenSeller>): BrokenSeller => ({
  that,
  check: 'reachability',
  says: /HEAD \/run/,
  next: IS_PROBED,
  publish: ['review_flagged', /reachability: HEAD/],
  ...more,
});

const health = (that: string, more: Partial<BrokenSeller>): BrokenSeller => ({
  that,
  check: 'health',
  says: /GET \/health/,
  next: IS_HEALTHY,
  ...more,
});

/** Answers unknown paths. */
const unknownPath =
  (answer: Parameters<typeof send>[1]) =>
  ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    if (!url.startsWith('/no-such-path')) return false;
    send(response, answer);
    return true;
  };

export const ENDPOINTS: BrokenSeller[] = [
  unreachable('names a port at which nothing listens', {
    options: { runContract: { endpointPath: 'http://127.0.0.1:1/run' } },
    says: /refused the connection \(is it running\?\)/,
    next: IS_ADDRESS,
  }),
  unreachable('names a host that does not exist', {
    options: { runContract: { endpointPath: 'https://no-such-host.invalid/run' } },
    says: /has a host name that does not resolve/,
    next: /Check the host name in endpointPath, and its DNS records/,
  }),
  unreachable('names an IPv6 address, and listens only on IPv4', {
    fault: contract((provider, { port }) => {
      provider.runContract.endpointPath = `http://[::1]:${port}/run`;
    }),
    says: /refused the connection|could not be reached/,
    next: IS_ADDRESS,
  }),
  unreachable('names https, and speaks http', {
    fault: contract((provider, { port }) => {
      provider.runContract.endpointPath = `https://127.0.0.1:${port}/run`;
    }),
    says: /does not speak TLS on this port/,
    next: /https needs a server that speaks TLS there/,
  }),
  unreachable('names a path that it does not have', {
    fault: contract((provider, { url }) => {
      provider.runContract.endpointPath = `${url}/api/run`;
    }),
    says: /HEAD \/api\/run returned 404; expected 200/,
    next: /Check the path in endpointPath/,
  }),
  unreachable('is mounted under a prefix that its contract leaves out', {
    serviceUrl: ({ url }) => `${url}/text`,
    fault: (request) => {
      const isMounted = request.url?.startsWith('/text');
      request.url = isMounted ? request.url?.slice('/text'.length) || '/' : '/none';
      return false;
    },
    says: /The service is mounted at \/text, which its contract leaves out/,
    next: /Set baseUrl \(PUBLIC_URL\) of the service to http:\/\/127\.0\.0\.1:\d+\/text/,
  }),
  unreachable('does not know HEAD', {
    fault: at('HEAD /run', { status: 405 }),
    says: /HEAD \/run returned 405; expected 200/,
  }),
  unreachable('has another response to GET than to HEAD', {
    fault: at('GET /run', { status: 404, body: '{"error":"Not found"}' }),
    says: /GET \/run returned 404; expected 200/,
    publish: ['review_flagged', /reachability: GET/],
  }),
  unreachable('returns a body to GET', {
    fault: at('GET /run', { body: '{}' }),
    says: /GET \/run returned a body of 2 bytes; expected none/,
    publish: ['review_flagged', /body of 2 bytes/],
  }),
  unreachable('redirects GET', {
    fault: at('GET /run', { status: 301, headers: { location: '/run/' } }),
    says: /GET \/run returned 301; expected 200/,
    publish: ['review_flagged', /301/],
  }),
  unreachable('wants a signature for HEAD', {
    fault: at('HEAD /run', { status: 401 }),
    says: /HEAD \/run returned 401; expected 200/,
    next: /without requiring a signature/,
  }),
  unreachable('never responds to HEAD', {
    fault: at('HEAD /run', () => {}),
    says: /did not respond within 5 s/,
    publish: undefined,
  }),
  unreachable('closes the connection after HEAD', {
    fault: at('HEAD /run', raw('')),
    says: /closed the connection before its response was complete/,
  }),

  health('is not healthy', {
    fault: at('GET /health', { status: 503, body: '{"status":"down"}' }),
    says: /GET \/health returned 503; expected 2xx/,
  }),
  health('redirects its health', {
    fault: at('GET /health', { status: 302, headers: { location: '/' } }),
    says: /GET \/health returned 302; expected 2xx/,
  }),
  health('never says how it is', {
    fault: at('GET /health', () => {}),
    says: /did not respond within 5 s/,
  }),
  health('closes the connection when it is asked how it is', {
    fault: at('GET /health', raw('')),
    says: /closed the connection/,
  }),
  health('says at great length how it is', {
    fault: at('GET /health', { body: `"${'x'.repeat(2_000_000)}"` }),
    says: /sent a response of more than 1048576 bytes/,
  }),
  health('names a wrong port for its health', {
    options: { runContract: { healthEndpoint: 'http://127.0.0.1:1/health' } },
    says: /refused the connection/,
    next: /Check the address in healthEndpoint/,
  }),

  {
    that: 'has a home page of HTML',
    fault: at('GET /', { headers: HTML, body: '<h1>Hello</h1>' }),
    check: 'identity',
    alsoFails: ['content-type'],
    says: /GET \/ did not return a JSON object/,
    next: /Respond to GET \/ with 200 and JSON like \{ "name"/,
  },
  {
    that: 'does not describe itself',
    fault: at('GET /', { body: '{"name":"Echo"}' }),
    check: 'identity',
    says: /without the string description/,
    next: /Respond to GET \/ with 200/,
  },
  {
    that: 'returns its web app for every path',
    fault: unknownPath({ headers: HTML, body: '<!doctype html>' }),
    check: 'not-found',
    alsoFails: ['content-type'],
    says: /GET on an unknown path returned 200/,
    next: /404 and JSON like \{ "error": "Not found" \}/,
  },
  {
    that: 'has a 404 page of HTML',
    fault: unknownPath({ status: 404, headers: HTML, body: '<h1>Not found</h1>' }),
    check: 'not-found',
    alsoFails: ['content-type'],
    says: /returned 404 without JSON \{ error \}/,
    next: /404 and JSON like/,
  },
  {
    that: 'returns 405 for POST on an unknown path',
    options: { breaks: 'not-found-post' },
    check: 'not-found',
    says: /POST on an unknown path returned 405/,
    next: /404 and JSON like/,
  },
];
