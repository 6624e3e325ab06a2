import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { parse } from 'node:path';
import { HEADERS } from '@mkt/protocol';
import { ConfigError, DataFolderInUse } from '../server/config-error.ts';
import { devAddress } from '../server/data-folder.ts';

interface Address {
  host: string;
  port: number;
}

const EVERY_INTERFACE = new Set(['0.0.0.0', '::']);
const MAX_PORT = 65_535;
const PROBE_TIMEOUT_MS = 1_000;

/** Where a program on this machine reaches a server that listens there. */
export function localUrl({ host, port }: Address): string {
  const address = EVERY_INTERFACE.has(host) ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Why the server cannot start, as a `ConfigError` with a way out; other errors are returned as they are. */
export async function startError(error: unknown, address: Address): Promise<unknown> {
  if (error instanceof DataFolderInUse) return await alreadyServed(error);
  const { host, port } = address;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE': {
      const other = `--port ${await freePortAfter(address)}`;
      return new ConfigError(
        (await isMarketplace(localUrl(address)))
          ? `A marketplace already runs at ${localUrl(address)}: publish to it, or stop it, or choose another port: ${other}`
          : `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port: ${other}`,
      );
    }
    case 'EACCES':
      return new ConfigError(`No permission to use port ${port}; choose another with --port.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(
        `${host} is not an address of this machine. Choose one with --host, for example 127.0.0.1.`,
      );
    default:
      return error;
  }
}

/** The address was kept in the folder by whoever ran in dev mode last: it may be out of date. */
async function alreadyServed(error: DataFolderInUse): Promise<ConfigError> {
  const url = devAddress(error.folder);
  if (url === undefined || !(await isMarketplace(url))) return error;
  const { dir, base } = parse(error.folder);
  // There, and in no other folder, mkt finds the key by itself.
  const publish = base === '.mkt' ? `Publish to it in ${dir}: npx mkt publish.` : 'Publish to it.';
  return new ConfigError(
    `A marketplace already runs at ${url} with the data folder ${error.folder}. ${publish} Or stop it, or choose another folder with --data.`,
  );
}

/** Whether the server there refuses a request without a key as a marketplace does. */
async function isMarketplace(url: string): Promise<boolean> {
  // The address that others use may be that of a proxy.
  if (!url.startsWith('http:')) return false;
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const request = get(`${url}/v1/me`, { agent: false, signal }).on('error', () => {});
  try {
    const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
    return response.headers['www-authenticate']?.includes(`"${HEADERS.apiKey}"`) === true;
  } catch {
    return false;
  } finally {
    request.destroy();
  }
}

/** 0, which takes any port, if none is free. */
async function freePortAfter({ host, port }: Address): Promise<number> {
  for (let next = port + 1; next <= MAX_PORT; next++) {
    if (await isFree({ host, port: next })) return next;
  }
  return 0;
}

async function isFree({ host, port }: Address): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
