import { HEADERS } from '@mkt/protocol';
import type { Express, RequestHandler } from 'express';
import helmet from 'helmet';
import { notFound } from '../market/refusal.ts';
import { createDocsFiles } from './files.ts';
import { requestIdOf } from './request-id.ts';
import { sendStaticFile } from './static-file.ts';

/** What the page at /docs consists of. */
export const DOCS_PATHS = ['/docs', '/docs/assets/{version}/{file}'];

/** Only files and the API of this server; Swagger UI needs no inline script or style. */
const PAGE_POLICY = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'"],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
});

/** The API reference for people: Swagger UI with this server's OpenAPI document. */
export function mountDocs(app: Express): void {
  const files = createDocsFiles();

  const sendPage: RequestHandler = async (_req, res) => {
    const { page } = await files();
    res.setHeader(HEADERS.requestId, requestIdOf(res));
    // The page names the current assets, so browsers must ask for it each time.
    res.setHeader('Cache-Control', 'no-cache');
    res.type('html').send(page);
  };

  const sendAsset: RequestHandler = async (req, res) => {
    const { assets } = await files();
    const file = assets.get(req.path);
    if (!file) throw notFound('Path');
    sendStaticFile(req, res, file);
  };

  app.get('/docs', PAGE_POLICY, sendPage);
  app.get('/docs/assets/:version/:file', sendAsset);
}
