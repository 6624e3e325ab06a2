import { expressHandler } from "@mkt/seller-kit/express";
import { listenAddress } from "@mkt/seller-kit/node";
import express from "express";

const port = Number(process.env.PORT || {{port}});

try {
  const { services } = await import("./services.js");
  // This machine only, until every service has a signing secret or HOST is set.
  const { host, why } = listenAddress(...services.values());
  const app = express();
  app.disable("x-powered-by");
  // Each service has an address of its own, under which it is listed.
  for (const [name, service] of services) app.use(`/${name}`, expressHandler(service));
  app.use((request, response) => {
    response.set("Access-Control-Allow-Origin", "*");
    if (request.path === "/") response.json({ services: [...services.keys()] });
    else response.status(404).json({ error: "Not found" });
  });

  const server = app.listen({ port, host }, (error) => {
    if (error) {
      fail(error);
      return console.error(`If another program uses the port, stop it, or set PORT in .env, for example to ${port + 1}.`);
    }
    console.log(`{{title}} listens on http://localhost:${port} (${why})`);
    for (const name of services.keys()) console.log(`  http://localhost:${port}/${name}`);
  });
  // Node's default of 5 s would close connections that the marketplace is about to use again.
  server.keepAliveTimeout = 65_000;
  // Waits for calls in flight before the process ends.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => server.close());
} catch (error) {
  fail(error);
}

function fail(error) {
  console.error(`{{title}} cannot start: ${error.message}`);
  process.exitCode = 1;
}
