// Calls the handlers that a Next.js route file exports, as Next.js does: one per method, with the
// parameters of the route as the second argument.
import { serve } from '@hono/node-server';
import * as route from '../src/next/route.ts';

type Handlers = Readonly<Record<string, (request: Request, context: unknown) => Promise<Response>>>;

function respond(request: Request): Response | Promise<Response> {
  const [, first, ...path] = new URL(request.url).pathname.split('/');
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
