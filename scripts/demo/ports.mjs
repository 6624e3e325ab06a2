// Whether the ports can be had, before anything is started. Imports nothing but Node.
import { createServer } from 'node:net';
import { DemoError } from './demo-error.mjs';

const WHOSE = {
  port: 'the marketplace',
  'text-insights-port': 'text-insights',
  'qr-code-port': 'qr-code',
};

/** Why a port cannot be listened on, as a code; `undefined` when it can. */
const problemOf = (port) =>
  new Promise((settle) => {
    const server = createServer();
    server.once('error', (error) => settle(error.code));
    server.listen(port, '127.0.0.1', () => server.close(() => settle(undefined)));
  });

/** A port that is taken, forbidden, or asked for twice is a DemoError that names its flag. */
export async function checkPorts(ports) {
  const asked = new Map();
  for (const [flag, port] of Object.entries(ports).filter(([, each]) => each !== 0)) {
    const other = `choose another with: npm start -- --${flag} <port>`;
    if (asked.has(port)) {
      throw new DemoError(
        `Port ${port} is asked for ${WHOSE[asked.get(port)]} and ${WHOSE[flag]}; ${other}`,
      );
    }
    asked.set(port, flag);
    const code = await problemOf(port);
    if (code === 'EADDRINUSE') {
      throw new DemoError(
        `Port ${port}, for ${WHOSE[flag]}, is taken (by another npm start?); ${other}`,
      );
    }
    if (code)
      throw new DemoError(`Port ${port}, for ${WHOSE[flag]}, cannot be used (${code}); ${other}`);
  }
}
