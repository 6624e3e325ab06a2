import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Output } from '../terminal/output.ts';

const USUAL_PORT = 8810;
/** A machine with more services than this one after the other has a reason. */
const TRIED = 100;
/** Every interface and the loopback one: some systems let two programs share a port that way. */
const HOSTS = [undefined, '127.0.0.1'];

/** The port of a new service: 8810 or, if a program on this machine uses it, the next free one. */
export async function choosePort(output: Output, given: number | undefined): Promise<number> {
  if (given !== undefined) return given;
  for (let port = USUAL_PORT; port < USUAL_PORT + TRIED; port++) {
    if (!(await isFree(port))) continue;
    if (port !== USUAL_PORT) {
      output.warn(`Port ${USUAL_PORT} is in use, so the new service listens on ${port}.`);
    }
    return port;
  }
  return USUAL_PORT;
}

async function isFree(port: number): Promise<boolean> {
  for (const host of HOSTS) if (!(await canListen(port, host))) return false;
  return true;
}

async function canListen(port: number, host: string | undefined): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
