// Whether the ports of `npm start` are free. Runs on any Node ≥ 20 before anything is installed.
import { createServer } from 'node:net';
import { PORTS } from './options.mjs';
import { DemoError } from './report.mjs';

/** The error code of an attempt to listen on the port; `undefined` when it is free. */
const listenError = (port) =>
  new Promise((settle) => {
    const server = createServer();
    server.once('error', (error) => settle(error.code));
    server.listen(port, '127.0.0.1', () => server.close(() => settle(undefined)));
  });

/** Checks the ports before anything is started; a `DemoError` names the flag that changes one. */
export async function checkPorts(ports) {
  const owners = new Map();
  for (const [flag, port] of Object.entries(ports)) {
    if (port === 0) continue;
    const { owner } = PORTS[flag];
    const next = `Choose another: npm start -- --${flag} <port>`;
    if (owners.has(port)) {
      throw new DemoError(`${owners.get(port)} and ${owner} cannot both use port ${port}. ${next}`);
    }
    owners.set(port, owner);
    const code = await listenError(port);
    if (code === 'EADDRINUSE') {
      throw new DemoError(
        `Port ${port} (${owner}) is in use, perhaps by another npm start. ${next}`,
      );
    }
    if (code) throw new DemoError(`Port ${port} (${owner}) cannot be used (${code}). ${next}`);
  }
}
