// Calls the handlers that a Next.js route file exports, as Next.js 16 does: one per method, with the
// parameters of the route as the second argument. Next.js itself is 350 MB, and takes 20 s to build.
import { serve } from '@hono/node-server';
import config from '../src/next/next.config.ts';
import * as route from '../src/next/route.ts';

type Handlers = Readonly<Record<string, (request: Request, context: unknown) => Promise<Response>>>;

function respond(request: Request): Response | Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!config.skipTrailingSlashRedirect && pathname.length > 1 && pathname.endsWith('/')) {
    return new Response(null, { status: 308, headers: { location: pathname.slice(0, -1) } });
  }
  const [, first, ...path] = pathname.split('/');
  if (first !== 'text') return new Response('This page could not be found.', { status: 404 });
  const handle = (route as Handlers)[request.method];
  const context = { params: Promise.resolve(path.length === 0 ? {} : { path }) };
  return handle ? handle(request, context) : new Response(null, { status: 405 });
}

serve({
  fetch: respond,
  port: Number(process.env.PORT),
  hostname: process.env.HOST ?? 'localhost',
});
