// Whether `npm start` can use its ports and its data folder. Runs on any Node ≥ 20 before anything
// is installed.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { commandWith, MAX_PORT, PORTS } from './options.mjs';
import { DemoError } from './report.mjs';

/** The error code of an attempt to listen on the port; `undefined` when it is free. */
const listenError = (port) =>
  new Promise((settle) => {
    const server = createServer();
    server.once('error', (error) => settle(error.code));
    server.listen(port, '127.0.0.1', () => server.close(() => settle(undefined)));
  });

/** The next free port that is not in `taken`; 0, which takes any, if there is none. */
async function freePortAfter(port, taken) {
  for (let next = port + 1; next <= MAX_PORT; next++) {
    if (!taken.has(next) && (await listenError(next)) === undefined) return next;
  }
  return 0;
}

async function problemOf(flag, port, owners) {
  const { owner } = PORTS[flag];
  if (owners.has(port)) return `${owners.get(port)} and ${owner} cannot both use port ${port}.`;
  const code = await listenError(port);
  if (code === undefined) return undefined;
  return code === 'EADDRINUSE'
    ? `Port ${port} (${owner}) is in use, perhaps by another npm start.`
    : `Port ${port} (${owner}) cannot be used (${code}).`;
}

/** Whether the process is alive that wrote its id when it opened the data folder. */
function isInUse(folder) {
  try {
    process.kill(Number(readFileSync(join(folder, 'running'), 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function freeFolderBeside(folder) {
  for (let number = 2; ; number++) {
    if (!isInUse(`${folder}-${number}`)) return `${folder}-${number}`;
  }
}

/**
 * Checks the ports before anything is started. A `DemoError` names all that cannot be used, and one
 * command with others in their place.
 */
export async function checkPorts(options, root) {
  const { ports, data } = options;
  const owners = new Map();
  const problems = [];
  const changed = { ...ports };
  const taken = new Set(Object.values(ports));
  for (const [flag, port] of Object.entries(ports)) {
    if (port === 0) continue;
    const problem = await problemOf(flag, port, owners);
    owners.set(port, PORTS[flag].owner);
    if (problem === undefined) continue;
    problems.push(problem);
    changed[flag] = await freePortAfter(port, taken);
    taken.add(changed[flag]);
  }
  if (problems.length === 0) return;
  const folder = isInUse(data) ? freeFolderBeside(data) : data;
  if (folder !== data) {
    problems.push(`The data folder ${relative(root, data)} is in use by a running marketplace.`);
  }
  const command = commandWith({ ...options, ports: changed, data: folder }, root);
  throw new DemoError([...problems, `Other ports are free: ${command}`].join('\n  '));
}
