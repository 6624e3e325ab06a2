import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HEADERS } from '@mkt/protocol';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { notFound, Refusal } from '../market/refusal.ts';
import { createDashboardFiles } from './dashboard-files.ts';
import { requestIdOf } from './request-id.ts';
import { keyOf } from './requester.ts';
import { sendStaticFile } from './static-file.ts';

export interface DashboardOptions {
  dev: boolean;
  signUp: string;
}

/** These paths belong to the API and to operators: below them an unknown path is a JSON 404. */
const NOT_PAGES = new Set(['v1', 'auth', 'docs', 'mcp', 'healthz', 'readyz', 'metrics', 'assets']);

const nonceOf = (res: ServerResponse) => `'nonce-${(res as Response).locals['nonce']}'`;

/**
 * Only files of this server, and styles with the nonce of the response: Mantine writes some at run
 * time. The one inline script chooses the colour scheme before the first paint.
 */
const pagePolicy = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'", (_req, res) => nonceOf(res)],
      'style-src': ["'self'", (_req, res) => nonceOf(res)],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
});

/** Every page but `/`, as the router of the dashboard knows them (`packages/dashboard/src/routes.ts`). */
export const PAGE_PATHS = [
  '/sign-in',
  '/sign-up',
  '/reset-password',
  '/catalogue',
  '/listings/:slug',
  '/sellers/:id',
  '/orders{/:id}',
  '/selling{/:id}',
  '/selling/:id/edit',
  '/sales{/:id}',
  '/keys',
  '/account',
  '/device',
];

/** Whether a browser opens a page, rather than a program calling an API: then the dashboard says that there is none. */
function isPage({ headers }: IncomingMessage, path: string): boolean {
  const [, first = ''] = path.toLowerCase().split('/');
  return !NOT_PAGES.has(first) && /\btext\/html\b/i.test(headers.accept ?? '');
}

/** Whether a request to the path of a page wants JSON: it has an API key, or prefers it to HTML. */
const wantsJson = (req: Request): boolean =>
  keyOf(req) !== undefined || req.accepts(['html', 'json']) !== 'html';

export interface Dashboard {
  /** The page at `/`, for every client. */
  start: RequestHandler[];
  /** The pages at `PAGE_PATHS`, unless the client wants JSON. */
  pages: RequestHandler[];
  /** The page at any other path, for browsers only. */
  others: RequestHandler[];
  assets: RequestHandler;
}

export function createDashboard({ dev, signUp }: DashboardOptions): Dashboard {
  const files = createDashboardFiles();

  const unlessJson: RequestHandler = (req, _res, next) =>
    next(wantsJson(req) ? 'route' : undefined);

  const onlyBrowsers: RequestHandler = (req, _res, next) =>
    next(isPage(req, req.path) ? undefined : 'route');

  const makeNonce: RequestHandler = (_req, res, next) => {
    res.locals['nonce'] = randomBytes(16).toString('base64');
    next();
  };

  const sendIndex: RequestHandler = async (_req, res) => {
    const found = await files();
    if (!found) {
      throw new Refusal('not_found', 'The dashboard is not built; build it with npm run build.');
    }
    const html = found.index
      .replaceAll('__MKT_NONCE__', String(res.locals['nonce']))
      .replace('__MKT_MODE__', dev ? 'dev' : 'production')
      .replace('__MKT_SIGN_UP__', signUp);
    res.setHeader(HEADERS.requestId, requestIdOf(res));
    // The nonce of a page may be used only once.
    res.setHeader('Cache-Control', 'no-store');
    res.type('html').send(html);
  };

  const page = [makeNonce, pagePolicy, sendIndex];
  return {
    start: page,
    pages: [unlessJson, ...page],
    others: [onlyBrowsers, ...page],
    async assets(req, res) {
      const file = (await files())?.assets.get(req.path);
      if (!file) throw notFound('Path');
      sendStaticFile(req, res, file);
    },
  };
}
