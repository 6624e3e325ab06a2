import { textLength, wordCount } from './services.ts';

// #region router
const services = new Map([
  ['length', textLength],
  ['words', wordCount],
]);

function respond(request: Request, env?: unknown): Response | Promise<Response> {
  const [, first = ''] = new URL(request.url).pathname.split('/');
  const service = services.get(first);
  return service?.fetch(request, env) ?? Response.json({ error: 'Not found' }, { status: 404 });
}
// #endregion

export default {
  port: Number(process.env.PORT ?? 8801),
  hostname: process.env.HOST ?? 'localhost',
  fetch: respond,
};
