import { listenAddress, nodeHandler } from "@mkt/seller-kit/node";
import Fastify, { type FastifyInstance } from "fastify";
import { service } from "./service.ts";

const port = Number(process.env.PORT || {{port}});
// This machine only, until there is a signing secret or HOST is set.
const { host = "::", why } = listenAddress(service);

const app = Fastify();

// Routes of your own, on `app`, take precedence: the service responds to every other path.
app.register(async (scope: FastifyInstance) => {
  const handle = nodeHandler(service);
  // Leaves the body unread, in this scope only: the signature is over its raw bytes.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  for (const path of ["/", "/*"]) {
    scope.all(path, (request, reply) => {
      reply.hijack();
      handle(request.raw, reply.raw);
    });
  }
});

try {
  await app.listen({ port, host });
  console.log(`${service.name} listens on http://localhost:${port} (${why})`);
} catch (error) {
  console.error(`Cannot listen on port ${port}: ${(error as Error).message}`);
  console.error(`If another program uses the port, stop it, or set PORT in .env, for example to ${port + 1}.`);
  process.exit(1);
}

// Waits for calls in flight before the process ends.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void app.close());
}
