import type { ObservedResponse } from '../calls/ping.ts';

export const FRAMEWORKS = [
  'express',
  'fastify',
  'hono',
  'next',
  'fastapi',
  'flask',
  'http.server',
] as const;
export type Framework = (typeof FRAMEWORKS)[number];

type Fixes = Readonly<Record<Framework, string>>;

/** How `Access-Control-Allow-Origin: *` gets on every response. */
export const CORS_FIXES: Fixes = {
  express:
    "app.use((req, res, next) => { res.set('Access-Control-Allow-Origin', '*'); next(); }), before every route",
  fastify:
    "fastify.addHook('onRequest', async (request, reply) => { reply.header('Access-Control-Allow-Origin', '*'); })",
  hono: "import { cors } from 'hono/cors'; app.use(cors())",
  next: "Response.json(data, { headers: { 'Access-Control-Allow-Origin': '*' } }), or headers() in next.config",
  fastapi:
    "app.add_middleware(CORSMiddleware, allow_origins=['*']) adds it only for browsers: set response.headers['Access-Control-Allow-Origin'] in @app.middleware('http')",
  flask: "@app.after_request: response.headers['Access-Control-Allow-Origin'] = '*'",
  'http.server': "self.send_header('Access-Control-Allow-Origin', '*') before self.end_headers()",
};

/** How a response gets JSON and its content type. */
export const JSON_FIXES: Fixes = {
  express: 'res.json(…)',
  fastify: 'reply.send({ … }), with an object',
  hono: 'c.json(…)',
  next: 'Response.json(…)',
  fastapi: 'return JSONResponse(…), also from exception handlers',
  flask: 'return jsonify(…)',
  'http.server': "self.send_header('Content-Type', 'application/json')",
};

/** How an unknown path gets its 404. */
export const NOT_FOUND_FIXES: Fixes = {
  express: "app.use((req, res) => res.status(404).json({ error: 'Not found' })), after every route",
  fastify:
    "fastify.setNotFoundHandler((request, reply) => reply.code(404).send({ error: 'Not found' }))",
  hono: "app.notFound((c) => c.json({ error: 'Not found' }, 404))",
  next: "a catch-all route handler that returns Response.json({ error: 'Not found' }, { status: 404 })",
  fastapi: "@app.exception_handler(404): return JSONResponse({'error': 'Not found'}, 404)",
  flask: "@app.errorhandler(404): return jsonify(error='Not found'), 404",
  'http.server':
    'send_error() writes HTML: use self.send_response(404) and write {"error": "Not found"}',
};

/** The fix, with the code for the framework in use if it is known. */
export const withCode = (fix: string, fixes: Fixes, framework: Framework | undefined): string =>
  framework === undefined ? fix : `${fix} With ${framework}: ${fixes[framework]}`;

/** What servers say about themselves in `X-Powered-By` and `Server`. */
const SIGNS: readonly [RegExp, Framework][] = [
  [/^express/i, 'express'],
  [/^next\.js/i, 'next'],
  [/^uvicorn|^hypercorn/i, 'fastapi'],
  [/^werkzeug|^gunicorn/i, 'flask'],
  [/^(base|simple)http\//i, 'http.server'],
];

/** The framework that a response names. */
export function frameworkOf(responses: readonly ObservedResponse[]): Framework | undefined {
  for (const { response } of responses) {
    for (const header of ['x-powered-by', 'server']) {
      const value = response.headers.get(header) ?? '';
      const found = SIGNS.find(([pattern]) => pattern.test(value));
      if (found) return found[1];
    }
  }
  return undefined;
}
