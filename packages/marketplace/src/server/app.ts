import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { AUTH_ROUTES, ROUTES, type Route, type RouteId } from '@mkt/protocol';
import { pathPattern } from '@mkt/protocol/openapi';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Share } from '../structures/counters.ts';
import type { Identity } from '../market/identity.ts';
import type { Log } from '../market/log.ts';
import type { findPublishedListing, isKnownListing } from '../catalogue/search.ts';
import { authRouteIds, createAuthHandlers, type AuthDeps } from '../accounts/http.ts';
import { createDashboard, PAGE_PATHS, type DashboardOptions } from '../http/pages.ts';
import { DOCS_PATHS, mountDocs } from '../http/docs.ts';
import { MARKDOWN_PATHS, mountMarkdown } from './markdown.ts';
import { createMcp, MCP_PATH } from '../http/mcp.ts';
import { errorHandler, type HandleError, type RefusedRequest } from '../http/handle-error.ts';
import type { Metrics } from '../http/metrics.ts';
import { operationsHandlers, type OperationsDeps } from '../http/operations.ts';
import { beginChunkedBody } from '../http/body.ts';
import { checkHead } from '../http/request-head.ts';
import { identify } from '../http/request-id.ts';
import {
  routeHandler,
  type HandleRoute,
  type Handlers,
  type RouteDeps,
  type UseCase,
} from '../http/route.ts';
import { unmatchedHandler, type Endpoint } from '../http/unmatched-request.ts';

export interface AppOptions {
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
  findPublishedListing: UseCase<typeof findPublishedListing>;
  isKnownListing: UseCase<typeof isKnownListing>;
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

/** The handler of a route with metrics; the caller has already checked the head. */
function observed({ handlers, route, metrics }: AppOptions, id: RouteId): HandleRoute {
  const handle = routeHandler(route, id, handlers[id] as never);
  return (req, res, params) => {
    metrics.observe(res, id);
    return handle(req, res, params);
  };
}

function mountRoutes(app: Express, options: AppOptions): void {
  for (const [id, { method, path }] of orderedRoutes()) {
    const handle = observed(options, id);
    const handleRoute: RequestHandler<Record<string, string>> = (req, res) =>
      handle(req, res, req.params);
    app[method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'](
      pathPattern(path),
      handleRoute,
    );
  }
}

/** Signing in and sessions. */
function mountAuth(app: Express, { auth, metrics }: AppOptions): void {
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
function activationOf(options: AppOptions, handleError: HandleError) {
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
const PAGES = ['/', '/assets/{file}', ...DOCS_PATHS, ...MARKDOWN_PATHS];

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
function mountMcp(app: Express, options: AppOptions, serve: RequestListener): void {
  const { route, version, log, metrics, mcpRequests, isKnownListing } = options;
  const deps = { ...route, version, log, openRequests: mcpRequests, isKnownListing };
  const handle = createMcp(deps, serve);
  const handleRequest: RequestHandler = (req, res) => {
    metrics.observe(res, 'mcp');
    return handle(req, res);
  };
  app.post(MCP_PATH, handleRequest);
}

/** Everything that express serves: all but the usual activation. */
function createRoutes(
  options: AppOptions,
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
    mountDocs(app);
    mountMcp(app, options, serve);
    mountMarkdown(app, { ...options, ...options.route });
  }
  const { healthz, readyz, metrics } = operationsHandlers(options.operations);
  app.get('/healthz', healthz);
  app.get('/readyz', readyz);
  app.get('/metrics', metrics);
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
export function createApp(options: AppOptions): RequestListener {
  const handleError = errorHandler(options.log, options.onRefusal);
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
