import { expressHandler } from "@mkt/seller-kit/express";
import { listenAddress } from "@mkt/seller-kit/node";
import express from "express";
import { service } from "./service.ts";

const port = Number(process.env.PORT || {{port}});
// This machine only, until there is a signing secret or HOST is set.
const { host, why } = listenAddress(service);

const app = express();
app.disable("x-powered-by");
// Before express.json(): the signature is over the raw body. Routes of your own go before this line.
app.use(expressHandler(service));

const server = app.listen({ port, host }, (error?: Error) => {
  if (error) {
    console.error(`Cannot listen on port ${port}: ${error.message}`);
    console.error(`If another program uses the port, stop it, or set PORT in .env, for example to ${port + 1}.`);
    process.exit(1);
  }
  console.log(`${service.name} listens on http://localhost:${port} (${why})`);
});
// Node's default of 5 s would close connections that the marketplace is about to use again.
server.keepAliveTimeout = 65_000;

// Waits for calls in flight before the process ends.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => server.close());
}
