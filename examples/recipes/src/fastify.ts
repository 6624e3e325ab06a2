import { nodeHandler } from '@mkt/seller-kit/node';
import Fastify, { type FastifyInstance } from 'fastify';
import { service } from './service.ts';

async function text(scope: FastifyInstance) {
  const handle = nodeHandler(service);
  // Leaves the body unread in this scope only: the kit verifies the raw bytes.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const path of ['/', '/*']) {
    scope.all(path, (request, reply) => {
      reply.hijack();
      handle(request.raw, reply.raw);
    });
  }
}

const app = Fastify();
app.register(text, { prefix: '/text' });
app.post('/echo', async (request) => request.body);

await app.listen({
  port: Number(process.env.PORT ?? 8801),
  host: process.env.HOST ?? 'localhost',
});
