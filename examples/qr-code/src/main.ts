import { once } from 'node:events';
import { createServer } from 'node:http';
import { expressHandler } from '@mkt/seller-kit/express';
import { listenAddress } from '@mkt/seller-kit/node';
import express from 'express';
import { qrCode } from './service.ts';

const { PORT = '8802', PUBLIC_URL: baseUrl } = process.env;

try {
  const service = qrCode({ baseUrl });
  // #region express
  const app = express();
  app.disable('x-powered-by');
  app.use(expressHandler(service)); // before express.json(): it verifies the raw bytes
  // #endregion

  // Node's default of 5 s would close connections that the marketplace is about to use again.
  const server = createServer({ keepAliveTimeout: 65_000 }, app);
  const wanted = Number(PORT);
  if (!(Number.isInteger(wanted) && wanted >= 0 && wanted <= 65_535)) {
    throw new RangeError(`PORT must be a number from 0 to 65535, not "${PORT}"`);
  }
  const { host, why } = listenAddress(service);
  server.listen(wanted, host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : PORT;
  console.log(`QR code listens on http://${host ?? 'localhost'}:${port} (${why})`);
  // Waits for calls in flight; then the process ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => server.close());
  }
} catch (error) {
  console.error(`✖ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
