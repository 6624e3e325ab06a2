import type { ServerProcess } from '../server-process.ts';
import { sendAlone } from './lane.ts';
import type { FuzzRequest } from './request.ts';

/**
 * Sends each request alone, to a new server whenever the previous one crashed. Returns the requests that
 * crash the server.
 */
export async function findCulprits(
  suspects: Iterable<FuzzRequest>,
  start: () => ServerProcess,
): Promise<FuzzRequest[]> {
  const culprits: FuzzRequest[] = [];
  let server = start();
  for (const suspect of suspects) {
    const { hostname: host, port } = new URL((await server.ready).baseUrl);
    const address = { host, port: Number(port) };
    await sendAlone(address, suspect).catch(() => undefined);
    const alive = await fetch(`http://${host}:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (alive) continue;
    culprits.push(suspect);
    await server.end('SIGKILL');
    server = start();
  }
  await server.end('SIGKILL');
  return culprits;
}
