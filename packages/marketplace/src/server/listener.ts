import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { AUTH_ROUTES, type Route, type RouteId, ROUTES } from '@mkt/protocol';
import { pathPattern } from '@mkt/protocol/openapi';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { type AuthDeps, authRouteIds, createAuthHandlers } from '../accounts/http.ts';
import { findPublishedListing, isKnownListing } from '../catalogue/search.ts';
import { beginChunkedBody } from '../http/body.ts';
import { COMPRESSED, createCompression } from '../http/compression.ts';
import { llmsTxt } from '../http/llms-txt.ts';
import { createMcp, MCP_PATH } from '../http/mcp.ts';
import { type Metrics, type OperationsDeps, operationsHandlers } from '../http/metrics.ts';
import type { CallerAddress } from '../http/origins.ts';
import { createDashboard, createGuides, type DashboardOptions, PAGE_PATHS } from '../http/pages.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { checkHead } from '../http/request-head.ts';
import {
  errorHandler,
  type HandleError,
  identify,
  READABLE_ANYWHERE,
  type RefusedRequest,
  requestIdOf,
  type ResponseHeaders,
  send,
} from '../http/respond.ts';
import {
  ANONYMOUS,
  type Endpoint,
  type HandleRoute,
  type Handlers,
  type RouteDeps,
  routeHandler,
  unmatchedHandler,
} from '../http/route.ts';
import { listingMarkdown } from '../listings/markdown.ts';
import { presentCatalogueListing } from '../listings/present.ts';
import type { Identity, Log } from '../market/outside.ts';
import { notFound } from '../market/refusal.ts';
import { requestSpans } from '../market/trace.ts';
import type { Share } from '../structures/counters.ts';
import type { App } from './context.ts';

/** Every path of this file, as `Allow` needs them. */
const MARKDOWN_PATHS = [
  '/llms.txt',
  '/docs/{page}.md',
  '/docs/{folder}/{page}.md',
  '/mkt.py',
  '/listings/{slug}.md',
];

interface MarkdownDeps {
  app: App;
  callerAddress: CallerAddress;
  rates: Pick<RateLimits, 'take' | 'addSent'>;
}

const CACHED = { 'Cache-Control': 'public, max-age=300' };

/** Returns the length of the body. */
function sendText(res: ServerResponse, text: string, headers: ResponseHeaders): number {
  const type = { 'Content-Type': 'text/markdown; charset=utf-8' };
  const all = { ...READABLE_ANYWHERE, ...type, ...headers };
  return send(res, { status: 200, text, headers: all }, requestIdOf(res));
}

/** `/llms.txt`, and what agents read as Markdown: the guides, and each listing. */
function mountMarkdown(server: Express, { app, callerAddress, rates }: MarkdownDeps): void {
  const { baseUrl } = app;
  const guides = createGuides();

  server.get('/llms.txt', (_req, res) => {
    const plain = { 'Content-Type': 'text/plain; charset=utf-8' };
    sendText(res, llmsTxt(baseUrl()), { ...CACHED, ...plain });
  });

  server.get(/^\/docs\/.+\.md$/, async (req, res) => {
    const text = (await guides()).get(req.path);
    if (text === undefined) throw notFound('Path');
    sendText(res, text, CACHED);
  });

  server.get('/mkt.py', async (_req, res) => {
    const text = (await guides()).get('/mkt.py') ?? '';
    sendText(res, text, { ...CACHED, 'Content-Type': 'text/x-python; charset=utf-8' });
  });

  // What the route of /v1 shows, with its limits for callers without a key.
  server.get('/listings/:slug.md', async (req, res) => {
    const name = `address:${callerAddress(req)}`;
    const rateHeaders = await rates.take('requests', name);
    const reader = { name, group: ANONYMOUS };
    const listing = presentCatalogueListing(
      await findPublishedListing(app, req.params.slug, reader),
    );
    rates.addSent(name, sendText(res, listingMarkdown(listing, baseUrl()), rateHeaders));
  });
}

interface ListenerOptions {
  handlers: Handlers;
  route: RouteDeps;
  auth: AuthDeps;
  operations: OperationsDeps;
  dashboard: DashboardOptions;
  metrics: Metrics;
  identity: Pick<Identity, 'id'>;
  log: Log;
  onRefusal: ((refused: RefusedRequest) => void) | undefined;
  version: string;
  app: App;
  /** Requests to `/mcp` that have no response yet. */
  mcpRequests: Share;
  /** The address of the marketplace, once it listens. */
  baseUrl(): string;
  /** False for a worker process, which serves only health and metrics. */
  api: boolean;
}

type Entry = [RouteId, Route];

/** Fixed paths come before those with parameters. */
function orderedRoutes(): Entry[] {
  const rank = ([, { path }]: Entry) => (path.includes('{') ? 1 : 0);
  return (Object.entries(ROUTES) as Entry[]).toSorted((a, b) => rank(a) - rank(b));
}

/** The handler of a route with metrics and traces; the caller has already checked the head. */
function observed(options: ListenerOptions, id: RouteId): HandleRoute {
  const { handlers, route, metrics, app } = options;
  const handle = routeHandler(route, id, handlers[id] as never);
  const startSpan = app.tracing && requestSpans(app.tracing, ROUTES[id]);
  return (req, res, params, compress) => {
    metrics.observe(res, id);
    startSpan?.(req, res);
    return handle(req, res, params, compress);
  };
}

function mountRoutes(app: Express, options: ListenerOptions): void {
  const compressionFor = createCompression();
  for (const [id, { method, path }] of orderedRoutes()) {
    const handle = observed(options, id);
    const handleRoute: RequestHandler<Record<string, string>> = (req, res) =>
      handle(req, res, req.params, COMPRESSED.has(id) ? compressionFor(req) : undefined);
    app[method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'](
      pathPattern(path),
      handleRoute,
    );
  }
}

/** Signing in and sessions. */
function mountAuth(app: Express, { auth, metrics }: ListenerOptions): void {
  for (const [id, handle] of createAuthHandlers(auth)) {
    const { method, path } = AUTH_ROUTES[id];
    const handleRoute: RequestHandler = (req, res) => {
      metrics.observe(res, id);
      return handle(req, res);
    };
    app[method.toLowerCase() as 'get' | 'post'](path, handleRoute);
  }
}

const NO_PARAMS = {};

/**
 * Handles activations, which are most requests, without express, whose routing takes 10 µs per
 * request. A different spelling of the path, or a query string, reaches the same handler through
 * express.
 */
function activationOf(options: ListenerOptions, handleError: HandleError) {
  const { method, path } = ROUTES.createOrder;
  const handle = observed(options, 'createOrder');
  return {
    matches: (req: IncomingMessage) => req.method === method && req.url === path,
    async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
      try {
        checkHead(req);
        await handle(req, res, NO_PARAMS);
      } catch (error) {
        handleError(error, req, res);
      }
    },
  };
}

const OPERATIONS = ['/healthz', '/readyz', '/metrics'];
const PAGES = ['/', '/assets/{file}', ...MARKDOWN_PATHS];

const getEndpoint = (path: string): Endpoint => ({ method: 'GET', path });

/** The pages for people. */
function mountDashboard(app: Express, options: DashboardOptions): void {
  const { start, pages, others, assets } = createDashboard(options);
  app.get('/', start);
  app.get('/assets/*file', assets);
  app.get(PAGE_PATHS, pages);
  app.get('/*path', others);
}

/** The endpoint for agents. */
function mountMcp(app: Express, options: ListenerOptions, serve: RequestListener): void {
  const { app: context, route, version, log, metrics, mcpRequests } = options;
  const deps = {
    ...route,
    version,
    log,
    openRequests: mcpRequests,
    isKnownListing: (ref: string) => isKnownListing(context, ref),
  };
  const handle = createMcp(deps, serve);
  const handleRequest: RequestHandler = (req, res) => {
    metrics.observe(res, 'mcp');
    return handle(req, res);
  };
  app.post(MCP_PATH, handleRequest);
}

/** Everything that express serves: all but the usual activation. */
function createRoutes(
  options: ListenerOptions,
  handleError: HandleError,
  serve: RequestListener,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.use(function checkRequest(req, _res, next) {
    checkHead(req);
    next();
  });
  if (options.api) {
    mountRoutes(app, options);
    mountAuth(app, options);
    mountMcp(app, options, serve);
    mountMarkdown(app, { ...options, ...options.route });
  }
  const { healthz, readyz, metrics } = operationsHandlers(options.operations);
  // Not `/METRICS` or `/metrics/`, which a proxy that hides `/metrics` may let through.
  app.get(/^\/healthz$/, healthz);
  app.get(/^\/readyz$/, readyz);
  app.get(/^\/metrics$/, metrics);
  if (options.api) mountDashboard(app, options.dashboard);
  const authRoutes = authRouteIds(options.auth).map((id) => AUTH_ROUTES[id]);
  const routes = options.api
    ? [
        ...Object.values(ROUTES),
        ...authRoutes,
        { method: 'POST', path: MCP_PATH },
        ...PAGES.map(getEndpoint),
      ]
    : [];
  app.use(unmatchedHandler([...routes, ...OPERATIONS.map(getEndpoint)]));
  // express recognises an error handler by its four parameters.
  const onError: ErrorRequestHandler = (error, req, res, _next) => handleError(error, req, res);
  app.use(onError);
  return app;
}

/** The listener for all requests. Routing comes before authentication. */
export function createListener(options: ListenerOptions): RequestListener {
  const { log, metrics, onRefusal, app, route } = options;
  const { callerAddress } = route;
  const count = metrics.countError;
  const handleError = errorHandler({ log, count, clock: app.clock, callerAddress, onRefusal });
  const routes = createRoutes(options, handleError, (req, res) => serve(req, res));
  const activation = options.api ? activationOf(options, handleError) : undefined;
  function serve(...[req, res]: Parameters<RequestListener>): void {
    identify(res, options.identity);
    beginChunkedBody(req, res, options.route.limits.bodyBytes);
    if (activation?.matches(req)) void activation.handle(req, res);
    else routes(req, res);
  }
  return serve;
}
