import { ROUTES, type Route, type RouteId } from '@mkt/protocol';
import express, { type Express, type RequestHandler } from 'express';
import type { Identity } from '../domain/identity.ts';
import type { Log } from '../domain/log.ts';
import { errorHandler } from './handle-error.ts';
import { landingPage, PAGE_POLICY } from './landing-page.ts';
import type { Metrics } from './metrics.ts';
import { operationsHandlers, type OperationsDeps } from './operations.ts';
import { checkHead } from './request-head.ts';
import { setRequestId } from './request-id.ts';
import { routeHandler, type Handlers, type RouteDeps } from './route.ts';
import { unmatchedHandler, type Endpoint } from './unmatched.ts';

export interface AppOptions {
  handlers: Handlers;
  route: RouteDeps;
  operations: OperationsDeps;
  metrics: Metrics;
  identity: Pick<Identity, 'id'>;
  log: Log;
  trustedProxies: readonly string[];
  /** False for a process that works in the background: it answers how it does, and nothing else. */
  api: boolean;
}

type Entry = [RouteId, Route];

/** express's form of a path of the route table. */
const expressPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** The activation first, for most requests are one; fixed paths before those with parameters. */
function orderedRoutes(): Entry[] {
  const rank = ([id, { path }]: Entry) => (id === 'createOrder' ? 0 : path.includes('{') ? 2 : 1);
  return (Object.entries(ROUTES) as Entry[]).toSorted((a, b) => rank(a) - rank(b));
}

function mountRoutes(app: Express, { handlers, route, metrics }: AppOptions): void {
  for (const [id, { method, path }] of orderedRoutes()) {
    const handle = routeHandler(route, id, handlers[id] as never);
    const observed: RequestHandler = (req, res, next) => {
      metrics.observe(req, res, id);
      return handle(req, res, next);
    };
    app[method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'](expressPath(path), observed);
  }
}

const OPERATIONS: readonly Endpoint[] = ['/healthz', '/readyz', '/metrics', '/'].map((path) => ({
  method: 'GET',
  path,
}));

/** Everything that the server answers; routing comes before authentication. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', [...options.trustedProxies]);
  app.set('query parser', false);
  app.use(function nameRequest(_req, res, next) {
    setRequestId(res, options.identity.id());
    next();
  });
  app.use(checkHead);
  if (options.api) mountRoutes(app, options);
  const { healthz, readyz, metrics } = operationsHandlers(options.operations);
  app.get('/healthz', healthz);
  app.get('/readyz', readyz);
  app.get('/metrics', metrics);
  app.get('/', PAGE_POLICY, landingPage(options.operations.dev));
  const routes = options.api ? Object.values(ROUTES) : [];
  app.use(unmatchedHandler([...routes, ...OPERATIONS]));
  app.use(errorHandler(options.log));
  return app;
}
