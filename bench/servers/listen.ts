import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

const BACKLOG = 4096;

/** Serves on PORT, or on any free port, until SIGTERM; prints `READY <port>`. */
export function listen(app: RequestListener): void {
  const server = createServer({ keepAliveTimeout: 60_000 }, app);
  server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', BACKLOG, () => {
    console.log(`READY ${(server.address() as AddressInfo).port}`);
  });
  process.on('SIGTERM', () => process.exit(0));
}
