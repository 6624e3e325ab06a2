import { HEADERS } from '@mkt/protocol';
import helmet from 'helmet';
import type { RequestHandler } from 'express';
import { requestIdOf } from './request-id.ts';

/** The page loads nothing, and cannot be framed. */
export const PAGE_POLICY = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
});

const page = (dev: boolean) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Marketplace</title></head>
<body>
<h1>Marketplace</h1>
<p>HTTP services, sold per call.${dev ? ' <strong>Dev mode:</strong> http and private addresses are allowed; do not expose this server.' : ''}</p>
<ul>
<li><a href="/v1/marketplace/listings">The catalogue</a></li>
<li><a href="/v1/openapi.json">The API, as OpenAPI 3.1</a></li>
<li><a href="/v1/mkt-schema">The JSON Schema of a seller’s contract</a></li>
</ul>
</body>
</html>
`;

/** The page at `/`: what this server is, and links to its API. */
export function landingPage(dev: boolean): RequestHandler {
  const html = page(dev);
  return function sendLandingPage(_req, res) {
    res.setHeader(HEADERS.requestId, requestIdOf(res));
    res.type('html').send(html);
  };
}
