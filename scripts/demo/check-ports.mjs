// Whether the ports of `npm start` are free. Runs on any Node ≥ 20 before anything is installed.
import { createServer } from 'node:net';
import { MAX_PORT, PORTS } from './options.mjs';
import { DemoError } from './report.mjs';

/** The error code of an attempt to listen on the port; `undefined` when it is free. */
const listenError = (port) =>
  new Promise((settle) => {
    const server = createServer();
    server.once('error', (error) => settle(error.code));
    server.listen(port, '127.0.0.1', () => server.close(() => settle(undefined)));
  });

/** The next port that is free and in no use here. */
async function freePort(after, used) {
  for (let port = after + 1; port <= MAX_PORT; port++) {
    if (!used.has(port) && (await listenError(port)) === undefined) return port;
  }
  return 0;
}

/** The command with other ports for those that cannot be used, and all ports that were chosen. */
async function commandWithout(problems, ports) {
  const used = new Set(Object.values(ports));
  const words = [];
  for (const [flag, port] of Object.entries(ports)) {
    const isTaken = problems.some((problem) => problem.flag === flag);
    const next = isTaken ? await freePort(port, used) : port;
    used.add(next);
    if (next !== PORTS[flag].default) words.push(`--${flag} ${next}`);
  }
  return `npm start -- ${words.join(' ')}`;
}

const REASONS = { EADDRINUSE: 'in use, perhaps by another npm start' };

/** Checks the ports before anything is started; a `DemoError` names all that cannot be used. */
export async function checkPorts(ports) {
  const owners = new Map();
  const problems = [];
  for (const [flag, port] of Object.entries(ports)) {
    if (port === 0) continue;
    const { owner } = PORTS[flag];
    if (owners.has(port)) {
      throw new DemoError(
        `${owners.get(port)} and ${owner} cannot both use port ${port}. Choose another: npm start -- --${flag} <port>`,
      );
    }
    owners.set(port, owner);
    const code = await listenError(port);
    if (code) problems.push({ flag, text: `Port ${port} (${owner}) is ${reasonOf(code)}.` });
  }
  if (problems.length === 0) return;
  const texts = problems.map(({ text }) => text).join('\n  ');
  throw new DemoError(`${texts}\n  Try: ${await commandWithout(problems, ports)}`);
}

const reasonOf = (code) => REASONS[code] ?? `not usable (${code})`;
