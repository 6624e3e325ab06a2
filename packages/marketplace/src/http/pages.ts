import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { posix } from 'node:path';
import { HEADERS } from '@mkt/protocol';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Operator } from '../market/operator.ts';
import { notFound, Refusal } from '../market/refusal.ts';
import { loadOnce } from '../structures/async.ts';
import { createPageFiles, sendStaticFile } from './files.ts';
import { hasCookie, keyOf } from './request-head.ts';
import { requestIdOf } from './respond.ts';

/** The text of each page by its path in URLs, such as `/docs/buy/orders.md`, and of the client for Python. */
type Guides = ReadonlyMap<string, string>;

const fromSource = import.meta.url.endsWith('.ts');
/** `scripts/build.mjs` copies them into dist. */
const FOLDER = new URL(fromSource ? '../../../../docs/' : './guides/', import.meta.url);

const GUIDES_PATH = '/docs/';

/** Files from elsewhere in the repository, by their path there, with their path in URLs. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['/packages/client/README.md', '/docs/client.md'],
  ['/examples/python-buyer/mkt.py', '/mkt.py'],
]);
/** In dist they are beside the pages, under the name that they have in URLs. */
const fileOf = (path: string, url: string) =>
  fromSource ? new URL(`..${path}`, FOLDER) : new URL(posix.basename(url), FOLDER);
/** The list of endpoints, which the page at /docs/api shows to people. */
const REFERENCE = `${GUIDES_PATH}reference/endpoints.md`;

const RELATIVE_LINK = /(!?)\[([^\]\n]+)\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)/g;
const COMMENT = /^<!--.*?-->\n\n?/gms;

/** Links to pages that are served become absolute paths; of others only their words remain. */
function withLinks(text: string, path: string, served: ReadonlySet<string>): string {
  return text.replace(RELATIVE_LINK, (_, image: string, words: string, to: string, part = '') => {
    const target = posix.join(posix.dirname(path), to);
    if (image !== '') return '';
    const url = OTHERS.get(target) ?? target;
    return served.has(url) ? `[${words}](${url}${part})` : words;
  });
}

async function load(): Promise<Guides> {
  const others = new Set(OTHERS.values());
  const names = (await readdir(FOLDER, { recursive: true }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md') && !others.has(GUIDES_PATH + name));
  const paths = new Set([...names.map((name) => GUIDES_PATH + name), ...others]);
  const pages = await Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      const text = await readFile(new URL(name, FOLDER), 'utf8');
      const path = GUIDES_PATH + name;
      return [path, withLinks(text.replace(COMMENT, ''), path, paths)];
    }),
  );
  const guides = new Map(pages);
  for (const [path, url] of OTHERS) {
    const text = await readFile(fileOf(path, url), 'utf8');
    guides.set(url, url.endsWith('.md') ? withLinks(text.replace(COMMENT, ''), path, paths) : text);
  }
  return guides.set('/docs/api.md', guides.get(REFERENCE) ?? '');
}

/** The pages, read when the first of them is requested. */
export const createGuides = (): (() => Promise<Guides>) => loadOnce(load);

/** Between the quotes of an attribute. */
const attributeOf = (text: string) =>
  text.replaceAll(/[&"<>]/g, (sign) => `&#${sign.codePointAt(0)};`);

export interface DashboardOptions {
  dev: boolean;
  signUp: string;
  operator: Operator;
  /** The name of the cookie that people have who are signed in. */
  sessionCookie: string;
}

/**
 * These paths belong to the API, to operators and to the guides: below them an unknown path is a JSON 404.
 */
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
  '/usage{/:month}',
  '/selling{/:id}',
  '/selling/:id/edit',
  '/sales{/:id}',
  '/keys',
  '/webhooks{/:id}',
  '/audit',
  '/account',
  '/device',
  '/docs',
  '/docs/api',
  '/docs/:folder/:page',
];

/**
 * Whether a browser opens a page, rather than a program calling an API: then the dashboard says that
 * there is no such page.
 */
function isPage({ headers }: IncomingMessage, path: string): boolean {
  const [, first = ''] = path.toLowerCase().split('/');
  return !NOT_PAGES.has(first) && /\btext\/html\b/i.test(headers.accept ?? '');
}

/** Whether a request to the path of a page wants JSON: it has an API key, or prefers it to HTML. */
const wantsJson = (req: Request): boolean =>
  keyOf(req) !== undefined || req.accepts(['html', 'json']) !== 'html';

interface Dashboard {
  /** The page at `/`, for every client. */
  start: RequestHandler[];
  /** The pages at `PAGE_PATHS`, unless the client wants JSON. */
  pages: RequestHandler[];
  /** The page at any other path, for browsers only. */
  others: RequestHandler[];
  assets: RequestHandler;
}

export function createDashboard({
  dev,
  signUp,
  operator,
  sessionCookie,
}: DashboardOptions): Dashboard {
  const files = createPageFiles();
  const about = attributeOf(JSON.stringify(operator));

  const unlessJson: RequestHandler = (req, _res, next) =>
    next(wantsJson(req) ? 'route' : undefined);

  const onlyBrowsers: RequestHandler = (req, _res, next) =>
    next(isPage(req, req.path) ? undefined : 'route');

  const makeNonce: RequestHandler = (_req, res, next) => {
    res.locals['nonce'] = randomBytes(16).toString('base64');
    next();
  };

  const sendIndex: RequestHandler = async (req, res) => {
    const built = await files();
    if (!built) {
      throw new Refusal('not_found', 'The dashboard is not built; build it with npm run build.');
    }
    const html = built.index
      .replaceAll('__MKT_NONCE__', String(res.locals['nonce']))
      .replace('__MKT_MODE__', dev ? 'dev' : 'production')
      .replace('__MKT_SIGN_UP__', signUp)
      // Before the session has been read: the page is laid out once.
      .replace('__MKT_VISITOR__', String(!hasCookie(req, sessionCookie)))
      // Last, and by a function: nothing in it is replaced, or stands for what was.
      .replace('__MKT_OPERATOR__', () => about);
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
