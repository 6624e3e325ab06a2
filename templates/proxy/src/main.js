import { listenAddress, serve } from "@mkt/seller-kit/node";

try {
  const { service } = await import("./service.js");
  const server = await serve(service, { port: Number(process.env.PORT || {{port}}) });
  console.log(`${service.name} listens on http://localhost:${server.port} (${listenAddress(service).why})`);
  // Waits for calls in flight before the process ends.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => server.close());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
