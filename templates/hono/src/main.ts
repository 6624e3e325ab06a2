import { serve } from "@hono/node-server";
import { listenAddress } from "@mkt/seller-kit/node";
import { Hono } from "hono";
import { service } from "./service.ts";

const port = Number(process.env.PORT || {{port}});
// This machine only, until there is a signing secret or HOST is set.
const { host, why } = listenAddress(service);

const app = new Hono();
// Routes of your own go before this line: the service responds to every other path.
app.mount("/", service.fetch);

const server = serve(
  {
    fetch: app.fetch,
    port,
    hostname: host,
    // Node's default of 5 s would close connections that the marketplace is about to use again.
    serverOptions: { keepAliveTimeout: 65_000 },
  },
  () => console.log(`${service.name} listens on http://localhost:${port} (${why})`),
);
server.on("error", (error: Error) => {
  console.error(`Cannot listen on port ${port}: ${error.message}`);
  console.error(`If another program uses the port, stop it, or set PORT in .env, for example to ${port + 1}.`);
  process.exit(1);
});

// Waits for calls in flight before the process ends.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => server.close());
}
